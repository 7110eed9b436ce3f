import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import type { OnchainView } from '#app/trade/onchain/domain/onchain-view.ts'

export type OnchainEscrow = Pick<
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
export type OnchainProps = { escrow: OnchainEscrow; hold: OnchainView }
