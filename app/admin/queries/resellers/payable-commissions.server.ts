/** Commissions that are payable and wait for an operator. */

import { findPayable } from '#app/fees/resellers/db/earnings.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { plainUsd } from '#app/kernel/domain/money.ts'

/** At most this many resellers are named; the count includes all. */
const NAMED = 25

export type PayableCommissions = {
  count: number
  /** Longest-waiting first. `id`: of the reseller. `since`: when the oldest of the sum became payable. */
  rows: { id: string; name: string; usd: string; since: string; hasWallet: boolean }[]
}

export async function loadPayableCommissions(db: Database): Promise<PayableCommissions> {
  const { count, rows } = await findPayable(db, NAMED)
  return {
    count,
    rows: rows.map(({ usd, since, ...row }) => ({ ...row, usd: plainUsd(usd), since: since.toISOString() })),
  }
}
