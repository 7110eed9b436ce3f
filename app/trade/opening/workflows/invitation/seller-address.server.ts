import { findAccountAt } from '#app/accounts/db/users.server.ts'
import { emailProblem } from '#app/accounts/domain/email-address.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'

/**
 * Checks that the owner of a normalized address could be the seller; without an account the owner can register. Null:
 * yes. Refusals: email_invalid, email_not_ascii, seller_is_buyer, seller_cannot_sell. Check it last: an answer about
 * somebody's account must cost an escrow or an email, or be counted (decision 004).
 */
export async function checkSellerAddress(
  db: Database | Transaction,
  { buyerId, email }: { buyerId: string; email: string },
): Promise<Refusal | null> {
  const about = { field: 'sellerEmail' }
  const problem = emailProblem(email)
  if (problem) return refuse(problem, about)
  const account = await findAccountAt(db, email)
  if (account?.id === buyerId) return refuse('seller_is_buyer', about)
  return account && account.role !== 'seller' ? refuse('seller_cannot_sell', about) : null
}
