/** The forms of the operator's page of payouts. */
import { NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import { type Wallet, walletOf } from '#app/kernel/domain/wallet.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'

export type TypedForm = {
  /** Which form of the page it is; its field of the reason has this name in its id. */
  form: string
  intent: 'stop' | 'go' | 'approve'
  /** The ledgers of a stop, or of the stops that are to end. */
  networks: Network[]
  /** The stops that are to end, as they stood on the page. */
  stopIds: string[]
  /** The payout that is to be approved, and the wallet that stood there. */
  payoutId: string
  wallet: Wallet
  /** What is to be locked, in the place of a payout. */
  clearanceId: string
  reason: string
  /** Was asked once more, and said yes. */
  isSure: boolean
}

export function readPayoutForm(fields: FormFields): TypedForm {
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
