/** Requests that none of our pages sends: each gets a small answer with our headers, and none is a server error. */

import { globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import { SETTLE_INTENTS } from '#app/escrow/domain/settle-intents.ts'
import routes from '#app/routes.ts'
import { ROOT } from '#scripts/build.ts'
import type { Visitor } from '#scripts/trade/http-client.ts'
import type { App } from '#tests/support/app/app.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'

let app: App

beforeAll(async () => {
  app = await borrowApp()
})
afterAll(() => app?.close())

/** Sends what no library would; returns the whole answer as text. */
function sendRaw(head: string): Promise<string> {
  const { hostname, port } = new URL(app.origin)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(`${head}\r\n\r\n`))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('a request that is none', () => {
  const HOST = 'Host: 127.0.0.1\r\nConnection: close'
  it.each([
    ['a host that is no host', 'GET / HTTP/1.1\r\nHost: foo bar\r\nConnection: close', 400],
    ['a port that there is not', 'GET / HTTP/1.1\r\nHost: a:99999999\r\nConnection: close', 400],
    ['an address of another server', `GET http://evil.example/ HTTP/1.1\r\n${HOST}`, 400],
    ['the server as a whole', `OPTIONS * HTTP/1.1\r\n${HOST}`, 400],
    ['TRACE', `TRACE / HTTP/1.1\r\n${HOST}`, 405],
    [
      'a form to a host that is none',
      'POST /login HTTP/1.1\r\nHost: a/b\r\nContent-Length: 0\r\nConnection: close',
      400,
    ],
    // The header is ignored, so it is not refused.
    ['what a proxy is said to have been called', `GET /faq HTTP/1.1\r\n${HOST}\r\nX-Forwarded-Host: a:99999999`, 200],
  ])('%s', async (_, head, status) => {
    const answer = await sendRaw(head)
    expect(answer.split('\r\n')[0]).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toMatch(/^x-content-type-options: nosniff$/im)
    expect(answer).toMatch(/^x-request-id: [0-9a-f]{18}$/im)
    if (status === 400) expect(answer.length).toBeLessThan(1_000)
  })
})

type Route = { path?: string | undefined; index?: boolean | undefined; file: string; children?: Route[] | undefined }

/** Every route's path, with the names of its parameters. */
const pages = addresses(await Promise.resolve(routes))

function addresses(list: readonly Route[], parent = ''): { path: string; file: string }[] {
  return list.flatMap(({ path = '', file, children = [] }) => {
    const here = path === '' ? parent : `${parent}/${path}`
    return [{ path: here === '' ? '/' : here, file }, ...addresses(children, here)]
  })
}

const sources = globSync('app/{routes,web}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/\.test\./.test(file))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n')
const namesIn = (found: RegExp) => [...new Set([...sources.matchAll(found)].map(([, name = '']) => name))]
const FIELDS = [...TEXTS, ...namesIn(/(?:fields|form)\.(?:get|getAll|getExact)\('(\w+)'/g)]
const QUERY = namesIn(/searchParams\.get(?:All)?\('(\w+)'/g)

const INTENTS: [page: string, intents: readonly string[]][] = [
  ['/transaction-lookup/', [...SETTLE_INTENTS, 'fetch', 'state_payment']],
  ['/seller-confirm/', SETTLE_INTENTS],
  ['/payment/', ['quote', 'confirm']],
  ['/cases/', ['assign', 'pay-back', 'take-up', 'deny', 'again', 'close']],
  ['/outgoing/', ['explain', 'accept']],
  ['/payouts/', ['stop', 'go', 'approve', 'again']],
]
const intentsOf = (file: string) => ['', ...INTENTS.flatMap(([page, intents]) => (file.includes(page) ? intents : []))]

const SIGNS = [
  ['what is no id, with a NUL and at length', `x'; --\0${'x'.repeat(4_000)}`],
  ['an id of nothing', '019a2c3e-7d1f-7b6a-9c55-0242ac120099'],
] as const

const DEMO = { buyer: 'paid.buyer', seller: 'seller', operator: 'operator' } as const
const READERS = ['visitor', 'buyer', 'seller', 'operator'] as const
const people = new Map<string, Visitor>()

async function as(reader: (typeof READERS)[number]): Promise<Visitor> {
  const known =
    people.get(reader) ?? (reader === 'visitor' ? app.visitor() : await (await app.signIn(DEMO[reader])).visitor)
  people.set(reader, known)
  return known
}

describe.each(READERS)('whatever stands where an id belongs, a %s gets an answer', (reader) => {
  it.each(SIGNS)('%s', async (_, sign) => {
    const visitor = await as(reader)
    const broken: string[] = []
    const look = async (path: string, init: Parameters<Visitor['send']>[1] = {}) => {
      const answer = await visitor.send(path, init)
      await answer.arrayBuffer()
      if (answer.status >= 500) broken.push(`${init.method ?? 'GET'} ${path.slice(0, 80)}: ${answer.status}`)
    }
    const query = new URLSearchParams(
      QUERY.filter((name) => name !== '_routes').map((name) => [name, sign.slice(0, 2_000)]),
    )
    for (const { path, file } of pages) {
      if (path === '/logout') continue
      const address = path.replaceAll(/:\w+|\*/g, encodeURIComponent(sign))
      await look(`${address}?${query}`)
      if (/:/.test(path)) await look(`${address}.data`)
      const source = readFileSync(join(ROOT, 'app', file), 'utf8')
      if (!/export (?:async function|const) action\b/.test(source)) continue
      for (const intent of intentsOf(file)) {
        const body = new URLSearchParams(FIELDS.map((name) => [name, sign]))
        body.set('intent', intent)
        if (intent === '') body.delete('intent')
        // Confirms where a page asks once more.
        body.set('sure', 'yes')
        await look(address, { method: 'POST', body, headers: { Origin: app.origin } })
      }
    }
    expect(broken).toEqual([])
  })
})
