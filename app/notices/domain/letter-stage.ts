/**
 * The stage of an escrow that a letter is about, and whether it still stands (docs/decisions/108). Derived from the escrow's facts;
 * the time of day is none.
 */
import type { PayoutState } from '#app/kernel/domain/payout-state.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { isLetterKind, type Matter, matterOf, type OfLetter } from './letter-kinds.ts'

/** How an escrow stands, as far as letters are about it. */
export type LetterStanding = {
  isFunded: boolean
  isConfirmed: boolean
  approval: 'Pending' | 'Approved' | 'Rejected'
  isCancelled: boolean
  /** Somebody or a date has decided where the money goes. */
  isOver: boolean
  asksForRefund: boolean
  /** Somebody sells, or the address that the buyer named. */
  sellerIsBound: boolean
  sellerEmail: string | null
  /** Something is owed back to the buyer beside the settlement. */
  owesExcess: boolean
  payouts: readonly { purpose: string; state: PayoutState; blockedReason: string | null }[]
  hasWalletProposal: boolean
  /** Of what the ledger holds; null where Quayside does. */
  held: { isLocked: boolean; asksForSignatures: boolean } | null
  /** The side that opened the dispute which is open. */
  disputedBy: Reader | null
  /** How often each happened before: what makes a repetition something new. */
  counts: {
    /** Rounds of presentation. */
    rounds: number
    /** Refund requests that the seller has answered. */
    answers: number
    /** Disputes that ended otherwise than by being withdrawn. */
    disputes: number
    /** Divisions that the other side has declined, by who proposed them. */
    declined: Record<Reader, number>
    /** Proposed wallets that the buyer agreed to. */
    agreedWallets: number
  }
  /** What is open: proposed, asked, running. */
  open: {
    divisions: readonly { side: Reader; kind: string; toSeller: string }[]
    waiver: boolean
    /** Until when more time is asked for, ISO 8601. */
    timeUntil: readonly string[]
    amendment: boolean
    /** The clock that runs. */
    clock: { kind: string; dueAt: string } | null
  }
}

/** What of a letter's content says which of several it is about. */
export type StagedLetter = OfLetter & {
  openedBy?: Reader | undefined
  proposedBy?: Reader | undefined
  payee?: Reader | undefined
  reason?: string | undefined
  toSeller?: string | undefined
  until?: string | undefined
}

/** What it is about and which one: the same again is a repetition. Null: of a letter that nothing overtakes. */
export function stageOfLetter(letter: StagedLetter, standing: LetterStanding): string | null {
  const matter = matterOf(letter)
  return matter && `${matter}:${numberOf(matter, letter, standing)}`
}

/** Of a row of the outbox; null: of a kind that is not known any more. */
export function stagedLetterOf(content: unknown): StagedLetter | null {
  if (typeof content !== 'object' || content === null || !('letter' in content)) return null
  return isLetterKind(content.letter) ? { ...content, letter: content.letter } : null
}

export type Verdict = 'stands' | 'interrupted' | 'over'

/** Does what the letter says still hold? `interrupted`: not while the dispute is open, but perhaps after it. */
export function verdictOn(
  { stage, recipient, ...letter }: StagedLetter & { stage: string; recipient: string },
  standing: LetterStanding,
): Verdict {
  const matter = matterOf(letter)
  if (!matter) return 'stands'
  const isSame = COUNTS_ON[matter] || stage === stageOfLetter(letter, standing)
  if (!isSame || !STANDS[matter](standing, { ...letter, recipient })) return 'over'
  return standing.disputedBy && WAITS_FOR_DISPUTE.includes(matter) ? 'interrupted' : 'stands'
}

function numberOf(matter: Matter, letter: StagedLetter, { counts }: LetterStanding): number {
  switch (matter) {
    case 'presentation':
    case 'examination':
    case 'approval':
    case 'wallet':
    case 'waiver':
      return counts.rounds
    case 'refund':
    case 'answer':
      return counts.answers
    case 'dispute':
      return counts.disputes
    case 'division':
      return letter.proposedBy ? counts.declined[letter.proposedBy] : 0
    case 'proposal':
      return counts.agreedWallets
    default:
      return 0
  }
}

/** Of these a later number takes nothing back: they tell of what has happened. */
const COUNTS_ON: Partial<Record<Matter, true>> = { wallet: true, answer: true }

type Stands = (standing: LetterStanding, letter: StagedLetter & { recipient: string }) => boolean

const STANDS: Record<Matter, Stands> = {
  funding: ({ isFunded, isOver }) => !isFunded && !isOver,
  // To nobody whom the buyer has replaced, and to nobody who is there already.
  invitation: ({ sellerIsBound, sellerEmail, isOver }, { recipient }) =>
    !sellerIsBound && sellerEmail === recipient && !isOver,
  shipment: ({ isFunded, isConfirmed, isOver }) => isFunded && !isConfirmed && !isOver,
  presentation: ({ isConfirmed, approval, isOver }) => isConfirmed && approval === 'Pending' && !isOver,
  examination: ({ approval, isOver }) => approval === 'Rejected' && !isOver,
  approval: ({ approval, isCancelled }) => approval === 'Approved' && !isCancelled,
  wallet: () => true,
  proposal: ({ hasWalletProposal }) => hasWalletProposal,
  refund: ({ asksForRefund, isOver }) => asksForRefund && !isOver,
  answer: () => true,
  dispute: ({ disputedBy }, { openedBy }) => disputedBy !== null && disputedBy === openedBy,
  division: ({ open, isOver }, { proposedBy, kind, toSeller }) =>
    !isOver && open.divisions.some((one) => one.side === proposedBy && one.kind === kind && one.toSeller === toSeller),
  waiver: ({ open, approval, isOver }) => open.waiver && approval === 'Rejected' && !isOver,
  time: ({ open, isOver }, { until = '' }) => open.timeUntil.includes(until) && !isOver,
  amendment: ({ open, isOver }) => open.amendment && !isOver,
  // A dispute stops it, and whoever withdraws the dispute sets it going again.
  clock: ({ open, disputedBy, isOver }, { kind }) => open.clock?.kind === kind || (disputedBy !== null && !isOver),
  exit: ({ held }) => held?.asksForSignatures === true,
  lapse: ({ held }) => held?.isLocked === true,
  excess: ({ owesExcess }) => owesExcess,
  payout: ({ payouts }, { payee, reason }) =>
    payouts.some(
      ({ purpose, state, blockedReason }) =>
        state === 'blocked' && blockedReason === reason && (purpose === 'release') === (payee === 'seller'),
    ),
}

/** Nobody can do it while a dispute is open. */
const WAITS_FOR_DISPUTE: readonly Matter[] = [
  'shipment',
  'presentation',
  'examination',
  'refund',
  'waiver',
  'time',
  'amendment',
  'clock',
]
