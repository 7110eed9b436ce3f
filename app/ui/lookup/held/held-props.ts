import type { ShownHold } from '#app/domain/held/shown-hold.ts'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'

/** What the parts of the page know of the escrow. */
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
