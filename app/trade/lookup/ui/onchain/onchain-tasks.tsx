import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { ClaimSheet } from '#app/trade/onchain/ui/claim-sheet.tsx'
import { AgreeSheet } from './agree-sheet.tsx'
import { OnchainDepositSheet } from './deposit-sheet.tsx'
import type { OnchainPartView } from './onchain-view.ts'
import { SignSheet } from './sign-sheet.tsx'

/** A refused form: the problem and the typed values. */
export type OnchainSent = {
  problem: Problem | null
  typed: { walletAddress: string; walletMemo: string } | null
  typedHash: string | undefined
  isBusy: boolean
}

export const NOTHING_SENT: OnchainSent = { problem: null, typed: null, typedHash: undefined, isBusy: false }

/** The reader's tasks with an on-chain escrow: state a wallet, deposit, sign, take back. */
export function OnchainTasks({ held, sent }: { held: OnchainPartView; sent: OnchainSent }) {
  const { escrow, hold, step, reader, offer, back } = held
  const { problem, typed, typedHash, isBusy } = sent
  const signing = held.exit ?? held.approval ?? held.rest
  const isBeforeLock = step === 'agree' || step === 'prepare' || step === 'check' || step === 'lock'
  const form = { escrow, hold, problem, isBusy }
  return (
    <>
      {reader === 'seller' && isBeforeLock && <AgreeSheet {...form} typed={typed} />}
      {offer && <OnchainDepositSheet {...form} offer={offer} typedHash={typedHash} />}
      {reader === 'buyer' && hold.mayClaim && <ClaimSheet transactionId={escrow.transactionId} isBusy={isBusy} />}
      {signing && <SignSheet {...form} signing={signing} />}
      {back && <SignSheet {...form} signing={back} />}
    </>
  )
}
