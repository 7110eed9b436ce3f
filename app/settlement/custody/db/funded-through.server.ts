import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import type { LedgerRead } from '#app/settlement/custody/domain/ledger-read.ts'

/**
 * Up to which close time of the ledger all funding of the escrow is stored (payments to its account, or on-chain
 * deposits), and whether that history is in doubt. When a server was last polled says nothing: it may have stopped, or
 * returned only the first of many pages. Null: no funding is possible yet.
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

/** When an on-chain deposit as agreed in the current agreement was made that waits for its check. Null: none waits. */
export async function findDepositToCheck(db: Database | Transaction, escrowId: string): Promise<Date | null> {
  const where = { escrowId, supersededAt: null, openedAt: { not: null } }
  const agreement = await db.holdAgreement.findFirst({ where, select: { id: true } })
  return agreement && findWaitingDeposit(db, agreement.id)
}

/** On-chain escrow: nothing is paid to our account, so deposits are searched by the current agreement. */
async function findReadAgreement(db: Database | Transaction, { id: escrowId }: Funded): Promise<Read> {
  const where = { escrowId, supersededAt: null, openedAt: { not: null } }
  const agreement = await db.holdAgreement.findFirst({ where, select: { id: true, completeTo: true } })
  if (agreement === null) return 'nothing'
  const { id: agreementId, completeTo } = agreement
  const waiting = await findWaitingDeposit(db, agreementId)
  return { completeTo: waiting && completeTo && waiting < completeTo ? waiting : completeTo }
}

/**
 * When a deposit as agreed was made that has yet to be checked (docs/decisions/119); it funds the escrow once checked.
 * Two under one condition never do (120).
 */
async function findWaitingDeposit(db: Database | Transaction, agreementId: string): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ lockedAt: Date | null }[]>`
    select min(k."lockedAt") as "lockedAt" from "hold_lock" k
    where k."agreementId" = ${agreementId}::uuid and not k."counts" and k."end" is null and k."differences" = '{}'
      and not exists (select 1 from "hold_lock" o where o."draftId" = k."draftId" and o."id" <> k."id")`
  return row?.lockedAt ?? null
}
