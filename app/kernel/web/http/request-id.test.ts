import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameRequests, requestId } from './request-id.server.ts'

let server: Server

beforeAll(async () => {
  nameRequests('Proxy-Request-Id')
  server = createServer(async (request, response) => {
    const atFirst = requestId()
    for await (const _ of request) await pause(1)
    response.end(JSON.stringify([atFirst, requestId()]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

function ask(headers: Record<string, string> = {}): Promise<{ stated: string; known: string[] }> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method: 'POST', headers }, async (answer) => {
      let body = ''
      for await (const chunk of answer) body += chunk
      resolve({ stated: String(answer.headers['x-request-id']), known: JSON.parse(body) })
    })
    asked.on('error', reject)
    asked.end('a form')
  })
}

test('each request has a number of its own: before its form is read, after it, and in its answer', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
  for (const { stated, known } of answers) {
    expect(stated).toMatch(/^[0-9a-f]{18}$/)
    expect(known).toEqual([stated, stated])
  }
  expect(new Set(answers.map(({ stated }) => stated)).size).toBe(20)
})

test('a plain one of our own proxy is kept', async () => {
  const { stated, known } = await ask({ 'Proxy-Request-Id': '01JD3Z5K7-fra' })
  expect([stated, ...known]).toEqual(Array(3).fill('01JD3Z5K7-fra'))
})

test.each([
  ['of anybody else', { 'X-Request-Id': 'chosen-by-me' }],
  ['that is not plain', { 'Proxy-Request-Id': '<script>alert(1)</script>' }],
  ['that is too short', { 'Proxy-Request-Id': '1' }],
  ['that is too long', { 'Proxy-Request-Id': 'a'.repeat(65) }],
])('one %s is not', async (_, headers) => {
  expect((await ask(headers)).stated).toMatch(/^[0-9a-f]{18}$/)
})

test('outside of requests there is none', () => expect(requestId()).toBe(''))
