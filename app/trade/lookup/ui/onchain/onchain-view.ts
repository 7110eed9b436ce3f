import type { Reader } from '#app/kernel/domain/reader.ts'
import type { OnchainStep, OnchainView } from '#app/trade/onchain/domain/onchain-view.ts'
import type {
  ApprovalView,
  DepositLinks,
  ExpiryView,
  OfferView,
  SettlementView,
  SigningView,
} from '#app/trade/onchain/domain/signing/signing-view.ts'
import type { OnchainProps } from './onchain-props.ts'

/** The on-chain escrow, and what the reader's wallet must sign. */
export type OnchainPartView = OnchainProps & {
  hold: OnchainView
  links: DepositLinks
  step: OnchainStep
  /** Null: the operator, who only reads. */
  reader: Reader | null
  offer: OfferView | null
  exit: SettlementView | null
  approval: ApprovalView | null
  rest: SigningView | null
  back: SigningView | null
  lapse: ExpiryView | null
}

/** True if `OnchainTasks` shows something. */
export function hasOnchainTasks({ hold, step, reader, ...held }: OnchainPartView): boolean {
  const isSellers =
    reader === 'seller' && (step === 'agree' || step === 'prepare' || step === 'check' || step === 'lock')
  const claims = reader === 'buyer' && hold.mayClaim
  return isSellers || claims || [held.offer, held.exit, held.approval, held.rest, held.back].some((one) => one !== null)
}
