/** Payouts with the keys in a signer outside the worker: paid once, and not while it does not sign as it should. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseConfig } from '#app/config.server.ts'
import { composeWorkerDeps } from '#app/deps.server.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { type SignerFault, type SigningService, startSigningService } from '#harbour/signer/server.ts'
import { holds } from '#tests/support/settlement/holdings.ts'
import { askForRound, runRound, slotOf } from '#tests/support/settlement/payout-rounds.ts'
import { queuePayouts } from '#tests/support/settlement/queued-payouts.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const TOKEN = 'token-of-the-tests'
let world: World
let service: SigningService
let closeOthers: () => Promise<void>

function settings(changes: Record<string, string> = {}) {
  return parseConfig({
    NODE_ENV: 'test',
    PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
    DATABASE_URL: world.databaseUrl,
    SESSION_SECRET: 'a secret of the tests, long enough to pass',
    STORAGE_FOLDER: '/nowhere',
    LOG_LEVEL: 'silent',
    ...world.harbour.environment(),
    STELLAR_ESCROW_SEED: '',
    STELLAR_FEE_SEED: '',
    XRPL_ESCROW_SEED: '',
    XRPL_FEE_SEED: '',
    STELLAR_CHANNEL_SEED: stellarPlayKey('second-buyer').secret(),
    XRPL_ESCROW_PUBLIC_KEY: xrplPlayWallet('escrow').publicKey,
    SIGNER_URL: `${service.url}/sign`,
    SIGNER_TOKEN: TOKEN,
    ...changes,
  })
}

beforeAll(async () => {
  world = await openWorld({ xrplValidLedgers: 900 })
  service = await startSigningService({ port: 0, token: TOKEN })
  const signed = await composeWorkerDeps(settings())
  const { treasuries: seeded } = world.deps
  world.deps.treasuries = signed.treasuries
  closeOthers = async () => {
    await Promise.all(
      [seeded.stellar, seeded.xrpl, signed.ledgers.stellar, signed.ledgers.xrpl].map((port) => port.close()),
    )
    await signed.db.$disconnect()
  }
})
beforeEach(() => {
  service.fault = null
})
afterAll(async () => {
  await closeOthers?.()
  await world[Symbol.asyncDispose]()
  await service.close()
})

const payoutOf = (id: string) =>
  world.deps.db.transfer.findUniqueOrThrow({ where: { id }, include: { attempts: true } })

async function queueOne(asset: Asset): Promise<string> {
  const [id = ''] = await queuePayouts(world, asset, 1)
  return id
}

async function untilPaid(payoutId: string): Promise<void> {
  await askForRound(world.deps, { payoutId })
  await world.workUntil(async () => (await payoutOf(payoutId)).state === 'confirmed', 'the payout is confirmed')
}

describe.each<Asset>(['XLM', 'XRP'])('%s', (asset) => {
  const source = () => world.deps.accounts[networkOf(asset)].escrow

  test('is paid with the signer’s signature', async () => {
    const before = await holds(world, { asset, name: 'seller' })
    const payoutId = await queueOne(asset)
    await untilPaid(payoutId)
    expect((await holds(world, { asset, name: 'seller' })).minus(before).toFixed()).toBe('1')
    expect((await payoutOf(payoutId)).attempts).toHaveLength(1)
    expect(service.signed.filter(({ account }) => account === source()).length).toBeGreaterThan(0)
  })

  test.each<SignerFault>(['hangs_up', 'refuses', 'no_signature', 'other_key', 'other_bytes'])(
    'waits and leaves nothing behind while the signer %s, and is then paid once',
    async (fault) => {
      await slotOf(world, networkOf(asset))
      const before = await holds(world, { asset, name: 'seller' })
      const payoutId = await queueOne(asset)
      service.fault = fault
      await runRound(world.deps, { payoutId })
      await runRound(world.deps, { payoutId })
      expect(await payoutOf(payoutId)).toMatchObject({ state: 'queued', waitsFor: 'signer', attempts: [] })
      service.fault = null
      await untilPaid(payoutId)
      expect((await payoutOf(payoutId)).attempts).toHaveLength(1)
      expect((await holds(world, { asset, name: 'seller' })).minus(before).toFixed()).toBe('1')
    },
  )
})

test('a wrong token is a refusal, and stands nowhere', async () => {
  const deps = await composeWorkerDeps(settings({ SIGNER_TOKEN: 'another-token' }))
  try {
    const lane = await slotOf(world, 'xrpl')
    const order = { payoutId: 'one', asset: 'XRP' as const, address: xrplPlayWallet('seller').address, memo: null }
    const signing = deps.treasuries.xrpl.sign({ ...order, amount: new Decimal('1'), lane })
    await expect(signing).rejects.toThrow(/^the signer refuses: HTTP 401$/)
  } finally {
    const ports = [deps.ledgers, deps.treasuries].flatMap(({ stellar, xrpl }) => [stellar, xrpl])
    await Promise.all(ports.map((port) => port.close()))
    await deps.db.$disconnect()
  }
})

describe('settings that could sign twice, or not at all, are refused', () => {
  test.each<[Record<string, string>, string]>([
    [{ SIGNER_TOKEN: '' }, 'SIGNER_TOKEN: is not set, and SIGNER_URL is'],
    [{ SIGNER_URL: '' }, 'SIGNER_URL: is not set, and SIGNER_TOKEN is'],
    [{ STELLAR_ESCROW_SEED: stellarPlayKey('escrow').secret() }, 'STELLAR_ESCROW_SEED: is set, and SIGNER_URL signs'],
    [{ XRPL_FEE_SEED: xrplPlayWallet('fee').seed ?? '' }, 'XRPL_FEE_SEED: is set, and SIGNER_URL signs'],
    [{ STELLAR_CHANNEL_SEED: '' }, 'STELLAR_CHANNEL_SEED: is not set'],
    [{ XRPL_ESCROW_PUBLIC_KEY: '' }, 'XRPL_ESCROW_PUBLIC_KEY: is not set'],
    [
      { XRPL_ESCROW_PUBLIC_KEY: xrplPlayWallet('friend').publicKey },
      'XRPL_ESCROW_PUBLIC_KEY: is not the public key of XRPL_ESCROW_ACCOUNT',
    ],
    [{ STELLAR_CHANNEL_SEED: stellarPlayKey('escrow').secret() }, 'STELLAR_CHANNEL_SEED: is the seed of'],
    [{ SIGNER_LEDGERS: 'xrpl' }, 'STELLAR_ESCROW_SEED: is not set'],
    [{ SIGNER_LEDGERS: 'xrpl, bitcoin' }, 'SIGNER_LEDGERS: must be stellar, xrpl'],
    [{ SIGNER_URL: 'http://signer.example' }, 'SIGNER_URL: must be an address that begins with https://'],
  ])('%j', async (changes, sentence) => {
    const start = async () => composeWorkerDeps(settings(changes))
    await expect(start()).rejects.toThrow(sentence)
  })
})
