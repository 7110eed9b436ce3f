/** On-chain escrows from the play buyer's wallet to the play seller's, and the deposits of those wallets. */
import { randomUUID } from 'node:crypto'
import { Client, type SubmittableTransaction } from 'xrpl'
import { z } from 'zod'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { reserveReference } from '#app/ledgers/references/db/references.server.ts'
import { refreshLists } from '#app/screening/workflows/refresh-lists.server.ts'
import {
  createOnchainEscrow,
  findAgreement,
  type StoredAgreement,
  storeAgreement,
} from '#app/trade/onchain/db/onchain-escrows.server.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import { askForClearance } from '#app/trade/onchain/workflows/clearance/ask-clearance.server.ts'
import { clearDeposit } from '#app/trade/onchain/workflows/clearance/clear-deposit.server.ts'
import { findOnchainDeposits } from '#app/trade/onchain/workflows/find-deposits.server.ts'
import { prepareAgreements } from '#app/trade/onchain/workflows/prepare-agreements.server.ts'
import { stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { createOf } from '#tests/support/onchain/drafts.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { walletOf } from '#tests/support/world/people.ts'
import { aTrader } from '#tests/support/world/rows.ts'
import type { World } from '#tests/support/world/world.ts'

const DAY_MS = 86_400_000

export type OnchainTrade = { escrowId: string; buyerId: string; sellerId: string; asset: Asset }

/** Opened, and agreed to by its seller; nothing is prepared yet. `days`: from now to its date. */
export async function anAgreedTrade(world: World, asset: Asset, { days = 3 } = {}): Promise<OnchainTrade> {
  const { db, accounts, clock, random } = world.deps
  const [{ id: buyerId }, { id: sellerId }] = [
    await aTrader(db, { role: 'buyer', hasPaid: true }),
    await aTrader(db, { role: 'seller' }),
  ]
  const escrowId = randomUUID()
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const facts = { id: escrowId, transactionId: `auto_${escrowId}`, type: 'auto', heldBy: 'ledger' } as const
    const sides = { buyerId, sellerId, walletAddress: walletOf(asset, 'seller') }
    const account = accounts[networkOf(asset)].escrow
    const reference = await reserveReference(tx, random)
    await tx.escrow.create({ data: { ...facts, ...sides, currency: asset, amount: '25.5', account, reference } })
    const deadline = new Date(Math.ceil((now.getTime() + days * DAY_MS) / 1000) * 1000)
    await createOnchainEscrow(tx, { escrowId, buyerWallet: walletOf(asset, 'buyer'), deadline, createdAt: now })
  })
  const trade = { escrowId, buyerId, sellerId, asset }
  await agree(world, trade, walletOf(asset, 'seller'))
  return trade
}

/** The seller states this wallet instead of the former one. */
export async function agree(world: World, { escrowId, sellerId }: OnchainTrade, address: string): Promise<void> {
  const { db, newId, clock } = world.deps
  const agreement = {
    id: newId(),
    escrowId,
    wallet: { address, memo: null },
    agreedById: sellerId,
    agreedAt: clock.now(),
  }
  await inTransaction(db, (tx) => storeAgreement(tx, agreement))
}

export async function agreementOf(world: World, { escrowId }: OnchainTrade): Promise<StoredAgreement> {
  const agreement = await findAgreement(world.deps.db, escrowId)
  if (agreement === null) throw new Error(`nothing is agreed about ${escrowId}`)
  return agreement
}

/** Screens and weighs as the worker does, so that the deposit is offered. Expired lists are read again. */
export async function clearTrade({ deps }: Pick<World, 'deps'>, escrowId: string): Promise<void> {
  await askForClearance(deps, escrowId)
  await clearDeposit(deps, { escrowId })
  const where = { escrowId, closedAt: null }
  const isLeft = async () => (await deps.db.holdClearance.count({ where: { ...where, waitsFor: 'lists' } })) > 0
  if (!(await isLeft())) return
  await refreshLists(deps)
  await clearDeposit(deps, { escrowId })
}

/** Runs the worker's rounds until the account or secret exists, and the deposit is cleared. */
export async function prepared(world: World, trade: OnchainTrade): Promise<StoredAgreement> {
  const agreement = await preparedAlone(world, trade)
  await clearTrade(world, trade.escrowId)
  return agreement
}

/** The same without the clearance. */
export async function preparedAlone(world: World, trade: OnchainTrade): Promise<StoredAgreement> {
  const network = networkOf(trade.asset)
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    await prepareAgreements(world.deps, { network })
    const agreement = await agreementOf(world, trade)
    if (agreement.openedAt !== null) return agreement
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nothing was prepared for ${trade.escrowId}`)
}

/** Searches for deposits of every agreement, however recently the worker did. */
export async function pollDeposits(world: World): Promise<void> {
  await world.deps.db.holdAgreement.updateMany({ data: { lookAt: null, askedAt: new Date() } })
  await findOnchainDeposits(world.deps)
}

/** The buyer's deposit, as agreed or changed. Returns when it is in a closed ledger. */
export async function deposit(
  world: World,
  agreement: StoredAgreement,
  changes: Partial<OnchainTerms> = {},
): Promise<void> {
  const terms = { ...agreement.terms, ...changes }
  const { stellar } = world.deps.held
  if (networkOf(terms.asset) === 'xrpl') return sendCreate(world, await createOf(world, agreement, changes))
  const { account } = agreement
  const written = account === null ? null : await stellar.writeLock(terms, account)
  if (written === null || account === null) throw new Error('the lock cannot be written')
  const key = stellarPlayKey('buyer')
  const signature = Buffer.from(key.sign(Buffer.from(written.hash, 'hex'))).toString('base64')
  await stellar.send(stellar.withSignatures(written.xdr, [{ address: key.publicKey(), signature }]))
  await until(async () => {
    const { locks } = await stellar.findLocks(terms, account)
    return locks.some(({ balanceId }) => balanceId === written.balanceId)
  })
}

const submitted = z.looseObject({ tx_json: z.looseObject({ hash: z.string() }) })

async function sendCreate(world: World, draft: object): Promise<void> {
  const client = new Client(String(world.harbour.environment().XRPL_URL))
  await client.connect()
  try {
    const complete = await client.autofill(draft as SubmittableTransaction)
    const { tx_blob } = xrplPlayWallet('buyer').sign(complete)
    const ask = async (request: object) => (await client.request(request as { command: 'ping' })).result as unknown
    const { tx_json: sent } = submitted.parse(await ask({ command: 'submit', tx_blob }))
    await until(async () => {
      const answer = await ask({ command: 'tx', transaction: sent.hash }).catch(() => null)
      return z.looseObject({ validated: z.literal(true) }).safeParse(answer).success
    })
  } finally {
    await client.disconnect()
  }
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (
    const end = Date.now() + PATIENCE_MS;
    Date.now() < end;
    await new Promise((resolve) => setTimeout(resolve, 40))
  ) {
    if (await isDone()) return
  }
  throw new Error('it did not come to that')
}
