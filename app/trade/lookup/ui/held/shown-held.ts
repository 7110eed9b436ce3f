import type { Reader } from '#app/kernel/domain/reader.ts'
import type { HoldStep, ShownHold } from '#app/trade/onchain/domain/shown-hold.ts'
import type {
  LockLinks,
  ShownApproval,
  ShownExit,
  ShownLapse,
  ShownOffer,
  ShownSigning,
} from '#app/trade/onchain/domain/signing/shown-signing.ts'
import type { HeldProps } from './held-props.ts'

/** The on-chain escrow, and what the reader's wallet must sign. */
export type ShownHeld = HeldProps & {
  hold: ShownHold
  links: LockLinks
  step: HoldStep
  /** Null: the operator, who only reads. */
  reader: Reader | null
  offer: ShownOffer | null
  exit: ShownExit | null
  approval: ShownApproval | null
  rest: ShownSigning | null
  back: ShownSigning | null
  lapse: ShownLapse | null
}

/** True if `HeldTasks` shows something. */
export function hasHeldTasks({ hold, step, reader, ...held }: ShownHeld): boolean {
  const isSellers =
    reader === 'seller' && (step === 'agree' || step === 'prepare' || step === 'check' || step === 'lock')
  const claims = reader === 'buyer' && hold.mayClaim
  return isSellers || claims || [held.offer, held.exit, held.approval, held.rest, held.back].some((one) => one !== null)
}
