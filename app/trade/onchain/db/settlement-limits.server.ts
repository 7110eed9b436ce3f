/** What a settlement waits for (decisions 087, 119). */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { RefusalCode } from '#app/kernel/domain/refusal.ts'

/** What a settlement waits for beside signatures. A refusal code: a wallet cannot be paid now, as for payouts. */
export type SettlementWait = 'check' | 'second_operator' | 'fees' | 'float' | 'history' | 'error' | RefusalCode

/** Stores what it waits for, before Quayside has sent anything for it. */
export async function noteSettlementWait(
  db: Database | Transaction,
  { id, waitsFor, feeAsked = null }: { id: string; waitsFor: SettlementWait | null; feeAsked?: Decimal | null },
): Promise<void> {
  await db.$executeRaw`
    update "transfer" set "waitsFor" = ${waitsFor}, "feeAsked" = ${feeAsked && plain(feeAsked)}::numeric
    where "id" = ${id}::uuid and "state" in ('collecting', 'ready')
      and ("waitsFor", "feeAsked") is distinct from (${waitsFor}, ${feeAsked && plain(feeAsked)}::numeric)`
}

/** Notes that processing the settlement of an escrow failed by our own fault. */
export async function noteSettlementError(db: Database, escrowId: string): Promise<void> {
  await db.$executeRaw`
    update "transfer" set "waitsFor" = 'error', "feeAsked" = null
    where "escrowId" = ${escrowId}::uuid and "state" in ('collecting', 'ready') and "waitsFor" is distinct from 'error'`
}

/** Clears that note after a run without such a fault. */
export async function forgetSettlementError(db: Database, escrowId: string): Promise<void> {
  await db.$executeRaw`
    update "transfer" set "waitsFor" = null
    where "escrowId" = ${escrowId}::uuid and "state" in ('collecting', 'ready') and "waitsFor" = 'error'`
}

/** Have operators confirmed that one of its parties, or one of their wallets, is on a list? */
export async function isSettlementUnderReview(db: Database, exitId: string): Promise<boolean> {
  const rows = await db.$queryRaw<{ held: string | null }[]>`
    select "held_party_of_agreement"(l."agreementId", true) as "held"
    from "transfer" x join "hold_lock" l on l."id" = x."lockId" where x."id" = ${exitId}::uuid`
  return rows.some(({ held }) => held !== null)
}

export type SettlementUnderReview = { network: Network; since: Date; deadline: Date | null }

/** Settlements that a confirmed match holds. `deadline`: they must begin before it; null: return at the ledger date. */
export async function findSettlementsUnderReview(db: Database): Promise<SettlementUnderReview[]> {
  return db.$queryRaw<SettlementUnderReview[]>`
    select x."network", x."createdAt" as "since",
      case when x."purpose" <> 'expiry' then h."deadline" end as "deadline"
    from "transfer" x join "hold" h on h."escrowId" = x."escrowId"
    where x."lockId" is not null and x."state" in ('collecting', 'ready') and x."waitsFor" = 'check' order by x."createdAt", x."id"`
}
