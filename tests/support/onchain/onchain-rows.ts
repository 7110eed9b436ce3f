/** Bare rows of on-chain escrows, for tests of the database's own rules. */
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { openSettlement } from '#app/settlement/custody/db/settlements.server.ts'
import { account, anEnvelope, aReference, at, aUser } from '#tests/support/world/rows.ts'

type Writer = Database | Transaction

const HOUR_MS = 3_600_000
/** A day after everything else. */
export const deadline = new Date(at.getTime() + 24 * HOUR_MS)
export const hours = (count: number) => new Date(at.getTime() + count * HOUR_MS)
export const amount = '1.0000000'

export type OnchainRow = { id: string; buyerId: string; sellerId: string; isXrp: boolean }
export type Agreed = OnchainRow & { agreementId: string; account: string }
export type Deposited = Agreed & { lockId: string; hash: string }

/** An on-chain escrow of 1 XLM (or XRP) from wallet B. Its seller is bound, and has agreed to nothing. */
export async function anOnchainEscrow(
  db: Database,
  changes: Partial<Prisma.EscrowUncheckedCreateInput> = {},
): Promise<OnchainRow> {
  const id = randomUUID()
  const [buyerId, sellerId] = [
    (await aUser(db, { role: 'buyer', hasPaid: true })).id,
    (await aUser(db, { role: 'seller' })).id,
  ]
  const reference = await aReference(db)
  const escrow = {
    id,
    transactionId: `auto_${id}`,
    type: 'auto' as const,
    heldBy: 'ledger' as const,
    buyerId,
    sellerId,
    currency: 'XLM' as const,
    amount,
    account,
    reference,
    walletAddress: 'S',
    ...changes,
  }
  await db.$transaction([
    db.escrow.create({ data: escrow }),
    db.hold.create({ data: { escrowId: id, buyerWallet: 'B', deadline, createdAt: at } }),
  ])
  return { id, buyerId, sellerId, isXrp: escrow.currency === ('XRP' as string) }
}

export const agreementOf = (held: OnchainRow, changes: Partial<Prisma.HoldAgreementUncheckedCreateInput> = {}) => ({
  id: randomUUID(),
  escrowId: held.id,
  sellerWallet: 'S',
  agreedById: held.sellerId,
  agreedAt: at,
  ...changes,
})

export async function openingOf(db: Database, agreementId: string, changes: object = {}) {
  return {
    ...(await anEnvelope(db)),
    id: randomUUID(),
    purpose: 'opening' as const,
    agreementId,
    createdAt: at,
    ...changes,
  }
}

/** Prepares the two-signature account (arbiter A, sponsor P) or a secret, whose draft was offered and has ended. */
export async function prepare(db: Database, held: OnchainRow, agreementId: string): Promise<string> {
  const account = `E ${randomUUID()}`
  const where = { id: agreementId }
  if (held.isXrp) {
    await aSecret(db, { ...held, agreementId }, { id: agreementId, condition: account })
    await db.holdAgreement.update({ where, data: { openedAt: at } })
    await offer(db, agreementId, { endedAt: at })
    return account
  }
  await db.holdAgreement.update({ where, data: { account, arbiter: 'A', sponsor: 'P' } })
  const { id } = await db.transferAttempt.create({ data: await openingOf(db, agreementId) })
  await db.transferAttempt.update({ where: { id }, data: { state: 'settled', closedAt: at } })
  await db.holdAgreement.update({ where, data: { openedAt: at } })
  return account
}

/** A secret in stock, for the XRP Ledger. */
export const aSecret = (
  db: Writer,
  { id: escrowId, agreementId }: Pick<Agreed, 'id' | 'agreementId'>,
  changes: Partial<Prisma.HoldDraftUncheckedCreateInput> = {},
) => {
  const secret = { condition: randomUUID(), sealedFulfilment: 'sealed', createdAt: at }
  return db.holdDraft.create({
    data: { id: randomUUID(), escrowId, agreementId, network: 'xrpl', ...secret, ...changes },
  })
}

/** Offers a secret in stock; `endedAt`: the draft ends at once. */
export async function offer(
  db: Writer,
  id: string,
  { endedAt, offeredAt = at }: { endedAt?: Date; offeredAt?: Date } = {},
) {
  const data = { sequence: 1n, lastLedger: 900n, validUntil: hours(1), offeredAt }
  await db.holdDraft.update({ where: { id }, data })
  if (endedAt) await db.holdDraft.update({ where: { id }, data: { endedAt } })
}

export async function anAgreedEscrow(
  db: Database,
  changes: Partial<Prisma.EscrowUncheckedCreateInput> = {},
): Promise<Agreed> {
  const held = await anOnchainEscrow(db, changes)
  const { id: agreementId } = await db.holdAgreement.create({ data: agreementOf(held) })
  const agreed = { ...held, agreementId, account: await prepare(db, held, agreementId) }
  await aClearance(db, agreed)
  return agreed
}

/** Both wallets are screened, and nothing is above a limit: the deposit now counts. */
export async function aClearance(db: Writer, { id: escrowId, agreementId }: Agreed, { sellerWallet = 'S' } = {}) {
  const id = await anOpenClearance(db, { escrowId, agreementId })
  await compared(db, { id, sellerWallet })
  await db.holdClearance.update({ where: { id }, data: { clearedAt: new Date(), goodUntil: hours(6 * 24) } })
  return id
}

export async function anOpenClearance(db: Writer, of: { escrowId: string; agreementId: string }): Promise<string> {
  const id = randomUUID()
  await db.holdClearance.create({ data: { id, ...of, askedAt: at } })
  return id
}

