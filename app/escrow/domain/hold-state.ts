/** How an escrow stands that the ledger holds, in the words of those that Quayside holds: read from its way out, and from its end. */
import type { PayoutState } from '#app/kernel/domain/payout-state.ts'

export type HoldState = {
  /** The newest way out; null: none was begun. A dead one is none. */
  exit: {
    kind: 'release' | 'refund' | 'division' | 'expiry'
    state: 'collecting' | 'ready' | 'submitted' | 'confirmed' | 'dead'
  } | null
  /** How the ledger says that it ended; null: it holds the money still, or there was none. */
  end: 'released' | 'refunded' | 'divided' | 'expired' | null
}

type States = { releaseState: PayoutState | null; refundState: PayoutState | null }

const SIDES = {
  release: 'seller',
  released: 'seller',
  refund: 'buyer',
  refunded: 'buyer',
  expiry: 'buyer',
  expired: 'buyer',
  division: 'both',
  divided: 'both',
} as const

/** What signatures are collected for, and what is ready, is on its way as a payout in the queue is. The ledger's word outranks ours. */
export function holdStates({ exit, end }: HoldState): States {
  const side = end ? SIDES[end] : exit ? SIDES[exit.kind] : null
  const state = end ? 'confirmed' : exit ? STATES[exit.state] : null
  return {
    releaseState: side === 'seller' || side === 'both' ? state : null,
    refundState: side === 'buyer' || side === 'both' ? state : null,
  }
}

/** What leaves it, as payouts would: to the seller first. Nothing of it is ever blocked: what is in the way is waited for. */
export function leavingOf(hold: HoldState) {
  const { releaseState, refundState } = holdStates(hold)
  const both = [
    { purpose: 'release' as const, state: releaseState },
    { purpose: 'refund' as const, state: refundState },
  ]
  return both.flatMap(({ purpose, state }) => (state ? [{ purpose, state, blockedReason: null }] : []))
}

const STATES = {
  collecting: 'queued',
  ready: 'queued',
  submitted: 'submitted',
  confirmed: 'confirmed',
  dead: null,
} as const

/** What comes next until the money is locked: the seller's wallet, what Quayside prepares and checks, the buyer's lock. */
export type FundStep = 'agree' | 'prepare' | 'check' | 'lock'

/** `agreed`: what the seller has agreed to; null: nothing yet. */
export function fundStepOf(agreed: { isPrepared: boolean; isBeingChecked: boolean } | null): FundStep {
  if (agreed === null) return 'agree'
  if (!agreed.isPrepared) return 'prepare'
  return agreed.isBeingChecked ? 'check' : 'lock'
}

export const FUND_TURNS = {
  agree: 'seller',
  prepare: 'quayside',
  check: 'quayside',
  lock: 'buyer',
} as const satisfies Record<FundStep, string>
