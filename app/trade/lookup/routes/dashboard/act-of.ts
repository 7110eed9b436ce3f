/** Label of an escrow's button in the list: the reader's next action, or 'open'. */
import type { Awaiting, Stage } from '#app/escrow/domain/escrow.ts'
import type { TopPart } from '#app/escrow/domain/parts-view.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'

const ACTS = {
  buyer: { awaiting_funds: 'pay', awaiting_examination: 'examine', refund_open: 'wallet' },
  seller: { awaiting_confirmation: 'present', refund_requested: 'answer' },
} as const satisfies Record<Reader, Partial<Record<Stage, string>>>

type Act = 'open' | 'pay' | 'examine' | 'wallet' | 'present' | 'answer'

type Of = Pick<TopPart, 'headline' | 'title'> & { stage: Stage; turn: Awaiting }

/**
 * Names an action only on the reader's turn and if the row shows the stage's sentence, not custody's. Not after a
 * rejection: the list does not know whether a presentation is left.
 */
export function actOf({ headline, title, stage, turn }: Of, reader: Reader): Act {
  if (headline !== 'stage' || title !== null || turn !== reader) return 'open'
  const acts: Partial<Record<Stage, Act>> = ACTS[reader]
  return acts[stage] ?? 'open'
}
