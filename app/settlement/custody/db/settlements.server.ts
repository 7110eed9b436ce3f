/** How the money of an escrow ends, and why (docs/decisions/142). Payouts and ways out carry it out. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
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

/** Escrows after `after`, in the order of their ids, with payouts of before there were settlements. */
export async function findUnsettled(db: Database, { after, take }: { after: string; take: number }): Promise<string[]> {
  const rows = await db.$queryRaw<{ escrowId: string }[]>`
    select distinct "escrowId" from "transfer" where "settlementId" is null and "escrowId" > ${after}::uuid order by 1 limit ${take}`
  return rows.map(({ escrowId }) => escrowId)
}

/** Gives what began before there were settlements its own. */
export async function settleFromBefore(tx: Transaction, escrowId: string): Promise<void> {
  await tx.$executeRaw`select 1 from "escrow" where "id" = ${escrowId}::uuid for update`
  const begun = await tx.transfer.findMany({
    where: { escrowId, settlementId: null },
    select: { id: true, purpose: true, amount: true, createdAt: true },
    orderBy: { createdAt: 'asc' },
  })
  const nothing = new Decimal(0)
  for (const { id, amount, createdAt: at } of begun.filter(({ purpose }) => purpose === 'return')) {
    const shares = { seller: nothing, buyer: toDecimal(amount) }
    const settlementId = await openSettlement(tx, { escrowId, shares, at, isExcess: true })
    await tx.transfer.updateMany({ where: { id }, data: { settlementId } })
  }
  const shared = begun.filter(({ purpose }) => purpose !== 'return')
  if (shared[0]) {
    const of = (side: 'release' | 'refund') =>
      shared.reduce((sum, { purpose, amount }) => (purpose === side ? sum.plus(toDecimal(amount)) : sum), nothing)
    const shares = { seller: of('release'), buyer: of('refund') }
    const settlementId = await openSettlement(tx, { escrowId, shares, at: shared[0].createdAt })
    await tx.transfer.updateMany({ where: { id: { in: shared.map(({ id }) => id) } }, data: { settlementId } })
  }
}
