import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entrance, ownPath } from './way-back.ts'

const ORIGIN = 'https://quayside.example'

describe('a path to go back to after signing in', () => {
  it.each(['/', '/dashboard?txid=auto_7K3MQ9XHW2TPV4ZD0000', '/submit#type', '/payment?ref=HARBOR5'])(
    '%s is ours',
    (path) => {
      expect(ownPath(path)).toBe(path)
    },
  )

  it.each([
    '',
    'dashboard',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    ' /dashboard',
    `/${'a'.repeat(500)}`,
  ])('%j could lead elsewhere', (path) => {
    expect(ownPath(path)).toBeNull()
  })

  it.each([
    '/login',
    '/login?redirectTo=/login',
    '/LOGIN',
    '/register',
    '/logout',
    '/x/../logout',
    '/admin',
    '/login.data',
  ])('%s would lead in a circle', (path) => {
    expect(ownPath(path)).toBeNull()
  })

  it('the operator’s desk and its pages are no entrance', () => {
    expect(ownPath('/admin-panel/cases')).toBe('/admin-panel/cases')
  })

  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '//',
      '\\',
      '/\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '%00',
      '@',
      ':',
      '?',
      '#',
      '&',
      ';',
      '\t',
      '\n',
      '\r',
    ),
    fc.constantFrom(
      '\u0000',
      '\u2028',
      '\u202e',
      '\uff0f',
      '\ufeff',
      '\ud800',
      ' ',
      'evil.example',
      'https:',
      'javascript:',
      'data:',
    ),
    fc.constantFrom('login', 'logout', 'dashboard', 'redirectTo=', '127.0.0.1', '[::1]', 'user:pass@evil.example'),
    fc.string({ maxLength: 5, unit: 'binary' }),
  )
  const nasty = fc.array(piece, { maxLength: 9 }).chain((pieces) => {
    const text = pieces.join('')
    return fc.constantFrom(text, `/${text}`, `//${text}`, `/\\${text}`)
  })

  it('whatever is asked for, browsers stay on this site', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const path = ownPath(text)
        if (path === null) return
        for (const page of ['/', '/login?redirectTo=%2F', '/a/b/c']) {
          expect(new URL(path, ORIGIN + page).origin).toBe(ORIGIN)
        }
        // A header takes it as it is, and reading it again gives the same.
        expect(path).toMatch(/^\/(?!\/)[\x21-\x7e]*$/)
        expect(ownPath(path)).toBe(path)
      }),
      { numRuns: 5_000 },
    )
  })

  it('whatever is asked for, the entrance’s own address keeps it whole or drops it', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const address = new URL(entrance('/login', text), ORIGIN)
        expect(address.origin + address.pathname).toBe(`${ORIGIN}/login`)
        expect(address.searchParams.get('redirectTo')).toBe(ownPath(text))
        expect([...address.searchParams.keys()].length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 2_000 },
    )
  })
})
