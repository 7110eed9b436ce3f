/** Up to when the ledger is known to have what funds an escrow, whoever keeps its money. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import type { LedgerRead } from '#app/settlement/custody/domain/ledger-read.ts'

/**
 * Up to which close time of the ledger everything that funds the escrow is stored: what reached its account, or
 * what was locked for it, and whether that history is in doubt.
 * That a server was asked since says nothing: it may stand still, or have shown the first page of many.
 * Null: nothing can have come.
 */
export async function findFundedThrough(db: Database | Transaction, escrow: Funded): Promise<LedgerRead | null> {
  const network = networkOf(escrow.currency)
  const row = await (escrow.held === null ? findReadAccount : findReadAgreement)(db, escrow)
  if (row === 'nothing') return null
  const stop = await db.cursorStop.findFirst({ where: { network }, select: { cause: true } })
  return { completeTo: row?.completeTo ?? null, isDoubted: stop !== null }
}

type Funded = { id: string; currency: Asset; account: string; held: object | null }
type Read = { completeTo: Date | null } | null | 'nothing'

function findReadAccount(db: Database | Transaction, { currency, account }: Funded): Promise<Read> {
  const where = { network_account: { network: networkOf(currency), account } }
  return db.ledgerCursor.findUnique({ where, select: { completeTo: true } })
}

/** When money was locked for the agreement that stands, as agreed, which waits for its check; null: none does. */
export async function findLockToCheck(db: Database | Transaction, escrowId: string): Promise<Date | null> {
  const where = { escrowId, supersededAt: null, openedAt: { not: null } }
  const agreement = await db.holdAgreement.findFirst({ where, select: { id: true } })
  return agreement && findWaitingLock(db, agreement.id)
}

/** What a ledger holds never comes to our account: its locks are looked for by the agreement that stands. */
async function findReadAgreement(db: Database | Transaction, { id: escrowId }: Funded): Promise<Read> {
  const where = { escrowId, supersededAt: null, openedAt: { not: null } }
  const agreement = await db.holdAgreement.findFirst({ where, select: { id: true, completeTo: true } })
  if (agreement === null) return 'nothing'
  const { id: agreementId, completeTo } = agreement
  const waiting = await findWaitingLock(db, agreementId)
  return { completeTo: waiting && completeTo && waiting < completeTo ? waiting : completeTo }
}

/**
 * When what was locked as agreed and is yet to be checked was locked (docs/decisions/119): it funds the escrow as soon as it is. Of two under
 * one condition neither ever does (120).
 */
async function findWaitingLock(db: Database | Transaction, agreementId: string): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ lockedAt: Date | null }[]>`
    select min(k."lockedAt") as "lockedAt" from "hold_lock" k
    where k."agreementId" = ${agreementId}::uuid and not k."counts" and k."end" is null and k."differences" = '{}'
      and not exists (select 1 from "hold_lock" o where o."draftId" = k."draftId" and o."id" <> k."id")`
  return row?.lockedAt ?? null
}
