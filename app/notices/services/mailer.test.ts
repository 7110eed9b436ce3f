import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { EmailNotTaken, type Mailer } from '#app/ports.ts'
import { onlyAt } from '#tests/support/runner/own-requests.ts'
import { openMailer } from './mailer.server.ts'

const letter = {
  to: 'ann@example.com',
  subject: 'Funded',
  html: '<p>Funded</p>',
  text: 'Funded',
  idempotencyKey: '0193a1f0-0000-7000-8000-000000000001',
}

let server: Server
let mailer: Mailer
let received: { path: string; headers: Record<string, unknown>; body: unknown }[]
let answer: { status: number; body: string }

beforeEach(async () => {
  received = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ path: `${request.method} ${request.url}`, headers: request.headers, body: await json(request) })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  }
  server = createServer(onlyAt(['/emails'], take))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const from = 'Quayside <no-reply@quayside.example>'
  mailer = openMailer({ apiKey: 're_test', baseUrl, from, replyTo: 'support@quayside.example' })
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

test('a letter is handed over with its key', async () => {
  answer = { status: 200, body: '{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}' }
  expect(await mailer.send(letter)).toEqual({ id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' })
  const [request] = received
  expect(request?.path).toBe('POST /emails')
  expect(request?.headers).toMatchObject({ authorization: 'Bearer re_test', 'idempotency-key': letter.idempotencyKey })
  expect(request?.body).toEqual({
    from: 'Quayside <no-reply@quayside.example>',
    reply_to: 'support@quayside.example',
    to: 'ann@example.com',
    subject: 'Funded',
    html: '<p>Funded</p>',
    text: 'Funded',
    tags: [{ name: 'letter', value: letter.idempotencyKey }],
  })
})

test('an answer goes to whom the letter names', async () => {
  answer = { status: 200, body: '{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}' }
  await mailer.send({ ...letter, replyTo: 'writer@example.com' })
  expect(received[0]?.body).toMatchObject({ reply_to: 'writer@example.com' })
})

test.each([
  ['https://q.example/letters/one-click?letter=1', { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }],
  // RFC 8058 requires https: elsewhere the button opens the page.
  ['http://q.example/letters/one-click?letter=1', {}],
])('a mail program is told where a reminder is switched off: %s', async (offUrl, more) => {
  answer = { status: 200, body: '{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}' }
  await mailer.send({ ...letter, offUrl })
  expect(received[0]?.body).toHaveProperty('headers', { 'List-Unsubscribe': `<${offUrl}>`, ...more })
})

const refusal = (statusCode: number, name: string) => JSON.stringify({ statusCode, name, message: 'Because.' })

test.each([
  [500, 'oops', 'unknown', 'answered 500'],
  [502, '{"error":"bad gateway"}', 'unknown', 'gave no useful answer'],
  [200, '{}', 'unknown', 'answered without an id'],
  [200, '<html>', 'unknown', 'gave no useful answer'],
  [409, refusal(409, 'concurrent_idempotent_requests'), 'unknown', 'answered 409 (concurrent_idempotent_requests)'],
  [429, refusal(429, 'rate_limit_exceeded'), 'not_taken', 'answered 429 (rate_limit_exceeded): Because.'],
  [401, refusal(401, 'missing_api_key'), 'not_taken', 'answered 401'],
  [403, refusal(403, 'validation_error'), 'not_taken', 'answered 403'],
  [422, refusal(422, 'invalid_from_address'), 'not_taken', 'answered 422'],
  [422, refusal(422, 'validation_error'), 'refused', 'answered 422 (validation_error): Because.'],
  [400, refusal(400, 'validation_error'), 'refused', 'answered 400'],
])('a letter that is answered with %i %s: %s', async (status, body, fate, words) => {
  answer = { status, body }
  const error = await mailer.send(letter).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(EmailNotTaken)
  expect(error).toMatchObject({ fate, message: expect.stringContaining(words) })
})

test('a key that was used with other words has had its letter: it was taken', async () => {
  answer = { status: 409, body: '{"name":"invalid_idempotent_request","message":"Same key.","statusCode":409}' }
  expect(await mailer.send(letter)).toEqual({ id: null })
})

test('a letter to a service that is down was not taken', async () => {
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const { port } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  const down = openMailer({
    apiKey: 're_test',
    baseUrl: `http://127.0.0.1:${port}`,
    from: 'a@b.example',
    replyTo: 'c@b.example',
  })
  const error = await down.send(letter).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ fate: 'unknown', isOurFault: false })
  expect(causeOf(error)).toMatch(
    /^LetterNotTaken: The mail service gave no answer: connection refused \(connect ECONNREFUSED/,
  )
})

test.each([
  ['before an answer', 0],
  ['in the middle of it', 100],
])('a connection that is cut %s says so, though the SDK keeps it to itself', async (_, length) => {
  const cutting = createServer((request, response) => {
    request.resume().on('end', () => {
      if (length > 0) response.writeHead(200, { 'content-length': length }).write('{"id":')
      setImmediate(() => response.destroy())
    })
  })
  await new Promise<void>((resolve) => cutting.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(cutting.address() as AddressInfo).port}`
  const cut = openMailer({ apiKey: 're_test', baseUrl, from: 'a@b.example', replyTo: 'c@b.example' })
  const errors = await Promise.all(
    ['one', 'two'].map((idempotencyKey) => cut.send({ ...letter, idempotencyKey }).catch((caught: unknown) => caught)),
  )
  for (const error of errors) expect(causeOf(error)).toContain('connection cut')
  await new Promise((resolve) => cutting.close(resolve))
})

test('a key or a sender that is refused is our own fault', async () => {
  for (const [status, name, isOurFault] of [
    [401, 'missing_api_key', true],
    [403, 'validation_error', true],
    [422, 'invalid_from_address', true],
    [429, 'rate_limit_exceeded', false],
  ] as const) {
    answer = { status, body: refusal(status, name) }
    await expect(mailer.send(letter)).rejects.toMatchObject({ isOurFault })
  }
})

test('a letter to a service that does not answer was not taken, and the connection is given up', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const givenUp = new Promise((resolve) => silent.on('request', (request) => request.on('close', resolve)))
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const hasty = openMailer({ apiKey: 're_test', baseUrl, from: 'a@b.example', replyTo: 'c@b.example' }, 200)
  const error = await hasty.send(letter).catch((caught: unknown) => caught)
  expect(causeOf(error)).toMatch(/^LetterNotTaken: The mail service gave no answer: timed out/)
  await givenUp
  await new Promise((resolve) => silent.close(resolve))
})
