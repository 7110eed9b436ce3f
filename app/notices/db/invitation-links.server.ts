/** Links of invitations to named sellers, as far as emails need them; trade/opening/db says what they open. */
import type { Transaction } from '#app/kernel/db/client.server.ts'

/** Returns the newest link to an escrow for an address, and extends (never shortens) its expiry. Null: none made. */
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
