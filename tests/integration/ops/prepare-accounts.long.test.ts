/** `npm run accounts:prepare`: four new accounts on the harbour's ledgers, and what it leaves alone with real money. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '#app/config.server.ts'
import { openDatabase } from '#app/kernel/db/client.server.ts'
import { beginOutgoing } from '#app/settlement/payouts/db/outgoing-cursors.server.ts'
import { stellarPlayKey } from '#harbour/accounts.ts'
import { createFaults } from '#harbour/faults.ts'
import { stellarGenesis } from '#harbour/genesis.ts'
import { type Harbour, startHarbour } from '#harbour/harbour.ts'
import { startHorizon } from '#harbour/horizon/server.ts'
import { prepareAccounts } from '#scripts/accounts/prepare-accounts.ts'
import { runScript, settingsOf } from '#tests/support/operating/commands.ts'
import { emptyDatabase, freshDatabase } from '#tests/support/runner/database.ts'

let harbour: Harbour
let folder: string

beforeAll(async () => {
  harbour = await startHarbour({ port: 0, ledgerMs: 200, dataDir: null })
  folder = await mkdtemp(join(tmpdir(), 'quayside-keys-'))
})

afterAll(async () => {
  await harbour.close()
  await rm(folder, { recursive: true, force: true })
})

/** Settings of the networks alone: no account, no seed. */
function networks(): Record<string, string> {
  const {
    HORIZON_URL = '',
    STELLAR_PASSPHRASE = '',
    USDC_ISSUER = '',
    XRPL_URL = '',
    XRPL_NETWORK_ID = '',
  } = harbour.environment()
  return { HORIZON_URL, STELLAR_PASSPHRASE, USDC_ISSUER, XRPL_URL, XRPL_NETWORK_ID }
}

const prepare = (words: string[], settings: Record<string, string>) =>
  runScript('scripts/accounts/prepare.ts', words, settings)

/** Runs in this process; returns the output and the keys that it makes. */
async function prepared(
  env: Record<string, string>,
  flags: { yes?: boolean; makeKeys?: boolean; keepers?: boolean } = {},
) {
  const said: string[] = []
  const keys: string[] = []
  const isWhole = await prepareAccounts(env, {
    yes: flags.yes ?? false,
    makeKeys: flags.makeKeys ?? false,
    keepers: flags.keepers ?? false,
    keepKeys: async (lines) => void keys.push(...lines),
    isWatched: async () => false,
    say: (line) => said.push(line),
  })
  return { isWhole, said, keys: parseEnv(keys.join('\n')) as Record<string, string> }
}

const ledgerOf = async () =>
  (await fetch(`${harbour.origin}/api/balances?account=${stellarPlayKey('friend').publicKey()}`)).json()

