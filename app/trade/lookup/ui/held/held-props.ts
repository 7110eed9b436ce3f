import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import type { ShownHold } from '#app/trade/onchain/domain/shown-hold.ts'

export type HeldEscrow = Pick<
  EscrowView,
  | 'id'
  | 'transactionId'
  | 'currency'
  | 'networkName'
  | 'amount'
  | 'contract'
  | 'turn'
  | 'stage'
  | 'expectedWallet'
  | 'sealed'
>
export type HeldProps = { escrow: HeldEscrow; hold: ShownHold }
