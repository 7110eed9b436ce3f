import { expect, test } from 'vitest'
import { z } from 'zod'
import { ALERT_SETTINGS, alertHookOf, refuseHalfAlertHook } from './alert-hook.ts'

const settings = z.object(ALERT_SETTINGS)
const isTaken = (env: Record<string, string>) => settings.safeParse(env).success

test.each([
  ['https://hooks.example/services/T0/B0', true],
  ['http://127.0.0.1:9000/alert', true],
  ['http://localhost/alert', true],
  ['http://alertmanager:9093/api', true],
  ['http://alerts.internal/', true],
  ['http://172.31.0.9/', true],
  ['http://[::1]:80/', true],
  ['http://[fd00::7]/', true],
  ['http://hooks.example/', false],
  ['http://172.32.0.9/', false],
  ['http://8.8.8.8/', false],
  ['https://user:password@hooks.example/', false],
  ['ftp://hooks.example/', false],
  ['hooks.example', false],
])('the address %s', (url, expected) => {
  expect(isTaken({ ALERT_WEBHOOK_URL: url })).toBe(expected)
})

const BYTES = Buffer.from('twenty-four bytes of key')
test.each([
  [`whsec_${BYTES.toString('base64')}`, true],
  [`whsec_${BYTES.subarray(1).toString('base64')}`, false],
  ['whsec_not base64 but long enough to pass', false],
  ['a secret of 24 characters', true],
  ['a secret of 23 letters.', false],
])('the secret %s', (secret, expected) => {
  expect(isTaken({ ALERT_WEBHOOK_SECRET: secret })).toBe(expected)
})

test('signs with the bytes of the key, or with the characters of a secret; none signs nothing', () => {
  const of = (env: Record<string, string>) => alertHookOf(settings.parse(env))
  const ALERT_WEBHOOK_URL = 'https://hooks.example/'
  const secret = `whsec_${BYTES.toString('base64')}`
  expect(of({ ALERT_WEBHOOK_URL, ALERT_WEBHOOK_SECRET: secret })?.key).toEqual(new Uint8Array(BYTES))
  const words = 'a secret of 24 characters'
  expect(of({ ALERT_WEBHOOK_URL, ALERT_WEBHOOK_SECRET: words })?.key).toEqual(new TextEncoder().encode(words))
  expect(of({ ALERT_WEBHOOK_URL })).toEqual({ url: ALERT_WEBHOOK_URL, key: null })
  expect(of({})).toBeNull()
  expect(refuseHalfAlertHook(settings.parse({ ALERT_WEBHOOK_SECRET: words }))).toHaveLength(1)
  expect(refuseHalfAlertHook(settings.parse({ ALERT_WEBHOOK_URL, ALERT_WEBHOOK_SECRET: words }))).toEqual([])
})
