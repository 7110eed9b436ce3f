/** Decides what an escrow's page says about who keeps its money: the task, the title and the text. */
import type { Awaiting, Stage } from '#app/escrow/domain/escrow.ts'
import type { CustodyView } from '#app/escrow/domain/escrow-details.ts'
import type { CustodyText, CustodyTitle, Headline, OnchainTask, PartsView } from '#app/escrow/domain/parts-view.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'

type Of = {
  custody: CustodyView
  stage: Stage
  turn: Awaiting
  payouts: readonly { purpose: string; isToTake?: boolean }[]
}

const OWN = { buyer: 'refund', seller: 'release' } as const

/**
 * What one side has to do on the on-chain escrow's page, linked by name. Null: nothing. `reader` null: the operator.
 */
export function custodyTaskOf({ custody, stage, turn, payouts }: Of, reader: Reader | null): OnchainTask | null {
  if (custody.fundedBy === 'deposit' || reader === null) return null
  if (turn === reader) {
    if (custody.hasLapsed) return 'take_back'
    if (custody.isSigning) return 'sign'
    // It is the seller's turn until a wallet is stated.
    if (stage === 'awaiting_funds') return reader === 'seller' ? 'agree' : 'lock'
  }
  return payouts.some(({ purpose, isToTake }) => isToTake && purpose === OWN[reader]) ? 'take' : null
}

/** The money has left, or never came. */
const ENDED: readonly Stage[] = ['released', 'refunded', 'split', 'cancelled', 'lapsed']

export function ledgerPartOf({ custody, stage }: Pick<Of, 'custody' | 'stage'>): PartsView['ledger'] {
  if (custody.fundedBy === 'deposit') return null
  if (ENDED.includes(stage)) return 'over'
  if (custody.hasLapsed) return 'past'
  return stage === 'awaiting_funds' ? 'to_lock' : 'locked'
}

type Said = Pick<Of, 'custody' | 'stage' | 'turn'> & { headline: Headline }

const SETTLEMENTS: Partial<Record<Stage, CustodyTitle>> = {
  releasing: 'held.exit.release',
  refunding: 'held.exit.refund',
  splitting: 'held.exit.division',
}

/** The title above an escrow where custody decides it. Null: its headline or its stage does. */
export function custodyTitleOf({ custody, headline, stage, turn }: Said, reader: Reader): CustodyTitle | null {
  if (headline === 'held') return awaitedTitleOf({ custody, stage, isOwn: turn === reader })
  if (headline === 'past') return turn === reader ? 'held.lapsed.own.title' : 'held.lapsed.title'
  // The ledger returns money to the wallet that deposited it, so nobody is asked for another.
  if (headline !== 'stage' || custody.fundedBy === 'deposit' || reader === 'seller') return null
  if (stage === 'refund_open') return 'held.exit.refund'
  return stage === 'awaiting_confirmation' ? 'held.next.locked.title' : null
}

/** Who acts until the on-chain deposit, and who signs the settlement; the on-chain escrow's page says the rest. */
function awaitedTitleOf(of: { custody: CustodyView; stage: Stage; isOwn: boolean }): CustodyTitle {
  const { custody, stage, isOwn } = of
  if (stage !== 'awaiting_funds') return isOwn ? 'held.exit.title' : (SETTLEMENTS[stage] ?? 'pages.held')
  const step = custody.fundStep ?? 'lock'
  if (step === 'prepare' || step === 'check') return `held.next.${step}.title`
  return `held.next.${step}.${isOwn ? 'own' : 'other'}.title`
}

/** In these stages the money is on the ledger: the text says what that means instead of that the money waits here. */
const LIES_THERE: readonly Stage[] = [
  'awaiting_confirmation',
  'awaiting_examination',
  'rejected',
  'refund_requested',
  'disputed',
  'refund_open',
]

/** The text below the title. Null: the stage's text holds for every custodian. */
export function custodyTextOf({ custody, headline, stage, turn }: Said, reader: Reader): CustodyText | null {
  const { says, fundStep } = custody
  if (custody.fundedBy === 'deposit') return null
  if (headline === 'past') return turn === reader ? 'held.lapsed.own.text' : says.lapsed
  if (headline === 'held') {
    const isQuaysides = stage === 'awaiting_funds' && (fundStep === 'prepare' || fundStep === 'check')
    return isQuaysides ? `held.next.${fundStep}.text` : says.what
  }
  // An XRP Ledger refund waits for the date; everything else was decided in time and is sent before it.
  if (headline === 'waits') return custody.backAt !== null && stage === 'refunding' ? 'held.back' : 'held.until'
  if (stage === 'cancelled' || stage === 'lapsed') return 'held.next.over.text'
  return LIES_THERE.includes(stage) ? says.what : null
}
