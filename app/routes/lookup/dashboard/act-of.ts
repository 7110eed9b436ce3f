/** What the button of an escrow in the list says: the reader's next act, or that it opens the page. */
import type { Stage, Turn } from '#app/domain/escrow/escrow.ts'
import type { Headline } from '#app/domain/escrow/shown-parts.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'

const ACTS = {
  buyer: { awaiting_funds: 'pay', awaiting_examination: 'examine', refund_open: 'wallet' },
  seller: { awaiting_confirmation: 'present', refund_requested: 'answer' },
} as const satisfies Record<Reader, Partial<Record<Stage, string>>>

type Act = 'open' | 'pay' | 'examine' | 'wallet' | 'present' | 'answer'

type Of = { headline: Headline; stage: Stage; turn: Turn; isHeld: boolean }

/**
 * Names an act only where the sentence of the row is that of its stage and it is the reader's turn. What a ledger holds goes back to
 * the wallet that locked it, so nobody is asked for another; after a rejection the list does not know whether a round is left.
 */
export function actOf({ headline, stage, turn, isHeld }: Of, reader: Reader): Act {
  if (headline !== 'stage' || turn !== reader) return 'open'
  const acts: Partial<Record<Stage, Act>> = ACTS[reader]
  const act = acts[stage] ?? 'open'
  return act === 'wallet' && isHeld ? 'open' : act
}
