import { expect, test } from 'vitest'
import { openProxyFaults } from '#app/ops/services/proxy-faults.server.ts'
import { noteArrival } from './watch-proxy.server.ts'

const NOW = new Date('2026-11-23T12:00:00Z')

function watched(header: string | null = 'X-Forwarded-For', hops = 1) {
  const lines: string[] = []
  const faults = openProxyFaults()
  const tell = (level: string) => (facts: object) => {
    lines.push(`${level} ${(facts as { about: string }).about}`)
  }
  const watch = {
    publicOrigin: 'https://quayside.example',
    trustedAddress: { header, hops },
    now: () => NOW,
    log: { warn: tell('warn'), info: tell('info') },
  }
  return {
    lines,
    faults,
    arrive: (headers: Record<string, string>, url = '/') => noteArrival({ url, headers }, watch, faults),
  }
}

const WELL = { host: 'quayside.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.0.0.1, 8.8.8.8' }

test('what is missing is said once, at the first request, and that it is mended', () => {
  const { arrive, lines, faults } = watched()
  arrive({ host: 'quayside_upstream' })
  arrive({ host: 'quayside_upstream' })
  expect(lines).toEqual(['warn Host', 'warn X-Forwarded-For'])
  expect(faults.seen()).toMatchObject([
    { about: 'Host', since: NOW },
    { about: 'X-Forwarded-For', since: NOW },
  ])
  arrive(WELL)
  arrive(WELL)
  expect(lines.slice(2)).toEqual(['info Host', 'info X-Forwarded-For'])
  expect(faults.seen()).toEqual([])
})

test('strangers cannot make a right proxy look wrong, nor do those who ask past it', () => {
  const { arrive, lines } = watched()
  arrive({ host: '10.1.2.3:3000' }, '/healthz')
  arrive({ host: '10.1.2.3:3000' }, '/metrics?a=b')
  arrive(WELL)
  arrive({ host: '203.0.113.1', 'x-forwarded-proto': 'http', 'x-forwarded-for': 'nobody' })
  expect(lines).toEqual([])
})

test.each([
  ['X-Forwarded-For', 1, '8.8.8.8, 10.0.0.1', ['warn X-Forwarded-For']],
  ['X-Forwarded-For', 2, '8.8.8.8, 10.0.0.1', []],
  ['X-Forwarded-For', 1, 'fd00::1', ['warn X-Forwarded-For']],
  ['X-Real-IP', 1, '8.8.8.8', ['warn X-Real-IP']],
  [null, 1, '8.8.8.8', ['warn TRUSTED_IP_HEADER']],
] as const)('%s with %i hops and %s: %j', (header, hops, list, said) => {
  const { arrive, lines } = watched(header, hops)
  arrive({ ...WELL, 'x-forwarded-for': list })
  expect(lines).toEqual(said)
})
