import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { complaintsAboutKeys } from '#app/config/sponsors.ts'
import { parseConfig } from '#app/config.server.ts'
import { harbourEnvironment } from '#harbour/environment.ts'
import { environmentsOf, needsHarbour, readSettings } from './environment.ts'

const HARBOUR = {
  HORIZON_URL: 'http://127.0.0.1:3101',
  STELLAR_PASSPHRASE: 'harbour',
  STELLAR_FEE_ACCOUNT: 'GFEE',
  STELLAR_ESCROW_SEED: 'SHARBOUR',
  XRPL_URL: 'ws://127.0.0.1:3102',
  XRPL_ESCROW_SEED: 'sHarbour',
  RESEND_BASE_URL: 'http://127.0.0.1:3104',
  RESEND_API_KEY: 're_harbour',
}

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quayside-environment-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const environments = (env: Record<string, string>) =>
  environmentsOf({
    settings: { ...readSettings({}), dataDir },
    databaseUrl: 'postgresql://db',
    harbour: HARBOUR,
    env,
    mode: 'production',
  })

describe('without any settings', () => {
  test('the harbour stands in for everything', async () => {
    const { web } = await environments({})
    expect(web).toMatchObject({
      HORIZON_URL: HARBOUR.HORIZON_URL,
      XRPL_URL: HARBOUR.XRPL_URL,
      RESEND_API_KEY: 're_harbour',
    })
    expect(web).toMatchObject({ HOST: '127.0.0.1', PORT: '3000', PUBLIC_ORIGIN: 'http://127.0.0.1:3000' })
    expect(needsHarbour({})).toBe(true)
  })

  test('escrows that a ledger holds are kept with the harbour’s keys, which only the worker has', async () => {
    const harbour = harbourEnvironment({ harbourPort: 3100 })
    const keepersOf = async (env: Record<string, string>) => {
      const { web, worker } = await environmentsOf({
        settings: { ...readSettings({}), dataDir },
        databaseUrl: 'postgresql://db',
        harbour,
        env,
        mode: 'production',
      })
      expect(complaintsAboutKeys(parseConfig(worker).keepers)).toEqual([])
      return parseConfig(web, 'web').keepers
    }
    const onBoth = { stellar: { keeper: harbour.STELLAR_SPONSOR_ACCOUNT }, xrpl: {}, sealingKeys: [] }
    expect(await keepersOf({})).toMatchObject(onBoth)
    const isOfXrpl = ([name]: [string, string]) => name.startsWith('XRPL_') && !name.includes('SPONSOR')
    const ownXrpl = Object.fromEntries(Object.entries(harbour).filter(isOfXrpl))
    expect(await keepersOf(ownXrpl)).toMatchObject({ ...onBoth, xrpl: null })
  })

  test('the signing keys go to the worker alone', async () => {
    const { web, worker, harbour } = await environments({})
    expect(worker).toMatchObject({ STELLAR_ESCROW_SEED: 'SHARBOUR', XRPL_ESCROW_SEED: 'sHarbour' })
    for (const env of [web, harbour]) expect(Object.keys(env).filter((name) => name.endsWith('_SEED'))).toEqual([])
    expect(harbour).not.toHaveProperty('DATABASE_URL')
  })

  test('the harbour knows no key of the captcha', async () => {
    const { web, harbour } = await environments({ TURNSTILE_SECRET_KEY: 'secret' })
    expect(web.TURNSTILE_SECRET_KEY).toBe('secret')
    expect(harbour).not.toHaveProperty('TURNSTILE_SECRET_KEY')
  })

  test('the session secret is made once', async () => {
    const [first, second] = [await environments({}), await environments({})]
    expect(first.web.SESSION_SECRET).toMatch(/^[0-9a-f]{64}$/)
    expect(second.worker.SESSION_SECRET).toBe(first.web.SESSION_SECRET)
  })
})

describe('with a service of the real world', () => {
  test('a real Horizon gets nothing of the harbour, so that no account of the two is mixed', async () => {
    const { worker } = await environments({ HORIZON_URL: 'https://horizon.example', STELLAR_FEE_ACCOUNT: 'GREAL' })
    expect(worker).toMatchObject({
      HORIZON_URL: 'https://horizon.example',
      STELLAR_FEE_ACCOUNT: 'GREAL',
      XRPL_URL: HARBOUR.XRPL_URL,
    })
    expect(worker).not.toHaveProperty('STELLAR_PASSPHRASE')
    expect(worker).not.toHaveProperty('STELLAR_ESCROW_SEED')
  })

  test('a key of the mail service means the real one', async () => {
    const { worker } = await environments({ RESEND_API_KEY: 're_real' })
    expect(worker.RESEND_API_KEY).toBe('re_real')
    expect(worker).not.toHaveProperty('RESEND_BASE_URL')
  })

  test('an empty setting is an unset one', async () => {
    expect((await environments({ HORIZON_URL: '' })).web.HORIZON_URL).toBe(HARBOUR.HORIZON_URL)
  })

  test('the harbour is not needed when every service is real', () => {
    const services = { HORIZON_URL: 'h', XRPL_URL: 'x', COINGECKO_URL: 'c', KRAKEN_URL: 'k', RESEND_API_KEY: 'r' }
    const real = { ...services, LISTS_ARE: 'real' }
    expect(needsHarbour(services)).toBe(true)
    expect(needsHarbour(real)).toBe(false)
    expect(needsHarbour({ ...real, XRPL_URL: '' })).toBe(true)
  })
})

test.each([
  [{ PORT: 'abc' }, 'The setting PORT is wrong: PORT must be a port number.'],
  [{ PORT: '70000' }, 'The setting PORT is wrong'],
  [
    { HARBOUR_LEDGER_MS: 'soon' },
    'The setting HARBOUR_LEDGER_MS is wrong: HARBOUR_LEDGER_MS must be a number of milliseconds.',
  ],
])('a wrong setting %o is named in one sentence', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(sentence)
})
