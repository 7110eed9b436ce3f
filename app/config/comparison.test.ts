import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '#app/config.server.ts'
import { differingSettings } from '#app/ops/domain/settings-compare.ts'
import { harbourEnvironment } from '#harbour/environment.ts'
import { environmentsOf, readSettings } from '#scripts/launcher/environment.ts'
import { COMPARED, type ComparisonRole } from './comparison.ts'
import { SECRET_SETTINGS } from './environment.server.ts'
import { type SettingName, settingsSchema } from './schema.ts'

const HARBOUR: Record<string, string> & { DATABASE_URL: string } = {
  ...harbourEnvironment({ harbourPort: 3100 }),
  PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
  DATABASE_URL: 'postgres://localhost/quayside',
  SESSION_SECRET: 'a secret of the tests, long enough to pass',
  STORAGE_FOLDER: 'data/documents',
}

const word = (role: ComparisonRole, changes: Record<string, string> = {}) => ({
  role,
  ...parseConfig({ ...HARBOUR, ...changes }).describe(role),
})
const namesOf = (...processes: Parameters<typeof differingSettings>[0][number][]) =>
  differingSettings(processes).map(({ name }) => name)

test('of every setting it is decided whether it may differ, and secrets are never told', () => {
  expect(Object.keys(COMPARED).toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted())
  for (const name of SECRET_SETTINGS) expect([undefined, 'secret'], name).toContain(COMPARED[name]?.as)
})

test('no value of a secret stands in what a process says', () => {
  const said = JSON.stringify([word('web'), word('worker')])
  for (const name of SECRET_SETTINGS) {
    const value = HARBOUR[name]
    if (value) expect(said, name).not.toContain(value)
  }
})

const CHANGED: [name: SettingName, value: string, ComparisonRole[]][] = [
  ['SERVICE_FEE', 'each', ['web', 'worker']],
  ['PUBLIC_ORIGIN', 'http://127.0.0.1:3001', ['web', 'worker']],
  ['STORAGE_FOLDER', 'elsewhere', ['web', 'worker']],
  ['LISTS_MAX_AGE_HOURS', '2', ['web', 'worker']],
  ['UPLOAD_MAX_MB', '5', ['web', 'worker']],
  ['OPERATING_ACCOUNTS', HARBOUR.STELLAR_FEE_ACCOUNT ?? '', ['web', 'worker']],
  ['PAYOUT_LIMIT_USD', '0.1', ['worker']],
  ['PAYOUT_SLOTS', '3', ['worker']],
  ['XRPL_FEE_CAP', '20', ['worker']],
  ['RESEND_API_KEY', 're_another', ['worker']],
  ['ONCHAIN_SEALING_KEY', '0'.repeat(64), ['worker']],
  ['TRUSTED_PROXY_HOPS', '2', ['web']],
]

test.each(CHANGED)('%s that differs is named among those that have it', (name, value, roles) => {
  for (const one of ['web', 'worker'] as const)
    for (const other of ['web', 'worker'] as const) {
      const isSeen = roles.includes(one) && roles.includes(other)
      expect(namesOf(word(one), word(other, { [name]: value })), `${one}, ${other}`).toEqual(isSeen ? [name] : [])
    }
})

test('what may differ, and what is written otherwise and means the same, is no difference', () => {
  const own = {
    DATABASE_URL: 'postgres://other@elsewhere/quayside',
    HORIZON_URL: 'https://one.example',
    LOG_LEVEL: 'debug',
    WORKER_HEALTH_PORT: '9000',
    PUBLIC_ORIGIN: 'http://127.0.0.1:3000/',
    PAYOUT_SLOTS: '024',
    COINGECKO_URL: `${HARBOUR.COINGECKO_URL}/`,
  }
  expect(namesOf(word('worker'), word('worker', own))).toEqual([])
  const accounts = [HARBOUR.STELLAR_FEE_ACCOUNT ?? '', HARBOUR.XRPL_FEE_ACCOUNT ?? '']
  const stated = (list: string[]) => word('web', { OPERATING_ACCOUNTS: list.join(' , ') })
  expect(namesOf(stated(accounts), stated(accounts.toReversed()))).toEqual([])
  expect(namesOf(word('worker', { PAYOUT_LIMIT_USD: '100' }), word('worker', { PAYOUT_LIMIT_USD: '100.00' }))).toEqual(
    [],
  )
})

test('another SESSION_SECRET is named itself, and no other secret because of it', () => {
  const other = { SESSION_SECRET: 'another secret of the tests, long enough' }
  expect(namesOf(word('worker'), word('worker', other), word('web', other))).toEqual(['SESSION_SECRET'])
  expect(namesOf(word('worker'), word('worker', { ...other, SERVICE_FEE: 'each' }))).toEqual([
    'SERVICE_FEE',
    'SESSION_SECRET',
  ])
  // Two of one secret are still compared with each other.
  const others = [word('worker', other), word('worker', { ...other, RESEND_API_KEY: 're_another' })]
  expect(namesOf(word('worker'), ...others)).toEqual(['RESEND_API_KEY', 'SESSION_SECRET'])
})

test('limits of payouts are the workers’, in plain decimals; null is none', () => {
  expect(word('web').limits).toEqual({ LISTS_MAX_AGE_HOURS: '24' })
  expect(word('worker', { PAYOUT_LIMIT_USD: '1000.50', PAYOUT_LIMIT_HOUR_USD: '' }).limits).toEqual({
    LISTS_MAX_AGE_HOURS: '24',
    PAYOUT_LIMIT_USD: '1000.5',
    PAYOUT_LIMIT_HOUR_USD: '25000',
    PAYOUT_LIMIT_DAY_USD: null,
    PAYOUT_LIMIT_DIRECTED_USD: null,
  })
})

test('the launcher starts both processes with the same settings', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-compared-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { web, worker } = await environmentsOf({
    settings: { ...readSettings({}), dataDir: folder },
    databaseUrl: HARBOUR.DATABASE_URL,
    harbour: harbourEnvironment({ harbourPort: 3100 }),
    env: {},
    mode: 'production',
  })
  const webs = { role: 'web', ...parseConfig(web, 'web').describe('web') }
  expect(namesOf(webs, { role: 'worker', ...parseConfig(worker).describe('worker') })).toEqual([])
})

test('a limit that is switched off is told as it is written', () => {
  const [found] = differingSettings([word('worker'), word('worker', { PAYOUT_LIMIT_USD: '0.1' })])
  expect(found?.values.map(({ value }) => value)).toEqual(['none', '0.1'])
})
