/** Pages that are cached for visitors: everybody gets their own page, whatever the address was asked for before. */

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '#scripts/trade/wait.ts'
import type { App } from '#tests/support/app/app.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'

let app: App

beforeAll(async () => {
  app = await borrowApp()
})
afterAll(() => app?.close())

type Asked = { path: string; headers?: Record<string, string> }

async function ask({ path, headers = {} }: Asked) {
  const answer = await fetch(app.origin + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })
  const html = await answer.text()
  return {
    status: answer.status,
    html,
    header: (name: string) => answer.headers.get(name),
    language: /<html lang="(\w+)"/.exec(html)?.[1],
    isKept: !html.includes('nonce='),
  }
}

const german = { 'accept-language': 'de' }
const persian = { 'accept-language': 'de', cookie: 'lng=ImZhIg==' }

describe.each(['/', '/faq', '/login', '/freight-forwarders'])('%s', (path) => {
  it('speaks the language of each who asks, in turn', async () => {
    const asked: [Asked, string][] = [
      [{ path }, 'en'],
      [{ path, headers: german }, 'de'],
      [{ path: `${path}?lng=sw`, headers: german }, 'sw'],
      [{ path, headers: persian }, 'fa'],
    ]
    for (const [request, language] of [...asked, ...asked.toReversed(), ...asked]) {
      const answer = await ask(request)
      expect(answer.language).toBe(language)
      expect(answer.header('Content-Language')).toBe(language)
      expect(answer.header('Vary')).toContain('Cookie')
    }
  })

  it('allows the scripts that it has and no others, and has the same nonce for nobody', async () => {
    const [first, second] = [await ask({ path }), await ask({ path })]
    expect(first.isKept).toBe(true)
    expect(second.html).toBe(first.html)
    const policy = first.header('Content-Security-Policy') ?? ''
    expect(policy).not.toMatch(/nonce|unsafe/)
    const scripts = Array.from(
      first.html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g),
      ([, text = '']) => text,
    )
    expect(scripts.length).toBeGreaterThan(1)
    for (const script of scripts) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    }
  })
})

describe('a page of somebody', () => {
  it('is made for them alone, between those of visitors', async () => {
    const { visitor } = await app.signIn('paid.buyer')
    const cookie = visitor.cookies().map(({ name, value }) => `${name}=${value}`)
    const [{ name = '' } = {}] = await app.query<{ name: string }>(
      `select name from "user" where email = 'paid.buyer@demo.example'`,
    )
    expect(name).not.toBe('')
    for (let turn = 0; turn < 3; turn += 1) {
      const stranger = await ask({ path: '/' })
      expect(stranger.isKept).toBe(true)
      expect(stranger.html).not.toContain(name)
      expect(stranger.header('Cache-Control')).not.toBe('no-store')
      const own = await ask({ path: '/', headers: { cookie: cookie.join('; ') } })
      expect(own.html).toContain(name)
      expect(own.isKept).toBe(false)
      expect(own.header('Cache-Control')).toBe('no-store')
    }
  })

  it('is made anew for whoever brings a cookie or a query along', async () => {
    const others: Asked[] = [
      { path: '/', headers: { cookie: 'ref=anything' } },
      { path: '/', headers: { cookie: 'lng=ImRlIg==; ref=anything' } },
      { path: '/', headers: { cookie: 'sid=nobody' } },
      { path: '/?left' },
      { path: '/login?redirectTo=/dashboard' },
    ]
    for (const other of others) {
      const answer = await ask(other)
      expect(answer.isKept).toBe(false)
      expect(answer.header('Content-Security-Policy')).toContain('nonce-')
      const kept = await ask({ path: other.path.split('?')[0] ?? '' })
      expect(kept.isKept).toBe(true)
      expect(kept.html).not.toContain('redirectTo=')
    }
    expect((await ask({ path: '/?left' })).html).not.toBe((await ask({ path: '/' })).html)
  })
})

describe('a price', () => {
  it('is on the page when it is known, and is not when it is too old', async () => {
    const shown = async () => (await ask({ path: '/faq' })).html
    const patience = { limitMs: PATIENCE_MS, pauseMs: 50 }
    // A price that the worker never reads from its sources meanwhile.
    const set = (sql: string) => app.query(`update market_price set ${sql} where asset = 'XRP'`)
    const isThere = async () => {
      await set(`usd = 98.7654, "fetchedAt" = now()`)
      return (await shown()).includes('$98.7654') || null
    }
    const isGone = async () => {
      await set(`"fetchedAt" = now() - interval '6 minutes'`)
      const html = await shown()
      return (!html.includes('98.7654') && html.includes('N/A')) || null
    }
    await waitFor(isThere, { what: 'the new price is shown', ...patience })
    await waitFor(isGone, { what: 'the old price is not shown', ...patience })
  })
})

it('comes as the browser takes it', async () => {
  const sizes = new Map<string | null, number>()
  for (const encoding of ['identity', 'gzip', 'br', 'gzip;q=0, br;q=0']) {
    const answer = await fetch(`${app.origin}/faq`, { method: 'HEAD', headers: { 'accept-encoding': encoding } })
    sizes.set(encoding, Number(answer.headers.get('content-length')))
    expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding.includes(';') ? 'identity' : encoding)
    expect(answer.headers.get('vary')).toContain('Accept-Encoding')
  }
  expect(sizes.get('br')).toBeLessThan(sizes.get('gzip') ?? 0)
  expect(sizes.get('gzip')).toBeLessThan(sizes.get('identity') ?? 0)
  expect(sizes.get('gzip;q=0, br;q=0')).toBe(sizes.get('identity'))
})
