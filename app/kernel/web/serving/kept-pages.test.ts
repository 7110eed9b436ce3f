import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { type Handle, nonceOfKept, openKeptPages } from './kept-pages.server.ts'

/** A server with one page, which counts how often it was rendered; the test decides what the page's data is. */
async function openSite({ setsCookie = false, status = 200 } = {}) {
  const the = { world: async () => 'calm', made: 0 }
  const handle: Handle = async (request) => {
    the.made += 1
    const nonce = nonceOfKept() ?? 'of-this-visitor'
    const headers = new Headers({
      'Content-Type': 'text/html',
      'Content-Security-Policy': `script-src 'nonce-${nonce}'`,
    })
    if (setsCookie) headers.append('Set-Cookie', 'a=b')
    const language = request.headers.get('Accept-Language')
    return new Response(`<p>${language} ${the.made}</p><script nonce="${nonce}">go()</script>`, { status, headers })
  }
  const answerKept = openKeptPages({
    paths: ['/'],
    origin: 'http://site.example',
    languageOf: async ({ accepted }) => (accepted === 'de' ? 'de' : 'en'),
    worldOf: () => the.world(),
  })
  const server = createServer(async (request, answer) => {
    if (await answerKept(request, answer, handle)) return
    const own = await handle(new Request(`http://site.example${request.url}`))
    answer.writeHead(own.status, Object.fromEntries(own.headers)).end(await own.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const get = async (init: RequestInit & { path?: string } = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${init.path ?? '/'}`, init)
    return { text: await answer.text(), policy: answer.headers.get('Content-Security-Policy'), status: answer.status }
  }
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { the, get, [Symbol.asyncDispose]: close }
}

const inGerman = { headers: { 'Accept-Language': 'de' } }

it('a page is made once for each language, and anew when the world has changed', async () => {
  await using site = await openSite()
  const all = await Promise.all([site.get(), site.get(), site.get(inGerman), site.get()])
  expect(site.the.made).toBe(2)
  expect(new Set(all.map(({ text }) => text)).size).toBe(2)
  site.the.world = async () => 'storm'
  expect((await site.get()).text).not.toBe(all[0].text)
  expect((await site.get(inGerman)).text).toContain('<p>de')
  expect(site.the.made).toBe(4)
})

it('its scripts are allowed one by one, and it has no nonce', async () => {
  await using site = await openSite()
  const { text, policy } = await site.get()
  expect(text).toContain('<script>go()</script>')
  expect(policy).toMatch(/^script-src 'sha256-[\w+/]{43}='$/)
})

it('whoever brings a cookie, a query or a form has a page of the own', async () => {
  await using site = await openSite()
  await site.get()
  for (const cookie of ['sid=x', 'lng=x; ref=y', 'xlng=x', 'ref=y;lng=x']) {
    expect((await site.get({ headers: { cookie } })).policy).toContain('of-this-visitor')
  }
  expect((await site.get({ headers: { cookie: 'lng=x' } })).policy).toContain('sha256-')
  for (const other of [{ path: '/?a=b' }, { path: '/?' }, { method: 'POST', body: 'a=b' }]) {
    expect((await site.get(other)).policy).toContain('of-this-visitor')
  }
})

it.each([{ setsCookie: true }, { status: 500 }])('a page that is not for everybody is not kept: %o', async (wish) => {
  await using site = await openSite(wish)
  await site.get()
  expect((await site.get()).policy).toContain('of-this-visitor')
})

it('where the world cannot be read, each gets what the page itself says', async () => {
  await using site = await openSite()
  await site.get()
  site.the.world = async () => {
    throw new Error('The database is away')
  }
  const { policy, status } = await site.get()
  expect([status, policy]).toEqual([200, expect.stringContaining('of-this-visitor')])
})
