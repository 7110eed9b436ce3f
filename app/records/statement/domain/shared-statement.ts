/** The statement for somebody who reads it by a link, without an account (decision 035). */
import type { Statement } from './statement.ts'

/** Leaves out the escrow ID, with which a seller confirms: it is worth stealing. Masks email addresses. */
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
