/** Claimable money on the ledgers for our accounts that nobody has claimed yet. */
import type { Database } from '#app/kernel/db/client.server.ts'
import { findAllClaimables } from '#app/ledgers/payments/db/claimable-money.server.ts'
import { type ClaimableView, showClaimable } from '#app/ledgers/payments/domain/claimable.ts'

const SHOWN = 20

export type OnLedgerRow = ClaimableView & {
  memo: string | null
  /** Its creator, and the account of ours that can claim it. */
  maker: string
  account: string
  /** When its sender can take it back. Null: never. */
  until: string | null
}

/** The newest rows, and the total count. */
export async function listOnLedger(db: Database, now: Date): Promise<{ rows: OnLedgerRow[]; count: number }> {
  const { shown, count } = await findAllClaimables(db, { take: SHOWN, now })
  const rows = shown.map((claimable) => {
    const { memo, maker, account, claimableUntil } = claimable
    return { ...showClaimable(claimable, now), memo, maker, account, until: claimableUntil?.toISOString() ?? null }
  })
  return { rows, count }
}
