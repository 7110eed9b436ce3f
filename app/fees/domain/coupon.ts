/** Coupon codes of resellers (spec §5). A code that does not count never stops a payment: it only earns no discount. */

import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { mailboxOf } from '#app/kernel/domain/words/mailbox.ts'
import { DEFAULT_DISCOUNT_RATE, DEFAULT_PAYOUT_RATE } from './fee.ts'

/** The only status in which an active code counts. */
export const ASSIGNED = 'assigned'

export type CouponRow = {
  code: string
  active: boolean
  status: string
  discountRate: Decimal | null
  payoutRate: Decimal | null
  resellerId: string
  resellerName: string
  /** Null where they are not known. */
  resellerEmail: string | null
  resellerWallet: string | null
}

/** Who asks for a discount. */
export type CouponBuyer = {
  id: string
  /** Normalized. */
  email: string
  /** Every wallet that is known to be theirs. */
  wallets: readonly string[]
}

export type AppliedCoupon = {
  verdict: 'applied'
  code: string
  discountRate: Decimal
  payoutRate: Decimal
  resellerId: string
  resellerName: string
}

/** What becomes of a code (spec §8); the page's sentences stand in the locales. */
export const COUPON_VERDICTS = [
  'applied',
  'unknown',
  /** Inactive or unassigned. */
  'inactive',
  /** Of the buyer, who would earn a commission on the own fee. */
  'own',
  /** Not looked up: the account has tried too many unknown codes. Resellers' codes are not to be guessed. */
  'not_permitted',
] as const
export type CouponVerdictName = (typeof COUPON_VERDICTS)[number]

/** What the record of a code says. */
export type CouponVerdict = AppliedCoupon | { verdict: 'unknown' | 'inactive' | 'own' }

/** A code as typed or taken from a link, in the spelling under which it is looked up: trimmed, upper case. */
export function normalizeCode(text: string): string {
  return text.trim().toUpperCase()
}

/** Does the code that was found (or not) give a discount? Rates that the record leaves out get the defaults. */
export function judgeCoupon(row: CouponRow | null, buyer: CouponBuyer): CouponVerdict {
  if (!row) return { verdict: 'unknown' }
  if (!row.active || row.status !== ASSIGNED) return { verdict: 'inactive' }
  if (isOwnCoupon(row, buyer)) return { verdict: 'own' }
  return {
    verdict: 'applied',
    code: normalizeCode(row.code),
    discountRate: row.discountRate ?? DEFAULT_DISCOUNT_RATE,
    payoutRate: row.payoutRate ?? DEFAULT_PAYOUT_RATE,
    resellerId: row.resellerId,
    resellerName: row.resellerName,
  }
}

/** The same person, mailbox or wallet; resellers are known by their account or by their address, too. */
export function isOwnCoupon(
  { resellerId, resellerEmail, resellerWallet }: Pick<CouponRow, 'resellerId' | 'resellerEmail' | 'resellerWallet'>,
  { id, email, wallets }: CouponBuyer,
): boolean {
  const mailbox = mailboxOf(email)
  const isTheirs = (address: string) => mailboxOf(normalizeEmail(address)) === mailbox
  return (
    resellerId === id ||
    isTheirs(resellerId) ||
    (resellerEmail !== null && isTheirs(resellerEmail)) ||
    (resellerWallet !== null && wallets.includes(resellerWallet))
  )
}
