/** Reads the forms of the operator's page of payouts. */
import { NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import { type Wallet, walletOf } from '#app/kernel/domain/wallet.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'

export type TypedPayoutForm = {
  /** Which form of the page it is; the id of its reason field contains this name. */
  form: string
  intent: 'stop' | 'go' | 'approve'
  /** The ledgers to stop, or those of the stops to end. */
  networks: Network[]
  /** The stops to end, as they were shown on the page. */
  stopIds: string[]
  /** The payout to approve, and the wallet that was shown. */
  payoutId: string
  wallet: Wallet
  /** The on-chain deposit to approve instead of a payout. */
  clearanceId: string
  reason: string
  /** The confirmation was given. */
  isSure: boolean
}

export function readPayoutForm(fields: FormFields): TypedPayoutForm {
  const intent = fields.get('intent')
  return {
    form: fields.get('form'),
    intent: intent === 'go' || intent === 'approve' ? intent : 'stop',
    networks: NETWORKS.filter((network) => fields.getAll('network').includes(network)),
    stopIds: fields.getAll('stop'),
    payoutId: fields.get('payout'),
    wallet: walletOf({ address: fields.get('address'), memo: fields.get('memo') }),
    clearanceId: fields.get('clearance'),
    reason: fields.get('reason'),
    isSure: fields.get('sure') === 'yes',
  }
}
