/** Settlements: how the money of an escrow ends, and why (docs/decisions/142). Transfers carry them out. */
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { SettlementShares } from '#app/settlement/custody/domain/settlement.ts'

type NewSettlement = { escrowId: string; shares: SettlementShares; at: Date; isExcess?: boolean }

/**
 * Returns the settlement with these shares: the existing one while its right holds, or a new one. Throws a trigger's
 * error when the record gives no right to it, or another one stands. `isExcess`: beyond the amount; each is separate.
 */
export async function openSettlement(
  tx: Transaction,
  { escrowId, shares, at, isExcess = false }: NewSettlement,
): Promise<string> {
  const { seller, buyer } = shares
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    select "open_settlement"(${escrowId}::uuid, ${plain(seller)}::numeric, ${plain(buyer)}::numeric, ${at}, ${isExcess}) as "id"`
  if (!row) throw new Error('a function answers with one row')
  return row.id
}

/** True when the record gives the right to these shares now: `rights_to`, which the triggers use too. */
export async function hasRight(
  tx: Transaction,
  { escrowId, shares }: Pick<NewSettlement, 'escrowId' | 'shares'>,
): Promise<boolean> {
  const { seller, buyer } = shares
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from "escrow" e cross join lateral "rights_to"(e) r
    where e."id" = ${escrowId}::uuid and r."toSeller" = ${plain(seller)}::numeric and r."toBuyer" = ${plain(buyer)}::numeric`
  return rows.length > 0
}
