import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { harbourEnvironment } from '#harbour/environment.ts'
import { ROOT } from '#scripts/build.ts'
import { COMPANY, COMPANY_SETTINGS_OF_TESTS, NOBODY } from '#tests/support/world/company.ts'
import { SIGNING_SETTINGS } from './config/environment.server.ts'
import { ConfigInvalid, parseConfig, readDatabaseUrl } from './config.server.ts'

const HARBOUR: Record<string, string> = {
  ...harbourEnvironment({ harbourPort: 3100 }),
  PUBLIC_ORIGIN: 'http://127.0.0.1:3000/',
  DATABASE_URL: 'postgres://localhost/quayside',
  SESSION_SECRET: 'x'.repeat(32),
  STORAGE_FOLDER: 'data/documents',
}

function complaints(changes: Record<string, string | undefined>): string[] {
  try {
    parseConfig({ ...HARBOUR, ...changes })
    return []
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.complaints
    throw error
  }
}

test('the harbour’s settings are complete', () => {
  const config = parseConfig(HARBOUR)
  expect(config.origin).toBe('http://127.0.0.1:3000')
  expect(config.captchaFastestMs).toBe(1_500)
  expect(config.uploadMaxBytes).toBe(20_000_000)
  expect([config.isHttps, config.stellar.isPublic, config.xlmBalanceCheck]).toEqual([false, false, 'receiving'])
  expect(config.serviceFee).toBe('once')
})

test('a captcha’s shortest time that is left empty is the usual one, and 0 is no time', () => {
  expect(parseConfig({ ...HARBOUR, CAPTCHA_FASTEST_MS: '' }).captchaFastestMs).toBe(1_500)
  expect(parseConfig({ ...HARBOUR, PAYOUT_SLOTS: ' ', UPLOAD_MAX_MB: '' })).toMatchObject({ payouts: { lanes: 24 } })
  expect(parseConfig({ ...HARBOUR, CAPTCHA_FASTEST_MS: '0' }).captchaFastestMs).toBe(0)
})

test('a clock that can be moved is for harbour and test networks', () => {
  expect(parseConfig(HARBOUR).harbourClockUrl).toBe('http://127.0.0.1:3100')
  const { HARBOUR_CLOCK_URL: _, ...without } = HARBOUR
  expect(parseConfig(without).harbourClockUrl).toBeNull()
  const refused = expect.stringContaining('HARBOUR_CLOCK_URL: a clock that can be moved')
  expect(complaints({ XRPL_NETWORK_ID: '0' })).toContainEqual(refused)
  expect(complaints({ STELLAR_PASSPHRASE: 'Public Global Stellar Network ; September 2015' })).toContainEqual(refused)
  expect(
    complaints({ XRPL_NETWORK_ID: '1', STELLAR_PASSPHRASE: 'Test SDF Network ; September 2015' }),
  ).not.toContainEqual(refused)
})

test('limits on tries are widened beside a harbour alone', () => {
  expect(parseConfig(HARBOUR).rateLimitFactor).toBe(1)
  expect(parseConfig({ ...HARBOUR, RATE_LIMIT_FACTOR: '1000' }).rateLimitFactor).toBe(1_000)
  const refused = expect.stringContaining('RATE_LIMIT_FACTOR: limits on tries are widened beside a harbour alone')
  const stellar = { STELLAR_PASSPHRASE: 'Public Global Stellar Network ; September 2015' }
  for (const network of [{ XRPL_NETWORK_ID: '0' }, stellar]) {
    expect(complaints({ ...network, RATE_LIMIT_FACTOR: '2' })).toContainEqual(refused)
    expect(complaints({ ...network, RATE_LIMIT_FACTOR: '1' })).not.toContainEqual(refused)
  }
})

test('no list counts for more than a day, and nothing is kept for less than five years', () => {
  const { mostAgeMs, keepYears } = parseConfig({ ...HARBOUR, LISTS_MAX_AGE_HOURS: '', RETENTION_YEARS: '' }).screening
  expect([mostAgeMs, keepYears]).toEqual([24 * 3_600_000, 5])
  for (const hours of ['0', '25', '48'])
    expect(complaints({ LISTS_MAX_AGE_HOURS: hours })).toEqual([
      'LISTS_MAX_AGE_HOURS: must be a number of hours from 1 to 24',
    ])
  for (const years of ['0', '4', '-5'])
    expect(complaints({ RETENTION_YEARS: years })).toEqual(['RETENTION_YEARS: must be a number of years from 5 to 30'])
})

