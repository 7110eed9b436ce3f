/** How the money of an escrow ends, and why (docs/decisions/142). Payouts and ways out carry it out. */
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { ExitShares } from '#app/settlement/custody/domain/exit.ts'

type NewSettlement = { escrowId: string; shares: ExitShares; at: Date; isExcess?: boolean }

/**
 * The settlement with these shares: the one that stands and has its right still, or a new one. Throws the trigger's error where the record gives no
 * right to it, or another one stands. `isExcess`: what came in beyond the amount; each is its own.
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

/** Does the record give the right to these shares now? `rights_to` says so, as it does to the triggers. */
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
