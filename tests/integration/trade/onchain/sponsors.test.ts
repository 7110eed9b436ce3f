/** The keepers of on-chain escrows: made from the settings, offered only where all of them are there, and ours. */

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, parseConfig } from '#app/config.server.ts'
import { composeDeps, composeWorkerDeps } from '#app/deps.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { floatCovers } from '#app/ledgers/books/workflows/float-covers.server.ts'
import { reconcile } from '#app/ledgers/books/workflows/reconcile.server.ts'
import type { StellarSponsor, XrplSponsor } from '#app/ledgers/onchain.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { readAllOutgoing } from '#app/settlement/payouts/workflows/outgoing/read-outgoing.server.ts'
import { checkPayoutWallet, isOurs } from '#app/settlement/payouts/workflows/wallets/check-payout-wallet.server.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { settingsOf } from '#tests/support/operating/commands.ts'
import { at } from '#tests/support/world/authenticator.ts'
import { sendByHand } from '#tests/support/world/by-hand.ts'
import { walletOf } from '#tests/support/world/people.ts'
import { anEnvelope } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const configOf = (changes: Record<string, string> = {}): Config => parseConfig({ ...settingsOf(world), ...changes })
const NONE = {
  STELLAR_SPONSOR_ACCOUNT: '',
  STELLAR_SPONSOR_SEED: '',
  STELLAR_ARBITER_ADDRESS: '',
  STELLAR_ARBITER_SEED: '',
  XRPL_SPONSOR_ACCOUNT: '',
  XRPL_SPONSOR_SEED: '',
  ONCHAIN_SEALING_KEY: '',
}

function keepersOf({ keepers }: World['deps']): { stellar: StellarSponsor; xrpl: XrplSponsor } {
  const { stellar, xrpl } = keepers
  if (!stellar || !xrpl) throw new Error('The world keeps escrows on both ledgers.')
  return { stellar, xrpl }
}

async function closeAll(deps: Deps & Partial<World['deps']> & { clock: object }): Promise<void> {
  const { ledgers, held, treasuries = {}, feeTreasuries = {}, keepers = {} } = deps
  for (const { stellar, xrpl } of [ledgers, held, treasuries, feeTreasuries, keepers] as Partial<Deps['held']>[]) {
    await stellar?.close()
    await xrpl?.close()
  }
  await deps.db.$disconnect()
}

const terms = (asset: 'USDC' | 'XRP'): OnchainTerms => ({
  asset,
  amount: new Decimal('50'),
  buyerWallet: walletOf(asset, 'buyer'),
  sellerWallet: walletOf(asset, 'seller'),
  sellerTag: null,
  deadline: Math.floor(Date.now() / 1000) + 86_400,
  reference: '1234567890',
})

/** Returns a slot of the keeper, made when there is none. */
async function slotOf(keeper: StellarSponsor | XrplSponsor): Promise<string> {
  const find = async () => (await keeper.findLanes({ wanted: 1, findTaken: async () => new Set() }))[0]
  const known = await find()
  if (known !== undefined) return known
  const making = await keeper.makeLanes(1)
  if (making === null) throw new Error('no lane can be made')
  await keeper.submit(making)
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ''
}

test('what a keeper makes for itself costs no float of the clients’ account, and differs from no book', async () => {
  const { deps } = world
  const { stellar } = keepersOf(deps)
  const { sponsor: account = '' } = deps.keeping.stellar ?? {}
  const making = await stellar.makeLanes(1)
  if (making === null) throw new Error('every lane is made')
  const given = new Decimal(1_000_000)
  expect(await floatCovers(deps, { network: 'stellar', account }, given)).toBe(true)
  await reconcile(deps)
  expect(await floatCovers(deps, { network: 'stellar', account: deps.accounts.stellar.escrow }, given)).toBe(false)

  await stellar.submit(making)
  await expect.poll(() => stellar.outcomeOf(making)).toMatchObject({ kind: 'settled' })
  const { laneKey: _, ...envelope } = await anEnvelope(deps.db, { source: account })
  const { funds } = making
  const data = { ...envelope, hash: making.hash, purpose: 'channels' as const, funds }
  const { id } = await deps.db.transferAttempt.create({ data })
  const closed = { state: 'settled' as const, feePaid: '0.0004', closedAt: new Date() }
  await deps.db.transferAttempt.update({ where: { id }, data: closed })
  await reconcile(deps)
  await reconcile(at(deps, new Date(Date.now() + 30_000)))
  const compared = await deps.db.reconciliation.findMany({ where: { account: { in: Object.keys(funds) } } })
  expect(compared.length).toBeGreaterThan(0)
  expect(compared.map(({ difference }) => difference.toFixed())).toEqual(compared.map(() => '0'))
  expect(await deps.db.reconciliation.count({ where: { account } })).toBe(0)
  expect(await deps.db.payoutStop.count()).toBe(0)
})

