import { describe, expect, test } from 'vitest'
import { assertSameOrigin } from './origin.server.ts'

const ours = 'https://quayside.example'

function statusOf(headers: Record<string, string>, method = 'POST'): number {
  try {
    assertSameOrigin(new Request(`${ours}/submit`, { method, headers }), ours)
    return 200
  } catch (thrown) {
    return thrown instanceof Response ? thrown.status : 0
  }
}

describe('a form is taken', () => {
  test.each<[string, Record<string, string>]>([
    ['from our own page', { 'sec-fetch-site': 'same-origin', origin: ours }],
    ['from our own page without an origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['again after a tab was restored', { 'sec-fetch-site': 'none' }],
    ['from our own page in an older browser', { origin: ours }],
    ['from our own page by its Referer, without an origin', { referer: `${ours}/submit?like=7` }],
    ['from our own page by its Referer, with a hidden origin', { origin: 'null', referer: `${ours}/` }],
  ])('%s', (_, headers) => expect(statusOf(headers)).toBe(200))
})

describe('a form is refused', () => {
  test.each<[string, Record<string, string>]>([
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['from another site that says it is us', { 'sec-fetch-site': 'cross-site', origin: ours }],
    ['from a neighbour', { 'sec-fetch-site': 'same-site', origin: 'https://blog.quayside.example' }],
    ['from another site in an older browser', { origin: 'https://evil.example' }],
    ['over http', { origin: 'http://quayside.example' }],
    ['from another port', { origin: 'https://quayside.example:8443' }],
    ['from nowhere', { origin: 'null' }],
    ['without a word', {}],
    ['from another site by its Referer', { referer: 'https://evil.example/' }],
    ['from another site by its Referer, with a hidden origin', { origin: 'null', referer: 'https://evil.example/a' }],
    ['from another site that has our address in its own', { referer: `https://evil.example/${ours}/` }],
    ['from a name that begins like ours', { referer: `${ours}.evil.example/` }],
    ['from a host that is named behind ours', { referer: `${ours}@evil.example/` }],
    ['from our host over http by its Referer', { referer: 'http://quayside.example/submit' }],
    ['from another port by its Referer', { referer: `${ours}:8443/` }],
    ['from a document that a page of ours has made', { origin: 'null', referer: `blob:${ours}/1234` }],
    ['by an empty Referer', { origin: 'null', referer: '' }],
    ['with an origin that our Referer contradicts', { origin: 'https://evil.example', referer: `${ours}/submit` }],
    [
      'by a browser that says where from, whatever its Referer',
      { 'sec-fetch-site': 'cross-site', referer: `${ours}/` },
    ],
    [
      'by a browser that says where from, whatever else it hides',
      { 'sec-fetch-site': 'same-site', origin: 'null', referer: `${ours}/` },
    ],
    ['by a forged host', { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', host: 'evil.example' }],
  ])('%s', (_, headers) => expect(statusOf(headers)).toBe(403))

  test('whatever its method', () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) expect(statusOf({}, method)).toBe(403)
  })
})

test('reading a page is free', () => {
  expect(statusOf({ 'sec-fetch-site': 'cross-site' }, 'GET')).toBe(200)
  expect(statusOf({}, 'HEAD')).toBe(200)
})
