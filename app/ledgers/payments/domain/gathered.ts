/** Gathers dust that does not count: a person looks at one case with all of it, not at each payment. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { type PaymentProblem, referenceIn } from './arrival.ts'
import { sumOfPayments } from './deposit.ts'
import { isDust } from './dust.ts'

/** A stored payment that does not count, and what it was meant for, if known. */
export type UncountedPayments = {
  id: string
  hash: string
  to: string
  asset: Asset | null
  assetLabel: string
  amount: Decimal
  memo: string | null
  problem: PaymentProblem
  escrowId: string | null
  feeQuoteId: string | null
}

/** Payments in one asset to one account of ours, for one reason and one reference. */
export type Gathered = {
  key: string
  problem: PaymentProblem
  assetLabel: string
  amount: Decimal
  ids: readonly string[]
}

/**
 * Which payments get a case each, and which are gathered. `givenOut`: references that an order or a form being filled
 * in has: a payment with one of these may still count, so it is gathered apart from the others.
 */
export function gatherSmall(
  uncounted: readonly UncountedPayments[],
  givenOut: ReadonlySet<number>,
): { apart: UncountedPayments[]; small: Gathered[] } {
  const isSmall = ({ asset, amount }: UncountedPayments) => isDust({ asset, amount, stillDue: null })
  const groups = new Map<string, UncountedPayments[]>()
  for (const payment of uncounted.filter(isSmall)) {
    const key = keyOf(payment, givenOut)
    groups.set(key, [...(groups.get(key) ?? []), payment])
  }
  const small = [...groups].flatMap(([key, payments]) => {
    const [first] = payments
    if (!first) return []
    const { problem, assetLabel } = first
    return [{ key, problem, assetLabel, amount: sumOfPayments(payments), ids: payments.map(({ id }) => id) }]
  })
  return { apart: uncounted.filter((payment) => !isSmall(payment)), small }
}

/**
 * By account, asset and problem; and by escrow or open form, which cost somebody a fee. Quotes of a fee and user
 * accounts are free: uncounted dust for all of them is gathered together.
 */
function keyOf(
  { to, assetLabel, problem, feeQuoteId, escrowId, memo }: UncountedPayments,
  givenOut: ReadonlySet<number>,
): string {
  const reference = referenceIn(memo)
  const form = reference !== null && givenOut.has(reference) ? `reference ${reference}` : ''
  return [to, assetLabel, problem, feeQuoteId === null ? (escrowId ?? form) : 'fee'].join(' ')
}
