import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secureEveryAnswer } from './every-answer.server.ts'

let server: Server

beforeAll(async () => {
  secureEveryAnswer({ isHttps: true, isDevelopment: false })
  server = createServer((request, response) => {
    if (request.url === '/own') response.setHeader('Referrer-Policy', 'no-referrer')
    if (request.url === '/away') response.writeHead(302, { Location: '/login' })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const ask = (path: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { redirect: 'manual' })

test.each(['/icon.svg', '/away'])('an answer that nobody secured is secured: %s', async (path) => {
  const { headers } = await ask(path)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Referrer-Policy')).toBe('same-origin')
  expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=31536000; ?includeSubDomains/)
  // A preview reads scripts and fonts in a frame without an origin.
  for (const name of ['Cache-Control', 'Cross-Origin-Resource-Policy']) expect(headers.has(name), name).toBe(false)
})

test('what an answer says of itself stays', async () => {
  expect((await ask('/own')).headers.get('Referrer-Policy')).toBe('no-referrer')
})
