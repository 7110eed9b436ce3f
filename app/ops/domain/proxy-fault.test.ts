import { expect, test } from 'vitest'
import { type ArrivedRequest, judgeArrival } from './proxy-fault.ts'

const WELL: ArrivedRequest = {
  host: 'quayside.example',
  scheme: 'https',
  address: { header: 'X-Real-IP', is: 'a visitor’s' },
  others: [],
}
const judge = (change: Partial<ArrivedRequest>) => judgeArrival({ ...WELL, ...change }, 'quayside.example')

test('what is passed on as it should be is good', () => {
  expect(judge({})).toEqual({ host: 'good', scheme: 'good', address: 'good' })
  expect(judge({ scheme: 'HTTPS, http' }).scheme).toBe('good')
})

test('a proxy need not state the scheme', () => {
  expect(judge({ scheme: null }).scheme).toBe('none')
})

test.each([
  [{ host: 'quayside_upstream' }, 'host', 'Host', /proxy_set_header Host \$host/],
  [{ host: null }, 'host', 'Host', /PUBLIC_ORIGIN \(quayside\.example\)/],
  [{ scheme: 'http' }, 'scheme', 'X-Forwarded-Proto', /keep nobody logged in/],
  [{ scheme: 'http,https' }, 'scheme', 'X-Forwarded-Proto', /ends TLS/],
  [{ address: null }, 'address', 'TRUSTED_IP_HEADER', /is not set.*states the visitor$/],
  [{ address: null, others: ['Fly-Client-IP'] }, 'address', 'TRUSTED_IP_HEADER', /this request has Fly-Client-IP/],
  [{ address: { header: 'X-Real-IP', is: null } }, 'address', 'X-Real-IP', /holds no address/],
  [{ address: { header: 'X-Real-IP', is: 'own' } }, 'address', 'X-Real-IP', /TRUSTED_PROXY_HOPS/],
] as const)('%o is a fault of %s', (change, passed, about, says) => {
  expect(judge(change)[passed]).toEqual({ about, says: expect.stringMatching(says) })
})