describe('accounts:prepare', () => {
  test('makes four accounts that lack nothing, shows no key, and does nothing a second time', async () => {
    const file = join(folder, 'keys.env')
    const first = await prepare(['--keys-to', file], networks())
    expect(first).toMatchObject({ code: 0, err: '' })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const keys = parseEnv(await readFile(file, 'utf8')) as Record<string, string>
    expect(Object.keys(keys).toSorted()).toEqual(
      ['STELLAR', 'XRPL'].flatMap((name) =>
        ['ESCROW', 'FEE'].flatMap((role) => [`${name}_${role}_ACCOUNT`, `${name}_${role}_SEED`]),
      ),
    )
    for (const [name, value] of Object.entries(keys)) {
      if (name.endsWith('_SEED')) expect(first.out).not.toContain(value)
      else expect(first.out).toContain(value)
    }
    const before = await ledgerOf()
    const again = await prepared({ ...networks(), ...keys })
    expect(again.said).toHaveLength(4)
    for (const line of again.said) expect(line).toMatch(/^ok .* lacks nothing\.$/)
    expect(again.isWhole).toBe(true)
    expect(await ledgerOf()).toEqual(before)
  })

  test('makes what keeps escrows on the ledgers when it is asked to, and checks it wherever it is set', async () => {
    const made = await prepared(networks(), { keepers: true })
    expect(made.isWhole).toBe(true)
    const added = ['STELLAR_SPONSOR_ACCOUNT', 'STELLAR_ARBITER_ADDRESS', 'XRPL_SPONSOR_ACCOUNT', 'ONCHAIN_SEALING_KEY']
    expect(Object.keys(made.keys)).toHaveLength(15)
    for (const name of added) expect(made.keys[name]).toBeTruthy()
    for (const [name, value] of Object.entries(made.keys)) {
      if (!/_(ACCOUNT|ADDRESS)$/.test(name)) expect(made.said.join()).not.toContain(value)
    }
    // A worker starts with them.
    const settings = { ...harbour.environment(), ...made.keys }
    const { keepers } = parseConfig({ ...settingsOf({ harbour, databaseUrl: 'postgres://db/q' }), ...settings })
    expect(keepers).toMatchObject({ stellar: { arbiter: made.keys.STELLAR_ARBITER_ADDRESS }, sealingKeys: [{}] })

    const again = await prepared({ ...networks(), ...made.keys })
    expect([again.isWhole, again.keys]).toEqual([true, {}])
    expect(again.said.filter((line) => /^ok +\w+_SPONSOR_ACCOUNT .* lacks nothing\.$/.test(line))).toHaveLength(2)
    // Under the names that they had before, they are found as well: no second key is made.
    const former = (name: string) => name.replace('_SPONSOR_', '_KEEPER_').replace('ONCHAIN_SEALING', 'HELD_SEALING')
    const old = Object.fromEntries(Object.entries(made.keys).map(([name, value]) => [former(name), value]))
    expect(await prepared({ ...networks(), ...old }, { keepers: true })).toMatchObject({ isWhole: true, keys: {} })
    await expect(prepared({ ...networks(), ...made.keys, HELD_SEALING_KEY: 'another' })).rejects.toThrow(
      'HELD_SEALING_KEY: is called ONCHAIN_SEALING_KEY now, which has another value; keep ONCHAIN_SEALING_KEY.',
    )
    const { STELLAR_ARBITER_ADDRESS: _, STELLAR_ARBITER_SEED: __, ...without } = made.keys
    const mended = await prepared({ ...networks(), ...without })
    expect(Object.keys(mended.keys)).toEqual(['STELLAR_ARBITER_ADDRESS', 'STELLAR_ARBITER_SEED'])
    const { STELLAR_FEE_SEED = '' } = made.keys
    await expect(prepared({ ...networks(), ...made.keys, STELLAR_ARBITER_SEED: STELLAR_FEE_SEED })).rejects.toThrow(
      'STELLAR_ARBITER_SEED is not the seed of STELLAR_ARBITER_ADDRESS.',
    )
  })

  test('goes on where it was broken off', async () => {
    const { keys } = await prepared(networks())
    const { STELLAR_FEE_ACCOUNT = '', STELLAR_FEE_SEED = '', ...others } = keys
    const { said, isWhole } = await prepared({ ...networks(), ...others })
    expect(isWhole).toBe(true)
    expect(said.filter((line) => line.startsWith('ok'))).toHaveLength(3)
    expect(said.join()).not.toContain(STELLAR_FEE_ACCOUNT)
    expect(said.join()).not.toContain(STELLAR_FEE_SEED)
  })

  test('without a seed it says what its owner has to do', async () => {
    const address = stellarPlayKey('seller').publicKey()
    const { keys } = await prepared(networks())
    const { said, isWhole } = await prepared({
      ...networks(),
      ...keys,
      STELLAR_FEE_ACCOUNT: address,
      STELLAR_FEE_SEED: '',
    })
    expect(isWhole).toBe(false)
    expect(said).toContainEqual(
      expect.stringMatching(/^mend {2}STELLAR_FEE_ACCOUNT .*config\.memo_required.*STELLAR_FEE_SEED is not set here/),
    )
  })

  test.each([
    ['without a place for keys', [], {}, 'this is no terminal: say --keys-to FILE'],
    ['with half of the networks', ['--keys-to', 'x'], { XRPL_URL: '' }, 'Set XRPL_URL, too'],
    [
      'with a seed that is none',
      [],
      { STELLAR_FEE_SEED: 'Snonsense' },
      'STELLAR_FEE_SEED is no secret seed of Stellar.',
    ],
  ])('%s it does nothing', async (_, words, change, said) => {
    const before = await ledgerOf()
    const run = await prepare(words, { ...networks(), ...change })
    expect(run).toMatchObject({ code: 1, out: '', err: expect.stringContaining(said) })
    expect(run.err).not.toContain('Snonsense')
    expect(await ledgerOf()).toEqual(before)
  })

  test('sends nothing from an account that a worker watches, whose payouts that would stop, unless it is told to', async () => {
    await using database = await freshDatabase()
    await using untouched = await emptyDatabase()
    // It has the trustline, and requires no memo.
    const key = stellarPlayKey('second-buyer')
    const account = key.publicKey()
    const { keys } = await prepared(networks())
    const ours = { STELLAR_ESCROW_ACCOUNT: account, STELLAR_ESCROW_SEED: key.secret() }
    const env = { ...harbour.environment(), ...keys, ...ours }
    const db = openDatabase({ url: database.url, connections: 1 })
    await beginOutgoing(db, { network: 'stellar', account, cursor: null, since: null, now: new Date() })
    await db.$disconnect()
    const watched = await prepare([], { ...env, DATABASE_URL: database.url })
    expect(watched).toMatchObject({ code: 1, err: '' })
    expect(watched.out).toMatch(/is watched by a worker: what is sent from it stops its payouts/)
    const away = await prepare([], { ...env, DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/nothing' })
    expect(away).toMatchObject({ code: 1, err: expect.stringContaining('is not known: DATABASE_URL is set, and') })
    const sent = await prepare([], { ...env, DATABASE_URL: untouched.url })
    expect(sent).toMatchObject({ code: 0, err: '' })
    expect(sent.out).toMatch(/^done {2}STELLAR_ESCROW_ACCOUNT .*config\.memo_required/m)
  })

  test('never writes over a file', async () => {
    const file = join(folder, 'keys.env')
    const before = await readFile(file, 'utf8')
    const run = await prepare(['--keys-to', file], networks())
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining('cannot be written (EEXIST): nothing was done') })
    expect(await readFile(file, 'utf8')).toBe(before)
  })
})

