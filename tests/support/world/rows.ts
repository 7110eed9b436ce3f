/** Bare rows for tests of the database's own rules; everything else makes people (people.ts). */
import { randomUUID } from 'node:crypto'
import { TERMS_SUPPLEMENT, TERMS_VERSION } from '#app/accounts/domain/service-terms.ts'
import type { Database } from '#app/kernel/db/client.server.ts'

export const at = new Date('2026-11-20T12:00:00.000Z')
export const account = 'an account'

export async function aUser(db: Database, changes: object = {}) {
  const id = randomUUID()
  return db.user.create({ data: { id, name: 'Somebody', email: `${id}@example.org`, ...changes } })
}

type Trader = { role: 'buyer' | 'seller'; hasPaid?: boolean; emailConfirmedAt?: Date }

/** Somebody who has accepted Quayside's terms, as everybody who registers now. */
export async function aTrader(db: Database, changes: Trader) {
  const at = new Date()
  const accepted = { version: TERMS_VERSION, supplement: TERMS_SUPPLEMENT, at, occasion: 'registration' as const }
  return aUser(db, { ...changes, serviceTerms: { create: accepted } })
}

/** The columns of a payout's signed envelope, under a lease of its ledger for an hour. */
export async function anEnvelope(db: Database, changes: object = {}) {
  const network = 'stellar' as const
  const until = new Date(Date.now() + 3_600_000)
  const lease = { network, holder: 'a worker of the test', epoch: 1n, until }
  const { epoch: leaseEpoch } = await db.payoutLease.upsert({ where: { network }, create: lease, update: { until } })
  return {
    purpose: 'payout' as const,
    network,
    hash: randomUUID(),
    blob: 'b',
    source: 's',
    sequence: '1',
    laneKey: randomUUID(),
    validUntil: '1',
    leaseEpoch,
    ...changes,
  }
}

/** Screens a payout of known id without a match: only then may it be signed. */
export async function compared(db: Database, payoutId: string, to?: string): Promise<string> {
  const at = new Date()
  const payout = await db.transfer.findUnique({ where: { id: payoutId }, select: { address: true } })
  const address = to ?? payout?.address
  const row = { subject: `wallet:${address}`, subjectHash: 'x', purpose: 'payout', engine: 1, outcome: 'clear' }
  await db.screening.create({ data: { ...row, payoutId, snapshotIds: [randomUUID()], at, lastAt: at } })
  return payoutId
}

export async function anEnvelopeOf(db: Database, payoutId: string, changes: object = {}) {
  return { payoutId: await compared(db, payoutId), ...(await anEnvelope(db, changes)) }
}

/** As when the workers with leases to sign payouts were frozen for too long. */
export const runOutLeases = (db: Database) =>
  db.$executeRaw`update "payout_lease" set "until" = date_trunc('milliseconds', clock_timestamp())`

export async function aReference(db: Database) {
  const number = Math.floor(Math.random() * 2 ** 31) || 1
  await db.paymentReference.create({ data: { number } })
  return number
}

export async function anEscrow(db: Database, changes: object = {}) {
  const buyer = await aUser(db, { role: 'buyer' })
  return db.escrow.create({
    data: {
      transactionId: `auto_${randomUUID()}`,
      type: 'auto',
      buyerId: buyer.id,
      currency: 'XLM',
      amount: '1.0000001',
      account,
      reference: await aReference(db),
      walletAddress: 'G',
      ...changes,
    },
  })
}

/** Money that arrived for an escrow and counts. */
export const arrived = (amount: string) => ({
  network: 'stellar' as const,
  hash: randomUUID(),
  operation: '1',
  fromAddress: 'f',
  toAddress: account,
  asset: 'XLM' as const,
  assetLabel: 'XLM',
  amount,
  closedAt: at,
})

/** A funded escrow of 1.0000001 XLM whose three facts hold, to be paid to 'G'. */
export async function aDueEscrow(db: Database, changes: object = {}) {
  const { id: sellerId } = await aUser(db, { role: 'seller' })
  return anEscrow(db, {
    sellerId,
    txValidated: true,
    verifiedAt: at,
    sellerConfirmed: true,
    confirmedAt: at,
    payoutAddress: 'G',
    documentApprovalStatus: 'Approved',
    payments: { create: arrived('1.0000001') },
    ...changes,
  })
}

export const releaseOf = (escrowId: string) => ({
  escrowId,
  purpose: 'release' as const,
  network: 'stellar' as const,
  asset: 'XLM' as const,
  amount: '1.0000001',
  address: 'G',
})
