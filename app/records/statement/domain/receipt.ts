/** The receipt of a service fee: the record in plain values, and what its payer enters for the books (decision 111). */

import type { ServiceFee } from '#app/fees/domain/service-fee.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { recordNameProblem } from '#app/kernel/domain/words/person-name.ts'
import type { SmallerPayments } from '#app/ledgers/payments/domain/seen-payment.ts'
import type { FeeBackView } from '#app/unmatched/domain/fee-back-view.ts'

export type ReceiptPayment = { hash: string; amount: string; at: string; explorer: string | null }

export type ReceiptSeller = { name: string; address: string | null; register: string | null; taxLine: string | null }

export type FeeReceipt = {
  /** The reference of the payment, unique for ever. */
  number: string
  /** When it was requested. */
  issuedAt: string
  paidAt: string
  /** Null: the settings name no company. */
  seller: ReceiptSeller | null
  payer: { name: string; email: string; wallet: string }
  billed: Billed
  serviceFee: ServiceFee
  /** The escrow that used it. Null: the fee is the account's, or still waits for an escrow. */
  usedFor: string | null
  /** US dollars. */
  fee: {
    transaction: string
    rate: string
    gross: string
    coupon: { code: string; rate: string; discount: string } | null
    minimumTopUp: string | null
    net: string
  }
  asset: Asset
  networkName: string
  account: string
  price: { usd: string; source: string; readAt: string }
  /** In whole units of the asset. `counted`: the fee. `received`: the fee and the excess. */
  asked: string
  received: string
  counted: string
  payments: ReceiptPayment[]
  /** Payments that are not listed. */
  smaller: SmallerPayments | null
  /** What arrived and is not the fee. */
  backs: FeeBackView[]
}

/** To whom a receipt is billed, as its payer says. Null: not stated. */
export type Billed = { name: string | null; address: string | null; taxNumber: string | null }
/** As a form sends it; '' means not stated. */
export type TypedBilled = { billedName: string; billedAddress: string; billedTaxNumber: string }

export const NOBODY_BILLED: Billed = { name: null, address: null, taxNumber: null }

const LONGEST_ADDRESS = 300
const MOST_LINES = 6
const LONGEST_NUMBER = 60
/** Control and format characters change lines and directions; U+200C and U+200D belong to words of some scripts. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]+/gu

/** Refusals: name_too_long, name_not_plain, postal_address_too_long, label_too_long. */
export function readBilled(typed: TypedBilled): Billed | Refusal {
  const { billedName: name, billedTaxNumber } = typed
  const problem = name === '' ? null : recordNameProblem(name)
  if (problem) return refuse(problem, { field: 'billedName' })
  const lines = typed.billedAddress.split('\n').map(seen)
  const address = lines.filter((line) => line !== '').join('\n')
  if (address.length > LONGEST_ADDRESS || lines.length > MOST_LINES)
    return refuse('postal_address_too_long', { field: 'billedAddress' })
  const taxNumber = seen(billedTaxNumber)
  if (taxNumber.length > LONGEST_NUMBER) return refuse('label_too_long', { field: 'billedTaxNumber' })
  return { name: name || null, address: address || null, taxNumber: taxNumber || null }
}

function seen(text: string): string {
  return text.replace(UNSEEN, ' ').trim()
}

const CORRECTED_WITHIN_MS = 30 * 24 * 3_600_000

/** The deadline for correcting the billing data, which a trigger enforces, too. Null: nothing was stated yet. */
export function correctableUntil(billedAt: Date | null): Date | null {
  return billedAt && new Date(billedAt.getTime() + CORRECTED_WITHIN_MS)
}

/** Equal amounts counted, in the order of their first arrival: "2 × 75". In whole units. */
export type ReceiptPart = { times: number; amount: string }

/** Null: too many for one line, or not all known. */
export function receiptPartsOf({ payments, smaller }: Pick<FeeReceipt, 'payments' | 'smaller'>): ReceiptPart[] | null {
  const parts = [...Map.groupBy(payments, ({ amount }) => plain(new Decimal(amount)))]
  if (smaller !== null || parts.length === 0 || parts.length > 4) return null
  return parts.map(([amount, same]) => ({ times: same.length, amount }))
}