test('the worker opens what the terms say, and both processes read it without a key', async () => {
  const { deps } = world
  const { stellar } = keepersOf(deps)
  const agreed = terms('USDC')
  expect(deps.keeping.stellar).toEqual(stellar.trustees)
  expect(await deps.held.stellar.obstaclesTo(agreed, 'before_locking')).toEqual({ buyer: null, seller: null })
  const opening = await stellar.signOpening(agreed, await slotOf(stellar))
  await stellar.submit(opening)
  await expect.poll(() => stellar.outcomeOf(opening)).toMatchObject({ kind: 'settled' })
  const web = await composeDeps(configOf())
  const of = { ...stellar.trustees, account: opening.account }
  expect(await web.held.stellar.readAccount(agreed, of)).toMatchObject({ differences: [] })
  web.clock[Symbol.dispose]()
  await closeAll(web)
})

test('a secret of the XRP Ledger is sealed for its escrow, and opened by the worker alone', async () => {
  const { deps } = world
  const secret = keepersOf(deps).xrpl.newSecret((bytes) => randomBytes(bytes))
  const sealed = deps.fulfilments?.seal('an escrow', secret.fulfilment) ?? ''
  expect(sealed).not.toContain(secret.fulfilment)
  expect(deps.fulfilments?.unseal('an escrow', sealed)).toBe(secret.fulfilment)
  expect(deps.fulfilments?.unseal('another escrow', sealed)).toBeNull()
  expect(await slotOf(keepersOf(deps).xrpl)).toMatch(/^\d+$/)
  const obstacles = { buyer: null, seller: null }
  expect(await deps.held.xrpl.obstaclesTo(terms('XRP'), 'before_locking')).toEqual(obstacles)
})

test('without the settings nothing is kept, and all else is there', async () => {
  const deps = await composeWorkerDeps(configOf(NONE))
  expect([deps.keeping, deps.keepers, deps.fulfilments]).toEqual([{ stellar: null, xrpl: null }, {}, null])
  expect(deps.treasuries.stellar.source).toBe(world.deps.accounts.stellar.escrow)
  await closeAll(deps)
})