describe('where there is real money', () => {
  let real: Awaited<ReturnType<typeof startHorizon>>
  let env: Record<string, string>

  // An unknown ledger counts as real: here the harbour's Stellar, under another name.
  beforeAll(async () => {
    const passphrase = 'Nobody’s network ; 2026'
    // As accounts are before they are prepared.
    const genesis = stellarGenesis().map((account) => ({ ...account, data: undefined }))
    real = await startHorizon({
      port: 0,
      passphrase,
      ledgerMs: 200,
      journalFile: null,
      genesis,
      faults: createFaults(),
    })
    env = { ...harbour.environment(), HORIZON_URL: real.url, STELLAR_PASSPHRASE: passphrase }
  })

  afterAll(async () => {
    await real.close()
  })

  test('it makes no key unless it is told to', async () => {
    const { STELLAR_FEE_ACCOUNT: _, STELLAR_FEE_SEED: __, ...others } = env
    const { isWhole, said, keys } = await prepared(others)
    expect([isWhole, keys]).toEqual([false, {}])
    expect(said).toContainEqual(expect.stringMatching(/^mend {2}STELLAR_FEE_ACCOUNT is not set: make its key/))
    const { STELLAR_ARBITER_ADDRESS: ___, STELLAR_ARBITER_SEED: ____, ...half } = env
    const arbiter = await prepared(half)
    expect([arbiter.isWhole, arbiter.keys]).toEqual([false, {}])
    expect(arbiter.said).toContainEqual(expect.stringMatching(/^mend {2}STELLAR_ARBITER_ADDRESS is not set: make it/))
    const told = await prepared(others, { makeKeys: true })
    expect(Object.keys(told.keys)).toEqual(['STELLAR_FEE_ACCOUNT', 'STELLAR_FEE_SEED'])
    expect(told.said).toContainEqual(expect.stringMatching(/is not on the ledger: send it 10 XLM, then run this again/))
  })

  test('it sends nothing without --yes, and says what it would cost', async () => {
    const shown = await prepared(env)
    expect(shown.isWhole).toBe(false)
    expect(shown.said.join('\n')).toMatch(/config\.memo_required \(SEP-29\): locks 0\.5 XLM, .*; --yes does it\./)
    expect((await prepared(env)).said).toEqual(shown.said)
    const sent = await prepared(env, { yes: true })
    expect(sent.isWhole).toBe(true)
    expect((await prepared(env)).said.every((line) => line.startsWith('ok'))).toBe(true)
  })
})
