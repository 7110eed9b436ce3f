import type { Stage } from '#app/escrow/domain/escrow.ts'
import type { PartsView, TopPart } from '#app/escrow/domain/parts-view.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'

type Of = Pick<TopPart, 'headline' | 'title'> & { stage: Stage }

/** Message key of an escrow's headline, for any kind of custody. */
export function headlineKey({ headline, stage, title }: Of, reader: Reader) {
  if (headline === 'stuck') return 'escrow.next.stuck.title'
  if (headline === 'proposal') return `otherWallet.next.${reader}.title` as const
  if (headline === 'waits')
    return `escrow.waits.${stage === 'refunding' ? 'refunding' : 'releasing'}.${reader}` as const
  return title ?? titleKey(stage, reader)
}

/** The same for lists, which do not know whether a presentation is left: right in both cases. */
export function listedKey(of: Of, reader: Reader) {
  const isRejected = of.headline === 'stage' && of.stage === 'rejected'
  return isRejected ? 'escrow.events.documents_rejected' : headlineKey(of, reader)
}

/** Stages with the same text for both sides. */
type Alike = 'disputed' | 'splitting' | 'split' | 'cancelled' | 'lapsed'
const ALIKE: readonly Stage[] = ['disputed', 'splitting', 'split', 'cancelled', 'lapsed'] satisfies Alike[]

function isAlike(stage: Stage): stage is Alike {
  return ALIKE.includes(stage)
}

function titleKey(stage: Stage, reader: Reader) {
  return isAlike(stage) ? (`escrow.next.${stage}.title` as const) : (`escrow.next.${stage}.${reader}.title` as const)
}

/** Texts below the title for both sides. Null: the title says everything. */
const TEXTS = {
  releasing: 'escrow.next.releasing.text',
  refunding: 'escrow.next.refunding.text',
  release_blocked: 'escrow.next.onceSolved',
  refund_blocked: 'escrow.next.onceSolved',
  released: null,
  refunded: null,
  refund_open: 'escrow.next.refund_open.text',
  disputed: 'escrow.next.disputed.text',
  splitting: 'escrow.next.shares',
  split: 'escrow.next.shares',
} as const satisfies Partial<Record<Stage, string | null>>

function hasOneText(stage: Stage): stage is keyof typeof TEXTS {
  return Object.hasOwn(TEXTS, stage)
}

/** Message key of the stage's text, for money at Quayside or already paid. Null: the title says everything. */
export function textKey({ stage, hero }: { stage: Stage; hero: PartsView['hero'] }, reader: Reader) {
  if (hero === 'none_left') return reader === 'buyer' ? 'examination.noneLeftBuyer' : 'examination.noneLeftSeller'
  if (hero === 'agreed' && (stage === 'splitting' || stage === 'split')) return 'division.next'
  // No stage text: with deadlines, the seller may also be paid by silence.
  if (hero === 'dated') return null
  if (hasOneText(stage)) return TEXTS[stage]
  if (stage === 'cancelled' || stage === 'lapsed') return `escrow.next.over.${reader}` as const
  return `escrow.next.${stage}.${reader}.text` as const
}
