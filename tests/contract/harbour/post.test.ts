import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Resend } from 'resend'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFaults, type Faults } from '#harbour/faults.ts'
import { type Post, startPost } from '#harbour/post/server.ts'

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
