/** What a statement says to somebody who reads it by a link, without an account (decision 035). */
import type { Statement } from './statement.ts'

/**
 * Without what would be worth stealing: the escrow ID, with which a seller confirms, is left out, and of addresses of people only
 * enough is kept to know one again.
 */
export function forColleague(statement: Statement): Statement {
  const { buyer, seller, namedSeller } = statement
  return {
    ...statement,
    transactionId: '',
    buyer: { ...buyer, email: maskEmail(buyer.email) },
    seller: seller && { ...seller, email: maskEmail(seller.email) },
    namedSeller: namedSeller && maskEmail(namedSeller),
  }
}

/** ama@trade.example → a…@trade.example */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '…' : `${[...email][0]}…${email.slice(at)}`
}
