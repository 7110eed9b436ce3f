import { describe, expect, it } from 'vitest'
import { setRight } from './front-door.server.ts'

const OURS = 'https://quayside.example'

function enter(sent: { url?: string; method?: string; headers?: Record<string, string> }) {
  const told: object[] = []
  const request = { url: '/login', method: 'POST', headers: {}, ...sent }
  setRight(request, { publicOrigin: OURS, tell: (facts) => told.push(facts) })
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
