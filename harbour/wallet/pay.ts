/** Pays a request in one of the ways that people do: as asked, or wrongly. */
import { ASSET_FACTS, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import type { PlayName } from '#harbour/accounts.ts'
import type { PaidTransaction, Payment } from '#harbour/wallet/payment.ts'
import { type PaymentRequest, RequestUnreadable } from '#harbour/wallet/payment-request.ts'
import type { StellarPurse } from '#harbour/wallet/stellar-purse.ts'
import type { XrplPurse } from '#harbour/wallet/xrpl-purse.ts'

export const PAY_MODES = ['exact', 'short', 'twice', 'no_memo', 'other_asset'] as const
export type PayMode = (typeof PAY_MODES)[number]

export type Pay = (order: { from: PlayName; request: PaymentRequest; mode: PayMode }) => Promise<PaidTransaction[]>

/** Payments of one account run one after the other, as from a single wallet. */
export function createPay(purses: { stellar: StellarPurse; xrpl: XrplPurse }): Pay {
  const turns = new Map<string, Promise<unknown>>()
  return async ({ from, request, mode }) => {
    const payments = paymentsFor({ from, request, mode })
    const turn = `${networkOf(request.asset)} ${from}`
    const paid = (turns.get(turn) ?? Promise.resolve()).then(() => payAll(purses, payments))
    turns.set(turn, paid.catch(ignoreForTheNext))
    return paid
  }
}

/** The caller gets the error; the account's next payment only waits for the end of this one. */
function ignoreForTheNext(): void {}

async function payAll(
  purses: { stellar: StellarPurse; xrpl: XrplPurse },
  payments: Payment[],
): Promise<PaidTransaction[]> {
  const paid: PaidTransaction[] = []
  for (const payment of payments) {
    paid.push(await (networkOf(payment.asset) === 'stellar' ? purses.stellar.pay(payment) : purses.xrpl.pay(payment)))
  }
  return paid
}

/** Throws RequestUnreadable if the request cannot be paid this way. */
export function paymentsFor(order: { from: PlayName; request: PaymentRequest; mode: PayMode }): Payment[] {
  const { from, request, mode } = order
  const { amount } = request
  if (amount === null) throw new RequestUnreadable('The request leaves the amount open: type it.')
  const payment = { ...request, from, amount: plain(amount) }
  switch (mode) {
    case 'exact':
      return [payment]
    case 'twice':
      return [payment, payment]
    case 'no_memo':
      return [{ ...payment, memo: null, isCareless: true }]
    case 'short': {
      const half = amount.div(2).toDecimalPlaces(ASSET_FACTS[request.asset].ledgerPlaces, Decimal.ROUND_DOWN)
      if (half.isZero()) throw new RequestUnreadable('Half of this amount is nothing.')
      return [{ ...payment, amount: plain(half) }]
    }
    case 'other_asset': {
      if (request.asset === 'XRP') {
        throw new RequestUnreadable(
          'On the XRP Ledger the play accounts hold nothing but XRP: there is no other asset to pay in.',
        )
      }
      return [{ ...payment, asset: request.asset === 'XLM' ? 'USDC' : 'XLM' }]
    }
  }
}
