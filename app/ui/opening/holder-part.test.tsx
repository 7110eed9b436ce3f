import { createInstance } from 'i18next'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import { I18N_OPTIONS } from '#app/i18n/languages/options.ts'
import { shownAgain } from '#app/ui/kernel/forms/refused-form.ts'
import common from '../../../locales/en/common.json' with { type: 'json' }
import { type HeldChoice, HolderPart, OptionalUnlessHeld } from './holder-part.tsx'

const i18n = createInstance().use(initReactI18next)
await i18n.init({ ...I18N_OPTIONS, lng: 'en', resources: { en: { common } } })

const render = (part: ReactNode) => renderToStaticMarkup(<I18nextProvider i18n={i18n}>{part}</I18nextProvider>)
const drawn = (held: Partial<HeldChoice>) =>
  render(<HolderPart shown={shownAgain(null)} held={{ assets: [], until: '2027-02-01', ...held }} />)

test('the ledger can be chosen where it holds a currency, until a day', () => {
  const part = drawn({ assets: ['XRP'] })
  expect(part.match(/name="heldBy"/g)).toHaveLength(2)
  expect(part).toContain('name="heldUntil"')
})

test('each ledger is told by its currencies, so that it is true also where the page cannot follow the chosen one', () => {
  const part = drawn({ assets: ['XLM', 'USDC', 'XRP'] })
  expect(part).toContain(`class="only--stellar">XLM, USDC: ${common.held.choice.stellar}`)
  expect(part).toContain(`class="only--xrpl">XRP: ${common.held.choice.xrpl}`)
  expect(drawn({ assets: ['XRP'] })).not.toContain('only--stellar')
})

test('what a ledger of secrets cannot do stands beside the choice, by its currency', () => {
  const part = drawn({ assets: ['XLM', 'XRP'] })
  expect(part).toContain(`XRP: ${common.held.final.title}`)
  const { noRefund, oneWallet } = common.held.choice
  for (const sentence of [noRefund, common.held.final.division, oneWallet, common.held.final.deposit]) {
    expect(part).toContain(`<li>${sentence}</li>`)
  }
  expect(part.indexOf('only--xrpl"><div class="note')).toBeGreaterThan(part.indexOf('only only--ledger'))
  expect(drawn({ assets: ['XLM', 'USDC'] })).not.toContain(common.held.final.title)
})

test('a field that the ledger needs is never just called optional, and is where the ledger holds nothing', () => {
  const note = (assets: HeldChoice['assets']) => render(<OptionalUnlessHeld held={{ assets, until: '2027-02-01' }} />)
  expect(note([])).toBe('optional')
  const both = note(['XLM'])
  expect(both).toContain('<span class="only--quayside">optional</span>')
  expect(both).toContain('<span class="only--ledger">needed if the ledger holds the money</span>')
  // Where all of it shows.
  expect(both.replaceAll(/<[^>]+>/g, '')).toBe('optional · needed if the ledger holds the money')
})

test('where the ledger never held any, no page speaks of it', () => {
  expect(drawn({})).toBe('')
})
