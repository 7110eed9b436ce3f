import { describe, expect, it } from 'vitest'
import { type HeaderSettings, secureDocument, secureResource } from './headers.server.ts'

const ON_ONE_MACHINE: HeaderSettings = { isHttps: false, isDevelopment: false }

function documentHeaders(page: Partial<HeaderSettings & { isSignedIn: boolean }> = {}): Headers {
  const headers = new Headers()
  secureDocument(headers, { ...ON_ONE_MACHINE, isSignedIn: false, nonce: 'abc123', ...page })
  return headers
}
const policy = (headers: Headers) => headers.get('Content-Security-Policy') ?? ''

describe('a document', () => {
  it('runs our own scripts and those with the nonce, and no other', () => {
    expect(policy(documentHeaders())).toContain("script-src 'self' 'nonce-abc123'")
    expect(policy(documentHeaders())).not.toContain('unsafe')
  })

  it('posts to us only, is framed by nobody and has no base', () => {
    for (const rule of ["form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'", "default-src 'none'"]) {
      expect(policy(documentHeaders())).toContain(rule)
    }
  })

  it('frames our own previews, and Cloudflare’s widget only on the page that shows it', () => {
    expect(policy(documentHeaders())).toMatch(/frame-src 'self'(;|$)/)
    const withWidget = new Headers()
    secureDocument(withWidget, { ...ON_ONE_MACHINE, isSignedIn: true, nonce: 'n', showsTurnstile: true })
    expect(policy(withWidget)).toContain("frame-src 'self' https://challenges.cloudflare.com")
  })

  it('keeps the origin of our own forms, so that they work without JavaScript', () => {
    expect(documentHeaders().get('Referrer-Policy')).toBe('same-origin')
  })

  it('insists on https only where people reach us by https', () => {
    expect(documentHeaders().has('Strict-Transport-Security')).toBe(false)
    expect(policy(documentHeaders())).not.toContain('upgrade-insecure-requests')
    const headers = documentHeaders({ isHttps: true })
    expect(headers.get('Strict-Transport-Security')).toContain('max-age=31536000')
    expect(policy(headers)).toContain('upgrade-insecure-requests')
  })

  it('is stored nowhere when somebody is signed in', () => {
    expect(documentHeaders({ isSignedIn: true }).get('Cache-Control')).toBe('no-store')
  })
})

describe('loader data and downloads', () => {
  it('are never sniffed, and stored only when they say so', () => {
    const headers = new Headers()
    secureResource(headers, ON_ONE_MACHINE)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Cache-Control')).toBe('no-store')
    const own = new Headers({ 'Cache-Control': 'private, max-age=60' })
    secureResource(own, ON_ONE_MACHINE)
    expect(own.get('Cache-Control')).toBe('private, max-age=60')
  })
})
