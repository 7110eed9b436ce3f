/** Reads the operator's decision form into the input of the workflow. */

import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import { type Wallet, walletOf } from '#app/kernel/domain/wallet.ts'
import type { Language } from '#app/kernel/i18n/languages.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { readAmount } from '#app/kernel/web/forms/read-amount.server.ts'
import { DECISIONS, type Decision } from '#app/trade/disputes/domain/decision.ts'
import type { DisputeWallets } from '#app/trade/disputes/workflows/decide-dispute.server.ts'

export type TypedDisputeDecision = {
  /** Null: none or an unknown one was chosen. */
  decision: Decision | null
  sellerAmount: string
  /** The amount as it was shown, or which of its two readings was chosen. */
  sellerAmountRead: string
  note: string
}

export function readDisputeDecision(fields: FormFields): TypedDisputeDecision {
  return {
    decision: DECISIONS.find((known) => known === fields.get('decision')) ?? null,
    sellerAmount: fields.get('sellerAmount'),
    sellerAmountRead: fields.get('sellerAmountRead'),
    note: fields.get('note'),
  }
}

type Asked = { currency: Asset; language: Language }

/** The seller's share of a split in plain digits; empty for other decisions. */
export function readTypedShare(fields: FormFields, { currency, language }: Asked): { amount: string } | Refusal {
  if (fields.get('decision') !== 'split') return { amount: '' }
  return readAmount(fields, {
    field: 'sellerAmount',
    unit: currency,
    invalid: 'split_invalid',
    language,
    isShownNext: true,
  })
}

/** The wallets that the confirmation named. Null: not confirmed yet. */
export function readSeen(fields: FormFields): DisputeWallets | null {
  return fields.get('sure') === 'yes'
    ? { seller: readWallet(fields, 'seller'), buyer: readWallet(fields, 'buyer') }
    : null
}

function readWallet(fields: FormFields, side: keyof DisputeWallets): Wallet | null {
  const address = fields.get(`${side}Address`)
  return address === '' ? null : walletOf({ address, memo: fields.get(`${side}Memo`) })
}
