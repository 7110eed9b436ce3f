/** The links of letters to sellers whom buyers named, as far as letters need them; what they open says trade/opening/db. */
import type { Transaction } from '#app/kernel/db/client.server.ts'

/** The newest one to an escrow for an address, its time begun anew; null when none was made. Never shortens it. */
export async function renewInvitation(
  tx: Transaction,
  renewal: { escrowId: string; email: string; expiresAt: Date },
): Promise<string | null> {
  const { escrowId, email, expiresAt } = renewal
  const newest = await tx.sellerInvitation.findFirst({
    where: { escrowId, email },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  if (!newest) return null
  await tx.sellerInvitation.updateMany({ where: { ...newest, expiresAt: { lt: expiresAt } }, data: { expiresAt } })
  return newest.id
}
