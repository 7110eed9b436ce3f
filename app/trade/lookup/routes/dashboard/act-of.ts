/** What the button of an escrow in the list says: the reader's next act, or that it opens the page. */
import type { Stage, Turn } from '#app/escrow/domain/escrow.ts'
import type { TopPart } from '#app/escrow/domain/shown-parts.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'

const ACTS = {
  buyer: { awaiting_funds: 'pay', awaiting_examination: 'examine', refund_open: 'wallet' },
  seller: { awaiting_confirmation: 'present', refund_requested: 'answer' },
} as const satisfies Record<Reader, Partial<Record<Stage, string>>>

type Act = 'open' | 'pay' | 'examine' | 'wallet' | 'present' | 'answer'

type Of = Pick<TopPart, 'headline' | 'title'> & { stage: Stage; turn: Turn }

/**
 * Names an act only where the sentence of the row is that of its stage, not of custody, and it is the reader's turn. After a rejection the
 * list does not know whether a round is left.
 */
export function actOf({ headline, title, stage, turn }: Of, reader: Reader): Act {
  if (headline !== 'stage' || title !== null || turn !== reader) return 'open'
  const acts: Partial<Record<Stage, Act>> = ACTS[reader]
  return acts[stage] ?? 'open'
}
