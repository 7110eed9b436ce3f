import { mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Resend } from 'resend'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HARBOUR_WEBHOOK_SECRET } from '#app/kernel/domain/harbour-addresses.ts'
import { createFaults, type Faults } from '#harbour/faults.ts'
import { type Post, startPost } from '#harbour/post/server.ts'
import { onlyAt } from '#tests/support/runner/own-requests.ts'

const LETTER = {
  from: 'Quayside <notice@quayside.example>',
  to: 'amira@trader.example',
  subject: 'Your escrow is funded',
  html: '<p>It is funded.</p>',
  text: 'It is funded.',
}

describe('the post, as the unmodified Resend client meets it', () => {
  let faults: Faults
  let post: Post
  let resend: Resend

  beforeEach(async () => {
    faults = createFaults()
    post = await startPost({ port: 0, faults, journalFile: null })
    resend = new Resend('re_harbour', { baseUrl: post.url })
  })
  afterEach(() => post.close())

  test('takes a mail and gives it back', async () => {
    const sent = await resend.emails.send(LETTER)
    expect(sent.error).toBeNull()
    const kept = await resend.emails.get(sent.data!.id)
    expect(kept.data).toMatchObject({
      object: 'email',
      id: sent.data!.id,
      to: ['amira@trader.example'],
      subject: LETTER.subject,
      html: LETTER.html,
      text: LETTER.text,
      last_event: 'delivered',
    })
    expect(post.mails()).toHaveLength(1)
  })

  test('keeps the files of a mail', async () => {
    const attachments = [
      { filename: 'date.ics', content: Buffer.from('BEGIN:VCALENDAR'), contentType: 'text/calendar' },
    ]
    expect((await resend.emails.send({ ...LETTER, attachments })).error).toBeNull()
    expect(post.mails()[0]?.attachments).toEqual([
      {
        filename: 'date.ics',
        contentType: 'text/calendar',
        content: Buffer.from('BEGIN:VCALENDAR').toString('base64'),
      },
    ])
    const broken = { ...LETTER, attachments: [{ filename: '', content: 'eA==' }] }
    expect((await resend.emails.send(broken)).error).toMatchObject({ statusCode: 422, name: 'validation_error' })
  })

  test('sends an idempotency key once and gives the same id again', async () => {
    const first = await resend.emails.send(LETTER, { idempotencyKey: 'funded:42' })
    const again = await resend.emails.send(LETTER, { idempotencyKey: 'funded:42' })
    expect(again.data).toEqual(first.data)
    expect(post.mails()).toHaveLength(1)
    expect(post.mails()[0]?.idempotencyKey).toBe('funded:42')
  })

  test('forgets a key after a day', async () => {
    await resend.emails.send(LETTER, { idempotencyKey: 'funded:42' })
    post.letPass(25 * 3_600_000)
    await resend.emails.send(LETTER, { idempotencyKey: 'funded:42' })
    expect(post.mails()).toHaveLength(2)
  })

  test('refuses another mail under a used key', async () => {
    await resend.emails.send(LETTER, { idempotencyKey: 'funded:42' })
    const other = await resend.emails.send({ ...LETTER, subject: 'Another' }, { idempotencyKey: 'funded:42' })
    expect(other.error).toMatchObject({ statusCode: 409, name: 'invalid_idempotent_request' })
    expect(post.mails()).toHaveLength(1)
  })

  test('without a key sends every time', async () => {
    await resend.emails.send(LETTER)
    await resend.emails.send(LETTER)
    expect(post.mails()).toHaveLength(2)
  })

  test.each([
    ['no recipient', { to: [] }, 'missing_required_field', 'Missing `to` field.'],
    ['a broken recipient', { to: 'amira' }, 'validation_error', expect.stringMatching(/^Invalid `to` field/)],
    ['no sender', { from: '' }, 'missing_required_field', 'Missing `from` field.'],
    ['no subject', { subject: '' }, 'missing_required_field', 'Missing `subject` field.'],
  ])('refuses a mail with %s', async (_, change, name, message) => {
    const sent = await resend.emails.send({ ...LETTER, ...change })
    expect(sent.error).toEqual({ statusCode: 422, name, message })
    expect(post.mails()).toHaveLength(0)
  })

  test('refuses a mail without content, and one that is no JSON', async () => {
    const headers = { Authorization: 'Bearer re_harbour', 'Content-Type': 'application/json' }
    const { html: _html, text: _text, ...bare } = LETTER
    const empty = await fetch(`${post.url}/emails`, { method: 'POST', headers, body: JSON.stringify(bare) })
    expect(empty.status).toBe(422)
    expect(await empty.json()).toMatchObject({ name: 'missing_required_field' })
    const broken = await fetch(`${post.url}/emails`, { method: 'POST', headers, body: '{' })
    expect(await broken.json()).toMatchObject({ statusCode: 422, name: 'validation_error' })
  })

  test('asks for an API key', async () => {
    const without = await fetch(`${post.url}/emails`, { method: 'POST', body: '{}' })
    expect([without.status, await without.json()]).toEqual([401, expect.objectContaining({ name: 'missing_api_key' })])
    const wrong = await new Resend('sk_1', { baseUrl: post.url }).emails.send(LETTER)
    expect(wrong.error).toMatchObject({ statusCode: 403, name: 'invalid_api_key' })
  })

  test('does not know other mails or paths', async () => {
    expect((await resend.emails.get('b1946ac9-2491-4d3b-8f25-1c3f6c8b3a11')).error).toMatchObject({ name: 'not_found' })
    expect((await resend.apiKeys.list()).error).toMatchObject({ statusCode: 404 })
  })

  test('tells nothing of domains, as with a key that may send and nothing else', async () => {
    expect((await resend.domains.list()).error).toMatchObject({ statusCode: 401, name: 'restricted_api_key' })
  })

  test('a lost answer and a repeated request make one mail', async () => {
    faults.set({ target: 'post', kind: 'drop_after', times: 1 })
    const lost = await resend.emails.send(LETTER, { idempotencyKey: 'funded:43' })
    expect(lost.error).not.toBeNull()
    const repeated = await resend.emails.send(LETTER, { idempotencyKey: 'funded:43' })
    expect(repeated.error).toBeNull()
    expect(post.mails()).toHaveLength(1)
  })

  test('troubles look like the real ones', async () => {
    faults.set({ target: 'post', kind: 'too_many', times: 1 })
    expect((await resend.emails.send(LETTER)).error).toMatchObject({ statusCode: 429, name: 'rate_limit_exceeded' })
    faults.set({ target: 'post', kind: 'server_error', times: 1 })
    expect((await resend.emails.send(LETTER)).error).toMatchObject({ statusCode: 500 })
    faults.set({ target: 'post', kind: 'drop_before', times: 1 })
    expect((await resend.emails.send(LETTER)).error).toMatchObject({ name: 'application_error' })
    faults.set({ target: 'post', kind: 'html', times: 1 })
    expect((await resend.emails.send(LETTER)).error).not.toBeNull()
    expect(post.mails()).toHaveLength(0)
    expect((await resend.emails.send(LETTER)).error).toBeNull()
  })
})

