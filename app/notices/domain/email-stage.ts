/** The escrow stage that an email is about, from facts alone, and whether it still holds (docs/decisions/108). */
import type { PayoutState } from '#app/kernel/domain/payout-state.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { isEmailKind, type Matter, matterOf, type OfEmail } from './email-kinds.ts'

/** The state of an escrow that its emails depend on. */
export type EmailStanding = {
  isFunded: boolean
  isConfirmed: boolean
  approval: 'Pending' | 'Approved' | 'Rejected'
  isCancelled: boolean
  /** A person or a deadline has decided where the money goes. */
  isOver: boolean
  asksForRefund: boolean
  /** There is a seller. `sellerEmail`: the address that the buyer named. */
  sellerIsBound: boolean
  sellerEmail: string | null
  /** Other money than the settlement is owed back to the buyer. */
  owesExcess: boolean
  payouts: readonly { purpose: string; state: PayoutState; blockedReason: string | null }[]
  hasWalletProposal: boolean
  /** Of an on-chain escrow. Null: Quayside holds the money. */
  held: { isLocked: boolean; asksForSignatures: boolean } | null
  /** The party that opened the open dispute. */
  disputedBy: Reader | null
  /** How often each happened: distinguishes a repetition from something new. */
  counts: {
    /** Presentations. */
    rounds: number
    /** Refund requests that the seller has answered. */
    answers: number
    /** Disputes that ended other than by withdrawal. */
    disputes: number
    /** Proposed splits that the other party declined, by proposer. */
    declined: Record<Reader, number>
    /** Proposed wallets that the buyer agreed to. */
    agreedWallets: number
  }
  /** What is open: proposed, requested, running. */
  open: {
    divisions: readonly { side: Reader; kind: string; toSeller: string }[]
    waiver: boolean
    /** Requested extensions: the new dates, ISO 8601. */
    timeUntil: readonly string[]
    amendment: boolean
    /** The running deadline. */
    clock: { kind: string; dueAt: string } | null
  }
}

/** The parts of an email's content that identify its subject among several. */
export type StagedEmail = OfEmail & {
  openedBy?: Reader | undefined
  proposedBy?: Reader | undefined
  payee?: Reader | undefined
  reason?: string | undefined
  toSeller?: string | undefined
  until?: string | undefined
}

/** What it is about, and which one: the same value again is a repetition. Null: nothing overtakes it. */
export function stageOfEmail(letter: StagedEmail, standing: EmailStanding): string | null {
  const matter = matterOf(letter)
  return matter && `${matter}:${numberOf(matter, letter, standing)}`
}

/** From a row of the outbox. Null: the kind no longer exists. */
export function stagedEmailOf(content: unknown): StagedEmail | null {
  if (typeof content !== 'object' || content === null || !('letter' in content)) return null
  return isEmailKind(content.letter) ? { ...content, letter: content.letter } : null
}

export type StageVerdict = 'stands' | 'interrupted' | 'over'

/** Whether its content still holds. `interrupted`: not while the dispute is open, but perhaps afterwards. */
export function verdictOn(
  { stage, recipient, ...letter }: StagedEmail & { stage: string; recipient: string },
  standing: EmailStanding,
): StageVerdict {
  const matter = matterOf(letter)
  if (!matter) return 'stands'
  const isSame = COUNTS_ON[matter] || stage === stageOfEmail(letter, standing)
  if (!isSame || !STANDS[matter](standing, { ...letter, recipient })) return 'over'
  return standing.disputedBy && WAITS_FOR_DISPUTE.includes(matter) ? 'interrupted' : 'stands'
}

function numberOf(matter: Matter, letter: StagedEmail, { counts }: EmailStanding): number {
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

/** A later number does not outdate these: they report events. */
const COUNTS_ON: Partial<Record<Matter, true>> = { wallet: true, answer: true }

type Stands = (standing: EmailStanding, letter: StagedEmail & { recipient: string }) => boolean

const STANDS: Record<Matter, Stands> = {
  funding: ({ isFunded, isOver }) => !isFunded && !isOver,
  // Not to a replaced address, and not to a seller who is already bound.
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
  // A dispute stops it; withdrawing the dispute resumes it.
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

/** Not possible while a dispute is open. */
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
