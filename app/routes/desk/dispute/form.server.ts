/** The operator's decision form, turned into the workflow's input. */
import { DECISIONS, type Decision } from '#app/domain/disputes/decision.ts'
import { type Wallet, walletOf } from '#app/domain/kernel/wallet.ts'
import type { FormFields } from '#app/web/kernel/forms/form-fields.ts'
import type { Wallets } from '#app/workflows/disputes/decide-dispute.server.ts'

export type TypedDecision = {
  /** Null when no known one was chosen. */
  decision: Decision | null
  sellerAmount: string
  note: string
}

export function readDecision(fields: FormFields): TypedDecision {
  return {
    decision: DECISIONS.find((known) => known === fields.get('decision')) ?? null,
    sellerAmount: fields.get('sellerAmount'),
    note: fields.get('note'),
  }
}

/** The wallets that were named when the operator was asked once more; null before that. */
export function readSeen(fields: FormFields): Wallets | null {
  return fields.get('sure') === 'yes'
    ? { seller: readWallet(fields, 'seller'), buyer: readWallet(fields, 'buyer') }
    : null
}

function readWallet(fields: FormFields, side: keyof Wallets): Wallet | null {
  const address = fields.get(`${side}Address`)
  return address === '' ? null : walletOf({ address, memo: fields.get(`${side}Memo`) })
}
