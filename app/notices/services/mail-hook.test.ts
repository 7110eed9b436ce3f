import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openMailHook } from './mail-hook.server.ts'

const KEY = Buffer.alloc(24, 7)
const SECRET = `whsec_${KEY.toString('base64')}`
const hook = openMailHook(SECRET)
const seconds = (ago = 0) => String(Math.floor(Date.now() / 1_000) - ago)

function signed({
  body = '{"type":"x"}',
  id = 'msg_1',
  timestamp = seconds(),
  key = KEY,
}: Partial<{ body: string; id: string; timestamp: string; key: Buffer }> = {}) {
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return { body, id, timestamp, signature }
}

describe('a message of the mail service', () => {
  test('says what happened', () => {
    const data = { email_id: 'e1', to: ['ann@trade.example'] }
    const body = JSON.stringify({ type: 'email.complained', created_at: new Date().toISOString(), data })
    expect(hook.read(signed({ body }))).toMatchObject({ event: { kind: 'complained', address: 'ann@trade.example' } })
  })

  test('is read when it is signed, also beside a signature of another key', () => {
    expect(hook.read(signed())).toEqual({ event: null })
    const { signature, ...message } = signed()
    const other = signed({ key: Buffer.alloc(24, 8) }).signature
    expect(hook.read({ ...message, signature: `v1a,zzz ${other} ${signature}` })).toEqual({ event: null })
  })

  test.each([
    ['of another key', signed({ key: Buffer.alloc(24, 8) })],
    ['of another body', { ...signed(), body: '{"type":"y"}' }],
    ['of another number', { ...signed(), id: 'msg_2' }],
    ['of another moment', { ...signed(), timestamp: seconds(5) }],
    ['that is old', signed({ timestamp: seconds(301 + 5) })],
    ['of the future', signed({ timestamp: seconds(-306) })],
    ['without a moment', signed({ timestamp: 'now' })],
    ['without a signature', { ...signed(), signature: '' }],
    ['with half a signature', { ...signed(), signature: 'v1' }],
    ['with its beginning', { ...signed(), signature: signed().signature.slice(0, -4) }],
    ['that is no JSON', signed({ body: '{' })],
    ['that is empty', { body: '', id: '', timestamp: '', signature: '' }],
  ])('is none with a signature %s', (_, message) => {
    expect(hook.read(message)).toBeNull()
  })
})