test('each sanctions list is read from an address of its own', () => {
  const same = { OFAC_CONSOLIDATED_URL: HARBOUR.OFAC_SDN_URL ?? '' }
  expect(complaints(same)).toContainEqual(
    'OFAC_CONSOLIDATED_URL: is the address of OFAC_SDN_URL; each list has one of its own',
  )
})

test('an external escrow site is linked by https only, and none where the setting is empty', () => {
  const linked = (url: string | undefined) => parseConfig({ ...HARBOUR, EXTERNAL_ESCROW_URL: url }).externalEscrowUrl
  expect(linked(undefined)).toBe('https://www.escrow.com/')
  expect(linked(' https://escrow.example/start ')).toBe('https://escrow.example/start')
  expect([linked(''), linked('  ')]).toEqual([null, null])
  for (const url of ['http://escrow.example', 'javascript:alert(1)', 'escrow.example', 'https://a:b@escrow.example']) {
    expect(complaints({ EXTERNAL_ESCROW_URL: url }), url).toEqual([
      'EXTERNAL_ESCROW_URL: must be an address that begins with https://, or empty',
    ])
  }
})

test('who runs the service is told as it is set, on one line, and nothing is made up', () => {
  const told = (changes: Record<string, string>) => parseConfig({ ...HARBOUR, ...changes }).company
  expect(told({})).toEqual(NOBODY)
  expect(told({ ...COMPANY_SETTINGS_OF_TESTS, COMPANY_NAME: '  Quayside Trade Ltd ' })).toEqual(COMPANY)
  expect(told({ COMPANY_NAME: '  ', ANSWER_WORKING_DAYS: '' })).toEqual({ ...NOBODY, answerDays: null })
  expect(complaints({ COMPANY_ADDRESS: 'One\nTwo' })).toEqual(['COMPANY_ADDRESS: must stand on one line'])
  for (const days of ['0', '1.5', '91', 'soon']) {
    expect(complaints({ DECISION_WORKING_DAYS: days }), days).toEqual([
      'DECISION_WORKING_DAYS: must be a whole number of working days from 1 to 90, or empty',
    ])
  }
})

test('limits of payouts are US dollars, have safe defaults, and are switched off by none alone', () => {
  const told = (settings: Record<string, string>) => {
    const names = ['PAYOUT_LIMIT_USD', 'PAYOUT_LIMIT_HOUR_USD', 'PAYOUT_LIMIT_DAY_USD', 'PAYOUT_LIMIT_DIRECTED_USD']
    const unsaid = Object.fromEntries(names.map((name) => [name, '']))
    const { payout, hour, day, directed } = parseConfig({ ...HARBOUR, ...unsaid, ...settings }).payoutLimits
    return [payout, hour, day, directed].map((limit) => limit?.toFixed(2) ?? null)
  }
  expect(told({})).toEqual(['10000.00', '25000.00', '50000.00', '500.00'])
  expect(told({ PAYOUT_LIMIT_USD: '25000', PAYOUT_LIMIT_HOUR_USD: 'none', PAYOUT_LIMIT_DAY_USD: '99999.50' })).toEqual([
    '25000.00',
    null,
    '99999.50',
    '500.00',
  ])
  // The harbour's own settings.
  const none = { payout: null, hour: null, day: null, directed: null }
  expect(parseConfig(HARBOUR).payoutLimits).toEqual(none)
})

test('several servers of a ledger are kept in the order in which they stand', () => {
  const { stellar, xrpl } = parseConfig({
    ...HARBOUR,
    HORIZON_URL: 'https://one.example, https://two.example/horizon',
    XRPL_URL: 'wss://three.example,ws://127.0.0.1:6006',
  })
  expect(stellar.horizonUrls).toEqual(['https://one.example', 'https://two.example/horizon'])
  expect(xrpl.urls).toEqual(['wss://three.example', 'ws://127.0.0.1:6006'])
})

