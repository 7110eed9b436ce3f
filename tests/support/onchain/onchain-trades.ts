/** Trades whose money a ledger of the world holds, from a play wallet: made step by step as the workflows do. */

import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { Client, type SubmittableTransaction } from 'xrpl'
import { lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { StellarSponsor, XrplSponsor } from '#app/ledgers/onchain.ts'
import { countDeposit, type DepositKey, storeDeposit } from '#app/trade/onchain/db/deposits.server.ts'
import { findConditions, storeSecret } from '#app/trade/onchain/db/drafts.server.ts'
import {
  createOnchainEscrow,
  findAgreement,
  markOpened,
  storeAccount,
  storeAgreement,
} from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { type PlayName, stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { draftOf } from '#tests/support/onchain/drafts.ts'
import { clearTrade } from '#tests/support/onchain/holds.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { walletOf } from '#tests/support/world/people.ts'
import { anEnvelope, aReference, aTrader, runOutLeases } from '#tests/support/world/rows.ts'
import type { World } from '#tests/support/world/world.ts'

export type OnchainTrade = { id: string; buyerId: string; sellerId: string; asset: Asset; agreementId: string }

type Wanted = { asset?: Asset; amount?: string; deadline?: Date }

/** That many seconds from now, in whole seconds. */
export const inSeconds = (world: World, seconds: number) =>
  new Date((Math.floor(world.deps.clock.now().getTime() / 1000) + seconds) * 1000)

/** An on-chain escrow of 50 until tomorrow: agreed, prepared and cleared. Nothing is deposited yet. */
export async function anAgreedTrade(
  world: World,
  { asset = 'XLM', amount = '50', deadline }: Wanted = {},
): Promise<OnchainTrade> {
  const { deps } = world
  const { db } = deps
  const [buyerId, sellerId] = [
    (await aTrader(db, { role: 'buyer', hasPaid: true })).id,
    (await aTrader(db, { role: 'seller' })).id,
  ]
  const [id, agreementId, now] = [deps.newId(), deps.newId(), deps.clock.now()]
  const reference = await aReference(db)
  const account = deps.accounts[asset === 'XRP' ? 'xrpl' : 'stellar'].escrow
  const trade = { transactionId: `auto_${id}`, type: 'auto', heldBy: 'ledger', currency: asset } as const
  await inTransaction(db, async (tx) => {
    await tx.escrow.create({
      data: { id, ...trade, buyerId, sellerId, amount, account, reference, walletAddress: walletOf(asset) },
    })
    const until = deadline ?? inSeconds(world, 86_400)
    await createOnchainEscrow(tx, {
      escrowId: id,
      buyerWallet: walletOf(asset, 'buyer'),
      deadline: until,
      createdAt: now,
    })
    const wallet = { address: walletOf(asset), memo: null }
    await storeAgreement(tx, { id: agreementId, escrowId: id, wallet, agreedById: sellerId, agreedAt: now })
  })
  if (asset === 'XRP') await makeSecret(world, { id, agreementId })
  else await openAccount(world, { id, agreementId })
  // Cleared earlier: in the last ten minutes before the date nothing is cleared any more.
  const before = () => new Date(now.getTime() - 3_600_000)
  await clearTrade(deadline ? { deps: { ...deps, clock: { now: before } } } : world, id)
  return { id, buyerId, sellerId, asset, agreementId }
}

type Of = { id: string; agreementId: string }

export async function agreementOf({ deps }: Pick<World, 'deps'>, escrowId: string) {
  const agreement = await findAgreement(deps.db, escrowId)
  if (!agreement) throw new Error('nothing is agreed')
  return agreement
}

async function makeSecret({ deps }: World, { id: escrowId, agreementId }: Of): Promise<void> {
  const { keepers, fulfilments } = deps
  if (!keepers.xrpl || !fulfilments) throw new Error('the world keeps escrows on both ledgers')
  const { condition, fulfilment } = keepers.xrpl.newSecret((bytes) => randomBytes(bytes))
  const sealedFulfilment = fulfilments.seal(escrowId, fulfilment)
  const secret = { id: deps.newId(), escrowId, agreementId, condition, sealedFulfilment, createdAt: deps.clock.now() }
  await inTransaction(deps.db, async (tx) => {
    await storeSecret(tx, secret)
    await markOpened(tx, { id: agreementId, at: deps.clock.now() })
  })
}

async function openAccount(world: World, { id: escrowId, agreementId: id }: Of): Promise<void> {
  const { db, keepers, clock } = world.deps
  const keeper = keepers.stellar
  if (!keeper) throw new Error('the world keeps escrows on both ledgers')
  const { terms } = await agreementOf(world, escrowId)
  const opening = await keeper.signOpening(terms, await slotOf(keeper))
  await keeper.submit(opening)
  await until(async () => (await keeper.outcomeOf(opening)).kind === 'settled', 'the account is open')
  await inTransaction(db, (tx) => storeAccount(tx, { id, account: opening.account, ...keeper.trustees }))
  const attempt = await db.transferAttempt.create({
    data: {
      ...(await anEnvelope(db)),
      purpose: 'opening',
      agreementId: id,
      createdAt: clock.now(),
    },
  })
  await db.transferAttempt.update({ where: { id: attempt.id }, data: { state: 'settled', closedAt: clock.now() } })
  await runOutLeases(db)
  await inTransaction(db, (tx) => markOpened(tx, { id, at: clock.now() }))
}

/** A free slot of the keeper; makes one when there is none. */
export async function slotOf(keeper: StellarSponsor | XrplSponsor): Promise<string> {
  const find = async () => (await keeper.findLanes({ wanted: 1, findTaken: async () => new Set() }))[0]
  const known = await find()
  if (known !== undefined) return known
  const making = await keeper.makeLanes(1)
  if (making === null) throw new Error('no lane can be made')
  await keeper.submit(making)
  await until(async () => (await find()) !== undefined, 'a lane')
  return (await find()) ?? ''
}

/** Agreed, deposited by the buyer's play wallet, found on the ledger and funded. */
export async function aDepositedTrade(world: World, wanted: Wanted = {}): Promise<OnchainTrade> {
  const trade = await anAgreedTrade(world, wanted)
  const lock = trade.asset === 'XRP' ? await depositXrp(world, trade) : await depositOnStellar(world, trade)
  const { db, clock, newId } = world.deps
  const { terms } = await agreementOf(world, trade.id)
  await inTransaction(db, async (tx) => {
    await lockEscrow(tx, trade.id)
    const [id, now] = [newId(), clock.now()]
    const { id: escrowId, agreementId } = trade
    await storeDeposit(tx, { id, escrowId, agreementId, ...lock, foundAt: now, differences: [], end: null })
    await countDeposit(tx, { id, escrowId, amount: terms.amount, hash: lock.hash, lockedAt: lock.lockedAt, now })
  })
  return trade
}

type Deposited = { key: DepositKey; draftId: string | null; amount: Decimal | null; hash: string; lockedAt: Date }

async function depositOnStellar(world: World, trade: OnchainTrade): Promise<Deposited> {
  const { held } = world.deps
  const { terms, account } = await agreementOf(world, trade.id)
  const lock = await held.stellar.writeLock(terms, account ?? '')
  if (!lock) throw new Error('the buyer has no account')
  await held.stellar.send(signedBy(world, 'buyer', lock))
  const found = async () => (await held.stellar.findLocks(terms, account ?? '')).locks[0]
  await until(async () => (await found()) !== undefined, 'the balance')
  const { balanceId = '', hash = '', at = new Date(), differences = [] } = (await found()) ?? {}
  if (differences.length > 0) throw new Error(`locked otherwise: ${differences.join()}`)
  return { key: { balanceId }, draftId: null, amount: null, hash, lockedAt: at }
}

async function depositXrp(world: World, trade: OnchainTrade): Promise<Deposited> {
  const { held } = world.deps
  const agreement = await agreementOf(world, trade.id)
  const { terms } = agreement
  const hash = await sendXrp(world, await draftOf(world, agreement), xrplPlayWallet('buyer'))
  const [offered] = await findConditions(world.deps.db, { agreementId: agreement.id })
  const find = () => held.xrpl.findCreated(terms, { conditions: [offered?.condition ?? ''], hash })
  await until(async () => (await find()) !== null, 'the escrow')
  const { owner = '', sequence = 0, amount = null, at = new Date(), differences = [] } = (await find()) ?? {}
  if (differences.length > 0) throw new Error(`locked otherwise: ${differences.join()}`)
  return { key: { owner, sequence }, draftId: offered?.draftId ?? null, amount, hash, lockedAt: at }
}

/** Sends with a wallet of the XRP Ledger. Returns the hash. */
export async function sendXrp(world: World, transaction: object, wallet = xrplPlayWallet('buyer')): Promise<string> {
  const client = new Client(world.harbour.rippled.url)
  await client.connect()
  try {
    const whole = { Account: wallet.address, ...transaction } as unknown as SubmittableTransaction
    const { tx_blob: blob, hash } = wallet.sign(await client.autofill(whole))
    await client.request({ command: 'submit', tx_blob: blob })
    return hash
  } finally {
    await client.disconnect()
  }
}

/** What a wallet returns: the transaction with its signature. */
export function signedBy({ deps }: World, name: PlayName, { xdr, hash }: { xdr: string; hash: string }): string {
  const key = stellarPlayKey(name)
  const signature = Buffer.from(key.sign(Buffer.from(hash, 'hex'))).toString('base64')
  return deps.held.stellar.withSignatures(xdr, [{ address: key.publicKey(), signature }])
}

export async function confirmTrade({ deps }: World, { id, asset }: OnchainTrade): Promise<void> {
  const now = deps.clock.now()
  const data = { sellerConfirmed: true, confirmedAt: now, payoutAddress: walletOf(asset), payoutStatedAt: now }
  await deps.db.escrow.update({ where: { id }, data })
}

/** The ledgers of a test close by themselves. */
export async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  await expect.poll(isSo, { timeout: PATIENCE_MS, message: what }).toBe(true)
}
