import { describe, expect, it } from 'vitest'
import { BAD_REQUEST_PATH, setRight } from './front-door.server.ts'
import { assertNotPaused, assertSameOrigin } from './origin.server.ts'

const OURS = 'https://quayside.example'

type Sent = { url?: string; method?: string; headers?: Record<string, string | undefined> }

const headersOf = ({ headers }: Sent): Record<string, string | undefined> => ({ host: 'quayside.example', ...headers })

function enter(sent: Sent, isPaused = false) {
  const told: object[] = []
  const request = { url: '/login', method: 'POST', ...sent, headers: headersOf(sent) }
  setRight(request, { publicOrigin: OURS, isPaused: () => isPaused, tell: (facts) => told.push(facts) })
  return { ...request, told }
}

describe('who sent a form is judged once', () => {
  it.each([
    ['from our own page', { origin: OURS }, 'same-origin', 0],
    [
      'from our own page whose origin an add-on hides',
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      'same-origin',
      0,
    ],
    ['from another site', { origin: 'https://evil.example' }, 'cross-site', 1],
    ['from nowhere', { origin: 'null' }, 'cross-site', 1],
    ['from our own page by its Referer', { referer: `${OURS}/login` }, 'same-origin', 0],
    ['from our own page whose origin is hidden', { origin: 'null', referer: `${OURS}/login` }, 'same-origin', 0],
    ['by a Referer of another site', { origin: 'null', referer: 'https://evil.example/' }, 'cross-site', 1],
    [
      'by a browser that says so, with our Referer',
      { 'sec-fetch-site': 'cross-site', referer: `${OURS}/` },
      'cross-site',
      1,
    ],
    ['by an origin that is no address', { origin: 'evil' }, 'cross-site', 1],
    ['without a word', {}, 'cross-site', 0],
    ['by a forged host', { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }, 'cross-site', 1],
  ] as const)('%s', (_, headers, site, lines) => {
    const { headers: left, told } = enter({ headers: { ...headers } })
    expect(left).toMatchObject({ 'sec-fetch-site': site })
    expect(left).not.toHaveProperty('origin')
    expect(told).toHaveLength(lines)
  })

  it('the line holds no secret of the address', () => {
    const { told } = enter({ url: '/reset-password?token=abc', headers: { origin: 'null' } })
    expect(told).toEqual([{ method: 'POST', path: '/reset-password', origin: 'null' }])
  })

  it('what would change something is refused while this process may decide nothing, wherever it comes from', () => {
    for (const headers of [{ origin: OURS }, { origin: 'https://evil.example' }, {}]) {
      const site = enter({ headers }, true).headers['sec-fetch-site'] as string
      const request = new Request(`${OURS}/login`, { method: 'POST', headers: { 'Sec-Fetch-Site': site } })
      for (const gate of [assertNotPaused, (asked: Request) => assertSameOrigin(asked, OURS)]) {
        let thrown: unknown
        try {
          gate(request)
        } catch (error) {
          thrown = error
        }
        expect(thrown).toMatchObject({ status: 503 })
      }
    }
    expect(enter({ headers: { 'sec-fetch-site': 'paused' } }).headers['sec-fetch-site']).toBe('cross-site')
    expect(enter({ method: 'GET', headers: {} }, true).headers).not.toHaveProperty('sec-fetch-site')
  })

  it('reading is nobody’s attack', () => {
    expect(enter({ method: 'GET', headers: { origin: 'https://evil.example' } }).told).toEqual([])
  })
})

it.each([
  ['/%', '/%25'],
  ['/%ff?a=%', '/%25ff?a=%'],
  ['/documents/%zz%20', '/documents/%25zz%2520'],
  ['/a%20b?x=1%2', '/a%20b?x=1%2'],
])('the address %s is read as %s', (url, read) => {
  expect(enter({ url, method: 'GET' }).url).toBe(read)
})

it('a method that no page knows is one that is refused on a page', () => {
  expect(enter({ method: 'TRACE' }).method).toBe('OPTIONS')
})

describe('what is no address of ours is refused before anybody reads it', () => {
  it.each([
    ['no host', { headers: { host: 'foo bar' } }],
    ['a port that there is not', { headers: { host: 'quayside.example:99999999' } }],
    ['a host with a path', { headers: { host: 'quayside.example/x' } }],
    ['a host with a name before it', { headers: { host: 'a@quayside.example' } }],
    ['numbers that are no address', { headers: { host: '1.2.3.999' } }],
    ['the address of another server', { url: 'http://evil.example/login' }],
    ['the server as a whole', { url: '*', method: 'OPTIONS' }],
    ['a place of a proxy', { url: 'evil.example:443' }],
  ])('%s', (_, sent) => {
    expect(enter(sent)).toMatchObject({
      url: BAD_REQUEST_PATH,
      method: 'GET',
      headers: { host: 'quayside.example' },
    })
  })

  it.each([
    ['quayside.example', '/login'],
    ['127.0.0.1:3000', '/login'],
    ['[::1]:3000', '/login'],
    ['machine_1.internal', '/login'],
    ['quayside.example', `${OURS}/login`],
  ])('%s and %s is one', (host, url) => {
    expect(enter({ url, headers: { host } })).toMatchObject({ url: '/login', headers: { host } })
  })

  it('who states no host asks us', () => {
    expect(enter({ headers: { host: undefined } })).toMatchObject({ headers: { host: 'quayside.example' } })
  })

  it('what a proxy may have been called is nobody’s to say', () => {
    expect(enter({ headers: { 'x-forwarded-host': 'a:99999999' } }).headers).not.toHaveProperty('x-forwarded-host')
  })
})