describe('keys that everybody knows', () => {
  test('are refused on the public Stellar network, each by name', () => {
    const said = complaints({ STELLAR_PASSPHRASE: 'Public Global Stellar Network ; September 2015' }).join()
    for (const name of ['STELLAR_FEE_ACCOUNT', 'STELLAR_ESCROW_ACCOUNT', 'USDC_ISSUER']) expect(said).toContain(name)
  })

  test('are refused on the XRP Ledger’s main network', () => {
    const said = complaints({ XRPL_NETWORK_ID: '0' }).join()
    for (const name of ['XRPL_FEE_ACCOUNT', 'XRPL_ESCROW_ACCOUNT']) expect(said).toContain(name)
  })
})

test('fee income and client money may not share an account', () => {
  expect(complaints({ STELLAR_ESCROW_ACCOUNT: HARBOUR.STELLAR_FEE_ACCOUNT }).join()).toContain(
    'client money stays apart',
  )
  expect(complaints({ XRPL_ESCROW_ACCOUNT: HARBOUR.XRPL_FEE_ACCOUNT }).join()).toContain('client money stays apart')
})

test('http is for production on the machine itself alone, and a slash at the end says nothing', () => {
  const origin = (url: string, mode = 'production') =>
    parseConfig({ ...HARBOUR, PUBLIC_ORIGIN: url, NODE_ENV: mode }).origin
  expect(origin('http://localhost:3000/')).toBe('http://localhost:3000')
  expect(origin('http://[::1]:3000')).toBe('http://[::1]:3000')
  expect(origin('https://quayside.example/')).toBe('https://quayside.example')
  expect(origin('http://192.168.1.5:3000', 'development')).toBe('http://192.168.1.5:3000')
  expect(complaints({ PUBLIC_ORIGIN: 'http://127.0.0.1.example' })).toEqual([
    expect.stringContaining('set https://127.0.0.1.example'),
  ])
})

test('an empty number of the network is not the main network’s', () => {
  expect(complaints({ XRPL_NETWORK_ID: '' })).toEqual(['XRPL_NETWORK_ID: is not set'])
  expect(parseConfig({ ...HARBOUR, XRPL_NETWORK_ID: ' 1 ' }).xrpl.networkId).toBe(1)
})

test('no secret is ever repeated', () => {
  const secrets = ['STELLAR_ESCROW_SEED', 'STELLAR_FEE_SEED', 'XRPL_ESCROW_SEED', 'XRPL_FEE_SEED'].map(
    (name) => HARBOUR[name] ?? '',
  )
  const places = [
    'STELLAR_FEE_ACCOUNT',
    'XRPL_FEE_ACCOUNT',
    'USDC_ISSUER',
    'OPERATING_ACCOUNTS',
    'DATABASE_URL',
    'HORIZON_URL',
    'XRPL_URL',
    'PUBLIC_ORIGIN',
  ]
  for (const secret of secrets) {
    for (const place of places) {
      const said = complaints({ [place]: secret }).join()
      expect(said, place).toContain(place)
      expect(said, place).not.toContain(secret)
    }
  }
  expect(complaints({ DATABASE_URL: 'mysql://me:hunter2@db/q' }).join()).not.toContain('hunter2')
})

test('the web app is not started where it could sign', () => {
  expect(() => parseConfig(HARBOUR, 'web')).toThrow('the web app must not be able to sign')
  const web = Object.entries(HARBOUR).filter(([name]) => !SIGNING_SETTINGS.some((secret) => secret === name))
  expect(parseConfig(Object.fromEntries(web), 'web').stellar.escrowSeed).toBeUndefined()
})

test('an account is not the issuer of what it is to hold', () => {
  expect(complaints({ STELLAR_FEE_ACCOUNT: HARBOUR.USDC_ISSUER })).toEqual([
    expect.stringContaining('is the issuer of USDC'),
  ])
})