describe('the worker does not start', () => {
  const friend = { stellar: stellarPlayKey('friend').secret(), xrpl: xrplPlayWallet('friend').seed ?? '' }

  test.each<[Record<string, string>, string]>([
    [{ STELLAR_SPONSOR_SEED: friend.stellar }, 'STELLAR_SPONSOR_SEED: is not the seed of STELLAR_SPONSOR_ACCOUNT, G'],
    [{ STELLAR_ARBITER_SEED: friend.stellar }, 'STELLAR_ARBITER_SEED: is not the seed of STELLAR_ARBITER_ADDRESS, G'],
    [{ XRPL_SPONSOR_SEED: friend.xrpl }, 'XRPL_SPONSOR_SEED: is not the seed of XRPL_SPONSOR_ACCOUNT, r'],
    [{ STELLAR_SPONSOR_SEED: '' }, 'STELLAR_SPONSOR_SEED: is not set, and STELLAR_SPONSOR_ACCOUNT is'],
    [{ STELLAR_ARBITER_SEED: '' }, 'STELLAR_ARBITER_SEED: is not set, and STELLAR_ARBITER_ADDRESS is'],
    [{ XRPL_SPONSOR_SEED: '' }, 'XRPL_SPONSOR_SEED: is not set, and XRPL_SPONSOR_ACCOUNT is'],
    [{ ONCHAIN_SEALING_KEY: '' }, 'ONCHAIN_SEALING_KEY: is not set, and XRPL_SPONSOR_ACCOUNT is'],
    [
      { STELLAR_ANCHOR_SEED: stellarPlayKey('keeper').secret() },
      'STELLAR_ANCHOR_SEED: is the seed of an account that has another purpose',
    ],
    [
      { STELLAR_ANCHOR_SEED: stellarPlayKey('arbiter').secret() },
      'STELLAR_ANCHOR_SEED: is the seed of an account that has another purpose',
    ],
    [
      {
        SIGNER_URL: 'http://127.0.0.1:9/sign',
        SIGNER_TOKEN: 'token',
        SIGNER_LEDGERS: 'stellar',
        STELLAR_ESCROW_SEED: '',
        STELLAR_FEE_SEED: '',
        STELLAR_CHANNEL_SEED: stellarPlayKey('keeper').secret(),
      },
      'STELLAR_CHANNEL_SEED: is a seed that keeps escrows',
    ],
  ])('%j', async (changes, sentence) => {
    const config = configOf(changes)
    const refused = composeWorkerDeps(config)
    await expect(refused).rejects.toThrow(sentence)
    for (const secret of Object.values(friend)) await expect(refused).rejects.not.toThrow(secret)
  })
})

describe('whoever keeps escrows is ours', () => {
  const addresses = ({ stellar, xrpl }: Deps['keeping']) => [stellar?.sponsor, stellar?.arbiter, xrpl?.keeper]

  test('and nobody’s wallet', async () => {
    const { deps } = world
    const [sponsor = '', arbiter = '', keeper = ''] = addresses(deps.keeping)
    for (const address of [sponsor, arbiter, keeper]) expect(await isOurs(deps, address)).toBe(true)
    const payee = (asset: 'XLM' | 'XRP', address: string) => ({
      ...{ asset, address, memo: null, amount: new Decimal(5) },
      statedBy: null,
    })
    expect(await checkPayoutWallet(deps, payee('XLM', sponsor))).toMatchObject({ refused: 'wallet_is_ours' })
    expect(await checkPayoutWallet(deps, payee('XRP', keeper))).toMatchObject({ refused: 'wallet_is_ours' })
    expect(await deps.ledgers.stellar.obstacleTo(payee('XLM', arbiter))).toBe('own_account')
    expect(await deps.ledgers.xrpl.obstacleTo(payee('XRP', keeper))).toBe('own_account')
    const toKeeper = { ...terms('XRP'), sellerWallet: keeper }
    expect(await deps.held.xrpl.obstaclesTo(toKeeper, 'before_locking')).toMatchObject({ seller: 'own_account' })
  })

  test('what leaves it is no payout that nobody knows, and stops none', async () => {
    const { deps } = world
    await slotOf(keepersOf(deps).stellar)
    await sendByHand(world, { from: 'keeper', to: walletOf('XLM', 'friend'), amount: '7' })
    for (const network of ['stellar', 'xrpl'] as const) await readAllOutgoing(deps, { network })
    await reconcile(deps)
    await reconcile(at(deps, new Date(Date.now() + 30_000)))
    const known = addresses(deps.keeping).flatMap((address) => address ?? [])
    expect(await deps.db.outgoingTransaction.count({ where: { account: { in: known } } })).toBe(0)
    expect(await deps.db.reconciliation.count({ where: { account: { in: known } } })).toBe(0)
    expect(await deps.db.payoutStop.count()).toBe(0)
  })

  test('what comes from it tops up the clients’ account, and is nobody’s case', async () => {
    const { deps } = world
    const { escrow: account } = deps.accounts.stellar
    const hash = await sendByHand(world, { from: 'keeper', to: account, amount: '9', memo: '7' })
    await ingestPayments(deps, { network: 'stellar', account })
    expect(await deps.db.ledgerPayment.count({ where: { hash } })).toBe(1)
    expect(await deps.db.paymentCase.count({ where: { ledgerPayment: { hash } } })).toBe(0)
    await reconcile(deps)
    expect(await deps.db.payoutStop.count()).toBe(0)
  })
})
