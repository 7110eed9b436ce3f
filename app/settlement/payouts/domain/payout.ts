/**
 * Decides the states of a payout (product.md §4): which may follow which, and why. A database trigger has the same
 * list, so that a killed or duplicated worker cannot make another step.
 */
import type { PayoutState } from '#app/kernel/domain/payout-state.ts'

type PayoutEdge = { from: PayoutState; to: PayoutState; reason: string }

export const PAYOUT_EDGES: readonly PayoutEdge[] = [
  edge('queued', 'signed', 'The signed envelope and its hash are committed before anything is sent.'),
  edge('queued', 'blocked', 'The payee cannot receive the asset now; nothing was signed.'),
  edge('queued', 'confirmed', 'An operator has said which transaction, not in our books, has paid it.'),
  edge('signed', 'submitted', 'The stored envelope was handed to the ledger.'),
  edge('signed', 'confirmed', 'The worker died after sending and before noting it; the ledger has the payment.'),
  edge(
    'signed',
    'queued',
    'The envelope is spent without paying, or proved never to be valid: a new one may be signed.',
  ),
  edge('signed', 'blocked', 'The envelope is spent without paying, and a new one would fail alike.'),
  edge('submitted', 'confirmed', 'The payment is in a closed or validated ledger.'),
  edge(
    'submitted',
    'queued',
    'The envelope is spent without paying, or proved never to be valid: a new one may be signed.',
  ),
  edge('submitted', 'blocked', 'The ledger included it without paying, and a new one would fail alike.'),
  edge('blocked', 'queued', 'The payee or the operator removed the obstacle.'),
  edge('blocked', 'confirmed', 'An operator has said which transaction, not in our books, has paid it.'),
]

function edge(from: PayoutState, to: PayoutState, reason: string): PayoutEdge {
  return { from, to, reason }
}
