import { describe, expect, it } from 'vitest'
import { askedPath, pathToPart } from './page-part.ts'

const ORIGIN = 'https://quayside.example'

describe('the part of a page that a letter is about', () => {
  const path = '/dashboard?txid=auto_7K3MQ9XHW2TPV4ZD0000'

  it('is there again after signing in, which never hears of what follows a #', () => {
    const link = new URL(pathToPart(path, 'refund-wallet'), ORIGIN)
    expect(link.hash).toBe('#refund-wallet')
    const heard = `${ORIGIN}${link.pathname}${link.search}`
    expect(askedPath(heard)).toBe(`${path}&part=refund-wallet#refund-wallet`)
  })

  it('is named once where the page has no other question', () => {
    expect(pathToPart('/settings', 'wallets')).toBe('/settings?part=wallets#wallets')
  })

  it.each(['', 'Dates', '#dates', '//evil.example', `${'a'.repeat(41)}`, 'a"b'])('%j is none', (part) => {
    const asked = `${path}&part=${encodeURIComponent(part)}`
    expect(askedPath(ORIGIN + asked)).toBe(asked)
  })
})
