/**
 * The life of a payout (product.md §4): what may follow what, and why. The database moves a row only along these edges,
 * by compare-and-set, so a killed or doubled worker cannot invent one.
 */

export const PAYOUT_STATES = ['queued', 'signed', 'submitted', 'confirmed', 'blocked'] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

export const PAYOUT_EVENTS = [
  'envelope_stored',
  'sent',
  'settled',
  'expired',
  'failed_for_now',
  'failed_for_good',
  'obstacle_found',
  'unblocked',
] as const
export type PayoutEvent = (typeof PAYOUT_EVENTS)[number]

type PayoutEdge = { from: PayoutState; event: PayoutEvent; to: PayoutState; reason: string }

export const PAYOUT_EDGES: readonly PayoutEdge[] = [
  edge(
    'queued',
    'envelope_stored',
    'signed',
    'The signed envelope and its hash are committed before anything is sent.',
  ),
  edge('queued', 'obstacle_found', 'blocked', 'The payee cannot receive the asset now; nothing was signed.'),
  edge('signed', 'sent', 'submitted', 'The stored envelope was handed to the ledger.'),
  edge(
    'signed',
    'settled',
    'confirmed',
    'The worker died after sending and before noting it; the ledger has the payment.',
  ),
  edge(
    'signed',
    'expired',
    'queued',
    'The ledger proves that the envelope can never be valid again: a new one may be signed.',
  ),
  edge('signed', 'failed_for_now', 'queued', 'The envelope is spent without paying, for a reason that passes.'),
  edge('signed', 'failed_for_good', 'blocked', 'The envelope is spent without paying, and a new one would fail alike.'),
  edge('submitted', 'settled', 'confirmed', 'The payment is in a closed or validated ledger.'),
  edge(
    'submitted',
    'expired',
    'queued',
    'The ledger proves that the envelope can never be valid again: a new one may be signed.',
  ),
  edge('submitted', 'failed_for_now', 'queued', 'The ledger included it without paying, for a reason that passes.'),
  edge(
    'submitted',
    'failed_for_good',
    'blocked',
    'The ledger included it without paying, and a new one would fail alike.',
  ),
  edge('blocked', 'unblocked', 'queued', 'The payee or the operator removed the obstacle.'),
]

function edge(from: PayoutState, event: PayoutEvent, to: PayoutState, reason: string): PayoutEdge {
  return { from, event, to, reason }
}

/** The state after an event, or null when the event cannot happen there: the caller does nothing and re-reads the row. */
export function nextPayoutState(from: PayoutState, event: PayoutEvent): PayoutState | null {
  return PAYOUT_EDGES.find((candidate) => candidate.from === from && candidate.event === event)?.to ?? null
}

/** Has the worker still something to do for it? A blocked payout waits for a person. */
export function isOpen(state: PayoutState): boolean {
  return state === 'queued' || state === 'signed' || state === 'submitted'
}

/** One signed envelope. `live`: it could still pay. */
export const ATTEMPT_STATES = ['live', 'settled', 'failed', 'expired'] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** An attempt's state by what the ledger says about it (`pending` leaves it as it is). A final state never changes. */
export function nextAttemptState(
  from: AttemptState,
  outcome: 'settled' | 'failed' | 'pending' | 'expired',
): AttemptState | null {
  if (from !== 'live') return null
  return outcome === 'pending' ? 'live' : outcome
}

/** May a new envelope be signed? Only when every earlier one is proved not to pay: this is what prevents paying twice. */
export function maySignAgain(attempts: readonly AttemptState[]): boolean {
  return attempts.every((state) => state === 'failed' || state === 'expired')
}
