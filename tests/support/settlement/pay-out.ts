/** Bare rows of payouts, as the product writes them: each is part of a settlement. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { openSettlement } from '#app/settlement/custody/db/settlements.server.ts'
import { at } from '#tests/support/world/rows.ts'

type Payout = Prisma.TransferUncheckedCreateInput & { escrowId: string; amount: string }

/** Writes the payout with its settlement; without one if the record gives no right to such a share. */
export async function payOut(to: Database | Transaction, payout: Payout) {
  const write = async (tx: Transaction) =>
    tx.transfer.create({ data: { ...payout, settlementId: payout.settlementId ?? (await settlementFor(tx, payout)) } })
  return '$transaction' in to ? to.$transaction(write) : write(to)
}

/** The settlement with this share, opened if the record gives the right to it; null: neither. */
export async function settlementFor(tx: Transaction, { escrowId, purpose, amount }: Payout): Promise<string | null> {
  const share = new Decimal(amount)
  if (purpose === 'return') {
    const shares = { seller: new Decimal(0), buyer: share }
    return openSettlement(tx, { escrowId, shares, at, isExcess: true })
  }
  const standing = await tx.settlement.findFirst({
    where: {
      ...{ escrowId, deadAt: null, cause: { not: 'excess' } },
      ...(purpose === 'release' ? { toSeller: amount } : { toBuyer: amount }),
    },
  })
  if (standing) return standing.id
  const rights = await tx.$queryRaw<{ seller: Decimal; buyer: Decimal }[]>`
    select r."toSeller" as "seller", r."toBuyer" as "buyer" from "escrow" e cross join lateral "rights_to"(e) r where e."id" = ${escrowId}::uuid`
  const shares = rights.find(({ seller, buyer }) => share.eq((purpose === 'release' ? seller : buyer).toString()))
  if (!shares) return null
  const [seller, buyer] = [new Decimal(shares.seller.toString()), new Decimal(shares.buyer.toString())]
  return openSettlement(tx, { escrowId, shares: { seller, buyer }, at })
}