test('mails and their keys outlive a restart', async () => {
  const journalFile = join(mkdtempSync(join(tmpdir(), 'post-')), 'post.jsonl')
  const before = await startPost({ port: 0, faults: createFaults(), journalFile })
  const first = await new Resend('re_harbour', { baseUrl: before.url }).emails.send(LETTER, { idempotencyKey: 'a' })
  await before.close()

  const after = await startPost({ port: 0, faults: createFaults(), journalFile })
  const again = await new Resend('re_harbour', { baseUrl: after.url }).emails.send(LETTER, { idempotencyKey: 'a' })
  expect(again.data).toEqual(first.data)
  expect(after.mails()).toHaveLength(1)
  await after.close()
})

describe('what became of a mail', () => {
  const secret = HARBOUR_WEBHOOK_SECRET
  type Told = { type: string; data: { email_id: string; tags: Record<string, string>; bounce?: { type: string } } }

  /** A webhook that verifies with the unmodified client. It refuses the first `refuses` tries. */
  async function listening(refuses = 0) {
    const told: Told[] = []
    const ids: string[] = []
    const { webhooks } = new Resend('re_reader')
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      const payload = await text(request)
      const header = (name: string) => String(request.headers[name])
      ids.push(header('svix-id'))
      if (ids.length <= refuses) return response.writeHead(503).end()
      const headers = {
        id: header('svix-id'),
        timestamp: header('svix-timestamp'),
        signature: header('svix-signature'),
      }
      told.push(webhooks.verify({ payload, headers, webhookSecret: secret }) as never)
      return response.writeHead(200).end()
    }
    const server = createServer(onlyAt(['/mail/events'], take))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const post = await startPost({
      port: 0,
      faults: createFaults(),
      journalFile: null,
      webhookUrl: `http://127.0.0.1:${port}/mail/events`,
    })
    const resend = new Resend('re_harbour', { baseUrl: post.url })
    return {
      told,
      ids,
      send: (to: string) => resend.emails.send({ ...LETTER, to, tags: [{ name: 'letter', value: 'l1' }] }),
      async [Symbol.asyncDispose]() {
        await post.close()
        await new Promise((resolve) => server.close(resolve))
      },
    }
  }

  test.each([
    ['bounce@x.example', ['email.bounced']],
    ['ravi+bounce@x.example', ['email.bounced']],
    ['ravi+full@x.example', ['email.bounced']],
    ['ravi+complaint@x.example', ['email.delivered', 'email.complained']],
    ['ravi+late@x.example', ['email.delivery_delayed', 'email.delivered']],
    ['ravi+failed@x.example', ['email.failed']],
  ])('%s: %s, signed', async (to, types) => {
    await using hook = await listening()
    const { data } = await hook.send(to)
    await expect.poll(() => hook.told.map(({ type }) => type).toSorted()).toEqual(types.toSorted())
    expect(hook.told[0]?.data).toMatchObject({ email_id: data?.id, tags: { letter: 'l1' } })
  })

  test('is told again where nobody takes it, under the same number, and a second mail is suppressed', async () => {
    await using hook = await listening(1)
    await hook.send('bounce@x.example')
    await expect.poll(() => hook.told).toHaveLength(1)
    expect(new Set(hook.ids).size).toBe(1)
    await hook.send('bounce@x.example')
    await expect.poll(() => hook.told.map(({ type }) => type)).toEqual(['email.bounced', 'email.suppressed'])
  })

  test('of what simply arrives is told nothing', async () => {
    await using hook = await listening()
    await hook.send('amira@trader.example')
    await hook.send('bounce@x.example')
    await expect.poll(() => hook.told).toHaveLength(1)
  })
})
