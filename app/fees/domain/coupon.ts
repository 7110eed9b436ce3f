/** Decides about coupon codes (spec §5). A code that does not count never stops a payment: it gives no discount. */

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
  /** Null: not known. */
  resellerEmail: string | null
  resellerWallet: string | null
}

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

/** The verdict on a code (spec §8); its sentences are in the locales. */
export const COUPON_VERDICTS = [
  'applied',
  'unknown',
  /** Inactive or unassigned. */
  'inactive',
  /** The buyer's own code: they would earn a commission on their own fee. */
  'own',
  /** Not looked up: the account has tried too many unknown codes. The limit stops guessing. */
  'not_permitted',
] as const
export type CouponVerdictName = (typeof COUPON_VERDICTS)[number]

export type CouponVerdict = AppliedCoupon | { verdict: 'unknown' | 'inactive' | 'own' }

/** Returns the spelling under which a code is looked up: trimmed, upper case. */
export function normalizeCode(text: string): string {
  return text.trim().toUpperCase()
}

/** Decides whether a code gives a discount. Rates missing in the record get the defaults. */
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

/** True for the same person, mailbox or wallet. A reseller's id may be an account id or an email. */
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
