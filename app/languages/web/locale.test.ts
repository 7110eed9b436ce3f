import { describe, expect, it } from 'vitest'
import { chosenLanguage, detectLanguage, preferredLanguage, rememberAskedLanguage } from './locale.server.ts'

const request = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://127.0.0.1${path}`, { headers })

describe('the language of a page', () => {
  it('is the one in the address before all others', async () => {
    expect(await detectLanguage(request('/?lng=fa', { 'Accept-Language': 'de' }), 'ru')).toBe('fa')
  })

  it('is the user’s setting before the cookie and the browser', async () => {
    const cookie = await rememberAskedLanguage(request('/?lng=tr'), false)
    expect(await detectLanguage(request('/', { Cookie: cookie ?? '', 'Accept-Language': 'de' }), 'ru')).toBe('ru')
  })

  it('is the remembered one before the browser’s', async () => {
    const cookie = await rememberAskedLanguage(request('/?lng=tr'), false)
    expect(await detectLanguage(request('/', { Cookie: cookie ?? '', 'Accept-Language': 'de' }))).toBe('tr')
  })

  it('is the browser’s best that we have, else English', async () => {
    expect(await detectLanguage(request('/', { 'Accept-Language': 'xx, pt-BR;q=0.8, de;q=0.9' }))).toBe('de')
    expect(await detectLanguage(request('/', { 'Accept-Language': 'xx' }))).toBe('en')
    expect(await detectLanguage(request('/'))).toBe('en')
  })

  it('is never one that we do not have', async () => {
    expect(await detectLanguage(request('/?lng=toString', { Cookie: 'lng=broken' }), 'klingon')).toBe('en')
    expect(await rememberAskedLanguage(request('/?lng=xx'), false)).toBeNull()
  })
})

describe('the cookie that remembers it', () => {
  it('goes over https only where people reach us by https, whatever a proxy makes of the address', async () => {
    expect(await rememberAskedLanguage(request('/?lng=tr'), true)).toContain('; Secure')
    expect(await rememberAskedLanguage(request('/?lng=tr'), false)).not.toContain('Secure')
  })
})

describe('a choice of language', () => {
  const ORIGIN = 'https://quayside.example'
  const chosen = (headers: Record<string, string>) => chosenLanguage(request('/faq?lng=fa', headers), ORIGIN)

  it('is made on a page of ours', () => {
    expect(chosen({ 'Sec-Fetch-Site': 'same-origin' })).toBe('fa')
    expect(chosen({ Referer: 'https://quayside.example/faq?lng=de' })).toBe('fa')
  })

  it.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    // Typed, or followed from an email.
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'cross-site', Referer: 'https://quayside.example/' },
    { Referer: 'https://quayside.example.evil.example/' },
    { Referer: 'http://quayside.example/' },
    { Referer: 'quayside.example' },
    {},
  ])('is not made by a link from elsewhere (%j)', (headers) => {
    expect(chosen(headers)).toBeNull()
  })

  it('is a language that we have', () => {
    expect(chosenLanguage(request('/?lng=xx', { 'Sec-Fetch-Site': 'same-origin' }), ORIGIN)).toBeNull()
    expect(chosenLanguage(request('/', { 'Sec-Fetch-Site': 'same-origin' }), ORIGIN)).toBeNull()
  })
})

describe('Accept-Language', () => {
  it('is read by weight, then by order', () => {
    expect(preferredLanguage('en;q=0.5, fr;q=0.9, es;q=0.9')).toBe('fr')
    expect(preferredLanguage('in-ID')).toBe('id')
    expect(preferredLanguage('de;q=0')).toBeNull()
    expect(preferredLanguage('*')).toBeNull()
    expect(preferredLanguage('')).toBeNull()
  })
})
