/** Payments of issued money along trust lines: from the issuer, to it, or through it. */
import { Decimal } from '#app/kernel/domain/money.ts'
import type { RippleState } from '#harbour/rippled/engine/entries.ts'
import type { Amount, Issued } from '#harbour/rippled/engine/fields.ts'
import { credited, lineIn, plain, putLine, sideOf } from '#harbour/rippled/engine/issued/trust-line.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import type { State } from '#harbour/rippled/engine/sandbox.ts'
import type { Application } from '#harbour/rippled/engine/transactor.ts'

type IssuedPayment = {
  from: string
  to: string
  amount: Issued
  /** Both of the same money as `amount`. */
  most: Amount | undefined
  least: Amount | undefined
  isPartial: boolean
}

type Step = { line: RippleState; account: string; direction: 'pays' | 'gets'; room: Decimal }

/** No exchange and no transfer fee: the amount that leaves one account arrives at the other. */
export function payIssued(payment: IssuedPayment, { state, deliver }: Application): ResultCode {
  const steps = stepsOf(payment, state)
  if (steps === null) return 'tecPATH_DRY'
  const asked = new Decimal(payment.amount.value)
  const moved = Decimal.min(asked, issuedValue(payment.most) ?? asked, ...steps.map(({ room }) => room))
  if (!moved.gt(0)) return 'tecPATH_DRY'
  const least = payment.isPartial ? (issuedValue(payment.least) ?? new Decimal(0)) : asked
  if (moved.lt(least)) return 'tecPATH_PARTIAL'
  for (const { line, account, direction } of steps) {
    putLine(state, credited(line, account, direction === 'gets' ? moved : moved.negated()))
  }
  if (moved.lt(asked)) deliver({ ...payment.amount, value: plain(moved) })
  return 'tesSUCCESS'
}

/** Null: there is no path. */
function stepsOf({ from, to, amount: { issuer, currency } }: IssuedPayment, state: State): Step[] | null {
  const steps: Step[] = []
  if (from !== issuer) {
    const line = lineIn(state, [from, issuer], currency)
    if (line === undefined) return null
    steps.push({ line, account: from, direction: 'pays', room: sideOf(line, from).balance })
  }
  if (to !== issuer) {
    const line = lineIn(state, [to, issuer], currency)
    if (line === undefined) return null
    const { limit, balance } = sideOf(line, to)
    steps.push({ line, account: to, direction: 'gets', room: limit.minus(balance) })
  }
  // Nothing passes an issuer that has set NoRipple on both lines.
  const isBlocked = steps.length === 2 && steps.every(({ line, account }) => sideOf(line, account).peerHasNoRipple)
  return isBlocked ? null : steps
}

function issuedValue(amount: Amount | undefined): Decimal | null {
  return typeof amount === 'object' ? new Decimal(amount.value) : null
}
