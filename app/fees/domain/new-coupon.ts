/** Validates a coupon code as an operator types it. */
import { emailProblem, normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { ASSETS, looksLikeAddress } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { readTypedAmount } from '#app/kernel/domain/typed-amount.ts'
import { recordNameProblem } from '#app/kernel/domain/words/person-name.ts'
import { normalizeCode } from './coupon.ts'
import { DEFAULT_DISCOUNT_RATE, DEFAULT_PAYOUT_RATE } from './fee.ts'

export type TypedCoupon = {
  code: string
  resellerName: string
  /** Percent; undefined: the default rate. */
  discount?: string | undefined
  commission?: string | undefined
  resellerEmail?: string | undefined
  resellerWallet?: string | undefined
}

export type NewCoupon = {
  code: string
  discountRate: Decimal
  payoutRate: Decimal
  resellerId: string
  resellerName: string
  resellerEmail: string | null
  resellerWallet: string | null
}

export type CouponProblem =
  | 'code_unfit'
  | 'reseller_missing'
  | 'reseller_unfit'
  | 'discount_unfit'
  | 'commission_unfit'
  | 'email_unfit'
  | 'wallet_unfit'

/** People read codes out, write them down and put them into links. */
const CODE = /^[A-Z0-9](?:[A-Z0-9-]{1,30}[A-Z0-9])$/
const PERCENT = /^\d{1,2}(?:\.\d{1,2})?\s*%?$/
/** A higher rate is probably a typing error: 50 for 5. */
const MOST_PERCENT = 50

/** Returns the coupon, or the first problem with it. */
export function readNewCoupon(typed: TypedCoupon): NewCoupon | CouponProblem {
  const code = readCouponCode(typed.code)
  if (code === null) return 'code_unfit'
  const resellerName = typed.resellerName.trim().replace(/\s+/g, ' ')
  if (resellerName === '') return 'reseller_missing'
  if (recordNameProblem(resellerName) !== null) return 'reseller_unfit'
  const discountRate = readRate(typed.discount, DEFAULT_DISCOUNT_RATE)
  if (discountRate === null) return 'discount_unfit'
  const payoutRate = readRate(typed.commission, DEFAULT_PAYOUT_RATE)
  if (payoutRate === null) return 'commission_unfit'
  const resellerEmail = typed.resellerEmail === undefined ? null : normalizeEmail(typed.resellerEmail)
  if (resellerEmail !== null && emailProblem(resellerEmail) !== null) return 'email_unfit'
  const resellerWallet = typed.resellerWallet?.trim() ?? null
  if (resellerWallet !== null && !isWallet(resellerWallet)) return 'wallet_unfit'
  // The codes of one reseller are summed under one id.
  const resellerId = resellerEmail ?? resellerName.toLowerCase()
  return { code, discountRate, payoutRate, resellerId, resellerName, resellerEmail, resellerWallet }
}

/** Returns the spelling under which a code is looked up. Null: it cannot be a code. */
export function readCouponCode(typed: string): string | null {
  const code = normalizeCode(typed)
  return CODE.test(code) ? code : null
}

const PERCENT_KIND = { places: 2, most: BigInt(MOST_PERCENT * 100), names: ['%'], mayBeZero: true } as const

/** A typed percentage for `readRate`, in the digits of any language. It has no thousands: a comma or dot is decimal. */
export function plainPercent(typed: string): string {
  const read = readTypedAmount(typed.replace(',', '.'), PERCENT_KIND, { decimal: '.', group: ' ' })
  return 'read' in read ? read.read : typed
}

/** Returns typed percent as a share of 1; undefined gives `usual`. Null: no valid percentage. */
export function readRate(typed: string | undefined, usual: Decimal): Decimal | null {
  if (typed === undefined) return usual
  const text = typed.trim()
  if (!PERCENT.test(text)) return null
  const percent = new Decimal(text.replace('%', '').trim())
  return percent.lte(MOST_PERCENT) ? percent.div(100) : null
}

function isWallet(text: string): boolean {
  return ASSETS.some((asset) => looksLikeAddress(asset, text))
}
