import type { HoldStep, ShownHold } from '#app/domain/held/shown-hold.ts'
import type {
  LockLinks,
  ShownApproval,
  ShownExit,
  ShownLapse,
  ShownOffer,
  ShownSigning,
} from '#app/domain/held/signing/shown-signing.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import { ClaimSheet } from '#app/ui/held/claim-sheet.tsx'
import type { Problem } from '#app/ui/kernel/forms/error-summary.tsx'
import { AgreeSheet } from './agree-sheet.tsx'
import type { HeldProps } from './held-props.ts'
import { LockSheet } from './lock-sheet.tsx'
import { SignSheet } from './sign-sheet.tsx'

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

/** Of a form that was refused: why, and what was typed. */
export type HeldSent = {
  problem: Problem | null
  typed: { walletAddress: string; walletMemo: string } | null
  typedHash: string | undefined
  isBusy: boolean
}

export const NOTHING_SENT: HeldSent = { problem: null, typed: null, typedHash: undefined, isBusy: false }

/** Whether `HeldTasks` shows anything. */
export function hasHeldTasks({ hold, step, reader, ...held }: ShownHeld): boolean {
  const isSellers =
    reader === 'seller' && (step === 'agree' || step === 'prepare' || step === 'check' || step === 'lock')
  const claims = reader === 'buyer' && hold.mayClaim
  return isSellers || claims || [held.offer, held.exit, held.approval, held.rest, held.back].some((one) => one !== null)
}

/** What the reader has to do about money that the ledger is to hold, or holds: state a wallet, lock, sign, take back. */
export function HeldTasks({ held, sent }: { held: ShownHeld; sent: HeldSent }) {
  const { escrow, hold, step, reader, offer, back } = held
  const { problem, typed, typedHash, isBusy } = sent
  const signing = held.exit ?? held.approval ?? held.rest
  const isBeforeLock = step === 'agree' || step === 'prepare' || step === 'check' || step === 'lock'
  const form = { escrow, hold, problem, isBusy }
  return (
    <>
      {reader === 'seller' && isBeforeLock && <AgreeSheet {...form} typed={typed} />}
      {offer && <LockSheet {...form} offer={offer} typedHash={typedHash} />}
      {reader === 'buyer' && hold.mayClaim && <ClaimSheet transactionId={escrow.transactionId} isBusy={isBusy} />}
      {signing && <SignSheet {...form} signing={signing} />}
      {back && <SignSheet {...form} signing={back} />}
    </>
  )
}
