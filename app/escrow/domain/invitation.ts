/** The link by which a seller whom a buyer named comes to the escrow (decision 031). */
import { canNameSeller, type EscrowFacts } from './escrow.ts'

type Invitation = { email: string; expiresAt: Date }
type Named = { sellerEmail: string | null; sellerId: string | null; facts: EscrowFacts }

/**
 * Does the link still show the trade? Until a seller is bound, another is named, the escrow is called off or decided,
 * or the link expires. A dispute does not end it: the email about it leads here.
 */
export function isOpenInvitation({ email, expiresAt }: Invitation, escrow: Named, now: Date): boolean {
  return (
    expiresAt > now &&
    escrow.sellerEmail === email &&
    canNameSeller({ ...escrow, facts: { ...escrow.facts, disputedAt: null } })
  )
}
