/** The state of an on-chain escrow in the terms of one that Quayside holds, from its settlement and its end. */
import type { PayoutState } from '#app/kernel/domain/payout-state.ts'

export type OnchainState = {
  /** The newest settlement; null: none. A failed one ('dead') counts as none. */
  exit: {
    kind: 'release' | 'refund' | 'division' | 'expiry'
    state: 'collecting' | 'ready' | 'submitted' | 'confirmed' | 'dead'
  } | null
  /** The end that the ledger reports; null: it still holds the money, or never did. */
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

/** Collecting signatures and ready count as queued. The ledger's report outranks our state. */
export function onchainStates({ exit, end }: OnchainState): States {
  const side = end ? SIDES[end] : exit ? SIDES[exit.kind] : null
  const state = end ? 'confirmed' : exit ? STATES[exit.state] : null
  return {
    releaseState: side === 'seller' || side === 'both' ? state : null,
    refundState: side === 'buyer' || side === 'both' ? state : null,
  }
}

/** What leaves it, as payouts would: to the seller first. Never blocked: obstacles are waited for. */
export function leavingOf(hold: OnchainState) {
  const { releaseState, refundState } = onchainStates(hold)
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

/** The step before the deposit: the seller's wallet, Quayside's preparation and check, the buyer's deposit. */
export type FundStep = 'agree' | 'prepare' | 'check' | 'lock'

/** `agreed`: what the seller has agreed to; null: nothing yet. */
export function fundStepOf(agreed: { isPrepared: boolean; isBeingChecked: boolean } | null): FundStep {
  if (agreed === null) return 'agree'
  if (!agreed.isPrepared) return 'prepare'
  return agreed.isBeingChecked ? 'check' : 'lock'
}

export const FUND_AWAITING = {
  agree: 'seller',
  prepare: 'quayside',
  check: 'quayside',
  lock: 'buyer',
} as const satisfies Record<FundStep, string>
