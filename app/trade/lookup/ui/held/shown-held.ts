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

/** What the ledger holds and what the reader's wallet is asked for, as the server has read it. */
export type ShownHeld = HeldProps & {
  hold: ShownHold
  links: LockLinks
  step: HoldStep
  /** Null: an operator, who only reads. */
  reader: Reader | null
  offer: ShownOffer | null
  exit: ShownExit | null
  approval: ShownApproval | null
  rest: ShownSigning | null
  back: ShownSigning | null
  lapse: ShownLapse | null
}

/** Whether the reader has something to do: what `HeldTasks` shows. */
export function hasHeldTasks({ hold, step, reader, ...held }: ShownHeld): boolean {
  const isSellers =
    reader === 'seller' && (step === 'agree' || step === 'prepare' || step === 'check' || step === 'lock')
  const claims = reader === 'buyer' && hold.mayClaim
  return isSellers || claims || [held.offer, held.exit, held.approval, held.rest, held.back].some((one) => one !== null)
}