/** Screened at the very beginning, before a deposit. */
export async function compared(
  db: Writer,
  { id: clearanceId, sellerWallet = 'S', ...changes }: { id: string; sellerWallet?: string; outcome?: string },
): Promise<void> {
  const row = { subjectHash: 'x', purpose: 'clearance', engine: 1, outcome: 'clear', snapshotIds: [randomUUID()] }
  const wallets = ['wallet:B', `wallet:${sellerWallet}`]
  const data = wallets.map((subject) => ({ subject, ...row, ...changes, at, lastAt: at, clearanceId }))
  await db.screening.createMany({ data })
}

let made = 0
export const depositOf = (agreed: Agreed, changes: Partial<Prisma.HoldLockUncheckedCreateInput> = {}) => ({
  id: randomUUID(),
  escrowId: agreed.id,
  agreementId: agreed.agreementId,
  ...(agreed.isXrp
    ? { owner: 'B', sequence: BigInt(++made), draftId: agreed.agreementId }
    : { balanceId: randomUUID() }),
  hash: randomUUID(),
  lockedAt: hours(1),
  foundAt: hours(1),
  ...changes,
})

/** What a deposit that counts writes to its escrow. */
export const fund = (to: Writer, escrowId: string, hash: string, paidAt: Date | string = hours(1)) =>
  to.escrow.update({
    where: { id: escrowId },
    data: { verifiedAt: hours(1), txValidated: true, receivedAmount: amount, realTxId: hash, paidAt },
  })

export async function aDepositedEscrow(
  db: Database,
  changes: Partial<Prisma.EscrowUncheckedCreateInput> = {},
): Promise<Deposited> {
  const agreed = await anAgreedEscrow(db, changes)
  const lock = depositOf(agreed, { counts: true })
  await db.$transaction(async (tx) => {
    await tx.holdLock.create({ data: lock })
    await fund(tx, agreed.id, lock.hash)
  })
  return { ...agreed, lockId: lock.id, hash: lock.hash }
}

/** The other two of the three facts. */
export async function approved(db: Database, { id }: OnchainRow): Promise<void> {
  const confirmed = { sellerConfirmed: true, confirmedAt: hours(2), payoutAddress: 'S', payoutStatedAt: hours(2) }
  await db.escrow.update({
    where: { id },
    data: { ...confirmed, documentApprovalStatus: 'Approved', decidedAt: hours(3) },
  })
}

export async function aDueOnchain(
  db: Database,
  changes: Parameters<typeof aDepositedEscrow>[1] = {},
): Promise<Deposited> {
  const locked = await aDepositedEscrow(db, changes)
  await approved(db, locked)
  return locked
}

type SettlementChanges = Partial<Prisma.TransferUncheckedCreateInput & { toSeller: string; toBuyer: string }>

/** A settlement with these shares, which the record gives the right to. */
export async function beginSettlement(db: Writer, locked: Deposited, changes: SettlementChanges = {}) {
  if ('$transaction' in db) return db.$transaction((tx) => begin(tx, locked, changes))
  return begin(db, locked, changes)
}

async function begin(
  tx: Transaction,
  locked: Deposited,
  { toSeller = amount, toBuyer = '0', ...changes }: SettlementChanges,
) {
  const createdAt = (changes.createdAt ?? hours(4)) as Date
  const shares = { seller: new Decimal(toSeller), buyer: new Decimal(toBuyer) }
  const settlementId = await openSettlement(tx, { escrowId: locked.id, shares, at: createdAt })
  const data = {
    id: randomUUID(),
    escrowId: locked.id,
    lockId: locked.lockId,
    settlementId,
    purpose: 'release' as const,
    paidFrom: null,
    amount,
    description: {},
    ...(locked.isXrp
      ? { state: 'ready' as const, network: 'xrpl' as const, asset: 'XRP' as const }
      : {
          ...{ state: 'collecting' as const, network: 'stellar' as const, asset: 'XLM' as const },
          ...{ hash: randomUUID(), xdr: 'x' },
        }),
    createdAt,
    ...changes,
  }
  return tx.transfer.create({ data })
}
export const shares = { release: { toSeller: amount, toBuyer: '0' }, back: { toSeller: '0', toBuyer: amount } }

export const sign = (to: Writer, exitId: string, address: string) =>
  to.holdSignature.create({ data: { exitId, address, signature: 's', addedAt: hours(5) } })
export const move = (to: Writer, id: string, state: 'ready' | 'submitted') =>
  to.transfer.update({ where: { id }, data: { state } })
export const markFailed = (to: Writer, id: string, deadReason = 'superseded') =>
  to.transfer.update({ where: { id }, data: { state: 'dead', deadReason } })
/** A finish on the XRP Ledger names the condition of the deposit that counts. */
export async function envelopeOf(db: Database, exit: { id: string; hash?: string | null }, changes: object = {}) {
  const hash = exit.hash ?? randomUUID()
  const draft = await db.holdDraft.findFirst({ where: { locks: { some: { exits: { some: { id: exit.id } } } } } })
  return {
    ...(await anEnvelope(db)),
    id: randomUUID(),
    purpose: 'wrap' as const,
    exitId: exit.id,
    createdAt: hours(5),
    ...(draft && { blob: `12${draft.condition}` }),
    hash,
    ...changes,
  }
}
export const ended = (
  to: Writer,
  { lockId }: Deposited,
  end: 'released' | 'refunded' | 'divided' | 'expired',
  endHash: string,
) => to.holdLock.update({ where: { id: lockId }, data: { end, endHash, endedAt: hours(6) } })
export const confirm = (to: Writer, id: string, settledHash: string) =>
  to.transfer.update({ where: { id }, data: { state: 'confirmed', settledHash, settledAt: hours(6) } })
