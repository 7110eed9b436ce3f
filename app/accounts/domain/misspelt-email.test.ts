import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { meantBy, settledEmail } from './misspelt-email.ts'

describe('an obvious slip', () => {
  test.each([
    ['gmail.con', 'gmail.com'],
    ['gmial.com', 'gmail.com'],
    ['gamil.com', 'gmail.com'],
    ['gmal.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['gnail.com', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmail.cm', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['hotmil.com', 'hotmail.com'],
    ['hotmail.comm', 'hotmail.com'],
    ['yahoo.co', 'yahoo.com'],
    ['yaho.com', 'yahoo.com'],
    ['yahooo.com', 'yahoo.com'],
    ['outlok.com', 'outlook.com'],
    ['outloook.com', 'outlook.com'],
    ['iclod.com', 'icloud.com'],
    ['yandx.ru', 'yandex.ru'],
    ['qq.con', 'qq.com'],
    ['live.vom', 'live.com'],
    ['yahho.co.uk', 'yahoo.co.uk'],
  ])('%s means %s', (typed, meant) => {
    expect(meantBy(`ravi.k@${typed}`)).toBe(`ravi.k@${meant}`)
  })

  test.each(
    `gmail.com googlemail.com hotmail.com outlook.com yahoo.com yahoo.co.uk yahoo.co.in yahoo.co.id yahoo.co.jp yahoo.com.br yahoo.de yahoo.fr
    yahoo.ca yahoo.in ymail.com rocketmail.com mail.com email.com fmail.com hmail.com tmail.com gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.es
    web.de live.com live.nl live.co live.cm msn.com me.com me.co mac.com aol.com aol.co icloud.com cloud.com proton.me protonmail.com protonmail.ch
    pm.me hotmail.de hotmail.it hotmail.fr hotmail.es hotmail.nl hotmail.com.tr outlook.de outlook.fr outlook.es outlook.com.tr outlook.com.br
    yandex.ru yandex.com yandex.by yandex.kz mail.ru bk.ru list.ru inbox.ru rambler.ru ya.ru qq.com 163.com 126.com sina.com foxmail.com naver.com
    wp.pl o2.pl op.pl onet.pl interia.pl uol.com.br bol.com.br terra.com.br orange.fr free.fr sfr.fr wanadoo.fr laposte.net libero.it
    t-online.de freenet.de ziggo.nl kpnmail.nl rediffmail.com zoho.com fastmail.com hey.com mail.co quayside.example yahoo-inc.com
    company.com company.co bank.om trade.cm`
      .split(/\s+/)
      .map((domain) => [domain]),
  )('%s is what it is', (domain) => {
    expect(meantBy(`ann@${domain}`)).toBeNull()
  })

  test('is never asked about twice: what was meant is well', () => {
    fc.assert(
      fc.property(fc.constantFrom('gmail', 'hotmail', 'yahoo', 'outlook'), fc.nat(8), fc.string(), (name, at, more) => {
        const meant = meantBy(`a@${name.slice(0, at)}${more.trim().toLowerCase()}${name.slice(at)}.com`)
        return meant === null || meantBy(meant) === null
      }),
      { seed: 20_261_129 },
    )
  })

  test('of nothing there is none', () => {
    for (const text of ['', '@', '@gmail.con', 'ann', 'ann@']) expect(meantBy(text)).toBeNull()
  })
})

test('an address counts as it was chosen, for the text that was asked about', () => {
  expect(settledEmail('ann@trade.example', '')).toBe('ann@trade.example')
  expect(settledEmail('ann@gmial.com', '')).toBeNull()
  expect(settledEmail('ann@gmial.com', 'ann@gmail.com')).toBe('ann@gmail.com')
  expect(settledEmail('ann@gmial.com', 'ann@gmial.com')).toBe('ann@gmial.com')
  // Typed again: the choice was about another text.
  expect(settledEmail('bob@gmial.com', 'ann@gmail.com')).toBeNull()
  expect(settledEmail('ann@trade.example', 'ann@gmail.com')).toBe('ann@trade.example')
})
