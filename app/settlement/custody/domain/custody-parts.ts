/** What stands on an escrow's page of who keeps its money: which task, what is said of it, and the words above. */
import type { Stage, Turn } from '#app/escrow/domain/escrow.ts'
import type { ShownCustody } from '#app/escrow/domain/shown-escrow.ts'
import type { CustodyText, CustodyTitle, Headline, HeldTask, ShownParts } from '#app/escrow/domain/shown-parts.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'

type Of = {
  custody: ShownCustody
  stage: Stage
  turn: Turn
  payouts: readonly { purpose: string; isToTake?: boolean }[]
}

const OWN = { buyer: 'refund', seller: 'release' } as const

/**
 * What one side has to do on the page of what the ledger holds: the sentence on top of the escrow's own page leads there by its name. Null:
 * nothing. `reader`: null for the operator.
 */
export function custodyTaskOf({ custody, stage, turn, payouts }: Of, reader: Reader | null): HeldTask | null {
  if (custody.fundedBy === 'deposit' || reader === null) return null
  if (turn === reader) {
    if (custody.hasLapsed) return 'take_back'
    if (custody.isSigning) return 'sign'
    // It is the seller's turn until a wallet is stated.
    if (stage === 'awaiting_funds') return reader === 'seller' ? 'agree' : 'lock'
  }
  return payouts.some(({ purpose, isToTake }) => isToTake && purpose === OWN[reader]) ? 'take' : null
}

/** The money has left where it was kept, or nothing was ever kept. */
const ENDED: readonly Stage[] = ['released', 'refunded', 'split', 'cancelled', 'lapsed']

export function ledgerPartOf({ custody, stage }: Pick<Of, 'custody' | 'stage'>): ShownParts['ledger'] {
  if (custody.fundedBy === 'deposit') return null
  if (ENDED.includes(stage)) return 'over'
  if (custody.hasLapsed) return 'past'
  return stage === 'awaiting_funds' ? 'to_lock' : 'locked'
}

type Said = Pick<Of, 'custody' | 'stage' | 'turn'> & { headline: Headline }

const EXITS: Partial<Record<Stage, CustodyTitle>> = {
  releasing: 'held.exit.release',
  refunding: 'held.exit.refund',
  splitting: 'held.exit.division',
}

/** The sentence above an escrow where custody says it; null: its headline or its stage does. */
export function custodyTitleOf({ custody, headline, stage, turn }: Said, reader: Reader): CustodyTitle | null {
  if (headline === 'held') return awaitedTitleOf({ custody, stage, isOwn: turn === reader })
  if (headline === 'past') return turn === reader ? 'held.lapsed.own.title' : 'held.lapsed.title'
  // What goes back from the ledger goes to the wallet that locked it, so nobody asks for another.
  if (headline !== 'stage' || custody.fundedBy === 'deposit' || reader === 'seller') return null
  if (stage === 'refund_open') return 'held.exit.refund'
  return stage === 'awaiting_confirmation' ? 'held.next.locked.title' : null
}

/** Who does what until the money is locked, and whose signature takes it out; the page of what the ledger holds has the rest. */
function awaitedTitleOf(of: { custody: ShownCustody; stage: Stage; isOwn: boolean }): CustodyTitle {
  const { custody, stage, isOwn } = of
  if (stage !== 'awaiting_funds') return isOwn ? 'held.exit.title' : (EXITS[stage] ?? 'pages.held')
  const step = custody.fundStep ?? 'lock'
  if (step === 'prepare' || step === 'check') return `held.next.${step}.title`
  return `held.next.${step}.${isOwn ? 'own' : 'other'}.title`
}

/** The money lies on the ledger meanwhile: what holds of it there is said instead of that it waits here. */
const LIES_THERE: readonly Stage[] = [
  'awaiting_confirmation',
  'awaiting_examination',
  'rejected',
  'refund_requested',
  'disputed',
  'refund_open',
]

/** The text below it; null: what its stage says is true of whoever keeps the money. */
export function custodyTextOf({ custody, headline, stage, turn }: Said, reader: Reader): CustodyText | null {
  const { says, fundStep } = custody
  if (custody.fundedBy === 'deposit') return null
  if (headline === 'past') return turn === reader ? 'held.lapsed.own.text' : says.lapsed
  if (headline === 'held') {
    const isQuaysides = stage === 'awaiting_funds' && (fundStep === 'prepare' || fundStep === 'check')
    return isQuaysides ? `held.next.${fundStep}.text` : says.what
  }
  // What goes back no sooner waits for the date; all else was decided in time and is sent before it.
  if (headline === 'waits') return custody.backAt !== null && stage === 'refunding' ? 'held.back' : 'held.until'
  if (stage === 'cancelled' || stage === 'lapsed') return 'held.next.over.text'
  return LIES_THERE.includes(stage) ? says.what : null
}
