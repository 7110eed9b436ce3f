/** Next to nothing that does not count is gathered: a person looks at a heap of it once, and at no grain of it alone. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { type PaymentProblem, referenceIn } from './arrival.ts'
import { sumOf } from './deposit.ts'
import { isDust } from './dust.ts'

/** A stored payment that does not count, and what it was meant for, where that is known. */
export type Uncounted = {
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

/** What is gathered together: amounts of one asset for one account of ours, for one reason and one reference. */
export type Gathered = {
  key: string
  problem: PaymentProblem
  assetLabel: string
  amount: Decimal
  ids: readonly string[]
}

/**
 * Which payments are a case each, and which are gathered. `givenOut`: the references that somebody has, of an order or of a form that
 * is being filled in: what carries one may come to count, and lies with nothing else.
 */
export function gatherSmall(
  uncounted: readonly Uncounted[],
  givenOut: ReadonlySet<number>,
): { apart: Uncounted[]; small: Gathered[] } {
  const isSmall = ({ asset, amount }: Uncounted) => isDust({ asset, amount, stillDue: null })
  const groups = new Map<string, Uncounted[]>()
  for (const payment of uncounted.filter(isSmall)) {
    const key = keyOf(payment, givenOut)
    groups.set(key, [...(groups.get(key) ?? []), payment])
  }
  const small = [...groups].flatMap(([key, payments]) => {
    const [first] = payments
    if (!first) return []
    const { problem, assetLabel } = first
    return [{ key, problem, assetLabel, amount: sumOf(payments), ids: payments.map(({ id }) => id) }]
  })
  return { apart: uncounted.filter((payment) => !isSmall(payment)), small }
}

/**
 * By account, asset and problem; by the escrow, or the form that is being filled in, which cost somebody a fee. Quotes of a fee are
 * free, and so are their accounts: next to nothing that does not count for one lies with that of all others.
 */
function keyOf(
  { to, assetLabel, problem, feeQuoteId, escrowId, memo }: Uncounted,
  givenOut: ReadonlySet<number>,
): string {
  const reference = referenceIn(memo)
  const form = reference !== null && givenOut.has(reference) ? `reference ${reference}` : ''
  return [to, assetLabel, problem, feeQuoteId === null ? (escrowId ?? form) : 'fee'].join(' ')
}