test('a bucket has both keys or none, and keys have a bucket', () => {
  const s3 = { STORAGE_FOLDER: '', S3_BUCKET: 'documents', AWS_REGION: 'eu-central-1' }
  const both = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
  expect(parseConfig({ ...HARBOUR, ...s3 }).storage).toMatchObject({ kind: 's3', keys: null })
  expect(parseConfig({ ...HARBOUR, ...s3, ...both }).storage).toMatchObject({
    keys: { accessKeyId: 'id', secretAccessKey: 'key' },
  })
  expect(complaints({ ...s3, AWS_REGION: '' })).toEqual([expect.stringContaining('S3_REGION: set the region')])
  for (const name of Object.keys(both)) {
    expect(complaints({ ...s3, ...both, [name]: '' })).toEqual([
      expect.stringContaining(`${name}: set it together with`),
    ])
    expect(complaints({ ...both, [name]: ' ' })).toEqual([expect.stringContaining('S3_BUCKET: is not set, and')])
  }
  expect(complaints({ S3_ENDPOINT: 'http://127.0.0.1:9000' })).toEqual([
    expect.stringContaining('take S3_ENDPOINT out'),
  ])
})

test('the database’s address alone, for commands that need nothing else', () => {
  expect(readDatabaseUrl({})).toBeNull()
  expect(readDatabaseUrl({ DATABASE_URL: ' postgresql://db/q ', SESSION_SECRET: 'short' })).toBe('postgresql://db/q')
  expect(() => readDatabaseUrl({ DATABASE_URL: 'db' })).toThrow('must be the address of a PostgreSQL')
  expect(() => readDatabaseUrl({ DATABASE_URL_FILE: '/nowhere' })).toThrow('cannot be read')
})

function settingsOfExample(): string[] {
  const lines = readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z][A-Z_0-9]+)=/gm)
  return [...lines].flatMap(([, name]) => name ?? [])
}

test('no sentence about a setting says its name twice', () => {
  const names = settingsOfExample()
  expect(names).toContain('SERVICE_FEE')
  const wrong = Object.fromEntries(names.map((name) => [name, '\u0000 wrong']))
  const said = [
    ...complaints(Object.fromEntries(Object.keys(HARBOUR).map((name) => [name, undefined]))),
    ...complaints(wrong),
  ]
  expect(said.length).toBeGreaterThan(30)
  expect(said.filter((complaint) => /^(\w+): \1\b/.test(complaint))).toEqual([])
})

test('documents need a place to be kept', () => {
  expect(complaints({ STORAGE_FOLDER: undefined }).join()).toContain('STORAGE_FOLDER')
  expect(complaints({ STORAGE_FOLDER: undefined, S3_BUCKET: 'documents', S3_REGION: 'eu-central-1' })).toEqual([])
})

test('Turnstile has both its keys, or neither', () => {
  const keys = { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: 'secret' }
  expect(parseConfig(HARBOUR).turnstile).toBeNull()
  expect(parseConfig({ ...HARBOUR, ...keys }).turnstile).toMatchObject({ siteKey: 'site', secretKey: 'secret' })
  for (const name of Object.keys(keys)) {
    expect(complaints({ ...keys, [name]: '' })).toEqual([expect.stringContaining('TURNSTILE_SITE_KEY')])
  }
})

test('operating accounts are addresses of ours, and none that holds client money', () => {
  const [stellar, xrpl] = [HARBOUR.STELLAR_FEE_ACCOUNT ?? '', HARBOUR.XRPL_FEE_ACCOUNT ?? '']
  const accounts = (value: string) => parseConfig({ ...HARBOUR, OPERATING_ACCOUNTS: value }).operatingAccounts
  expect([accounts(''), accounts(` ${stellar} ,${xrpl},`)]).toEqual([[], [stellar, xrpl]])
  expect(complaints({ OPERATING_ACCOUNTS: 'our wallet' })).toEqual([
    expect.stringContaining('number 1 of the list is no account'),
  ])
  expect(complaints({ OPERATING_ACCOUNTS: HARBOUR.STELLAR_ESCROW_ACCOUNT })).toEqual([
    expect.stringContaining('holds client money'),
  ])
})

test('a low-water mark is an amount; left empty it is the usual one', () => {
  const low = (value: string) => parseConfig({ ...HARBOUR, FLOAT_LOW_XLM: value }).floatLow.stellar.toFixed()
  expect([low(''), low('0.5')]).toEqual(['20', '0.5'])
  expect(complaints({ FLOAT_LOW_XRP: 'much' })).toEqual([expect.stringContaining('FLOAT_LOW_XRP: must be an amount')])
})
