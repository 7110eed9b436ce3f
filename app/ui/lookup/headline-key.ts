import { turnPastDate } from '#app/domain/custody/past-date.ts'
import type { Stage, Turn } from '#app/domain/escrow/escrow.ts'
import type { LockStep } from '#app/domain/escrow/hold-state.ts'
import type { Headline, ShownParts } from '#app/domain/escrow/shown-parts.ts'
import { type Asset, networkOf } from '#app/domain/kernel/assets.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'

type Of = { headline: Headline; stage: Stage; isHeld: boolean; lockStep: LockStep | null; currency: Asset; turn: Turn }

/** The key of the sentence above an escrow, true of whoever holds its money. */
export function headlineKey({ headline, stage, turn, ...of }: Of, reader: Reader) {
  if (headline === 'stuck') return 'escrow.next.stuck.title'
  if (headline === 'proposal') return `otherWallet.next.${reader}.title` as const
  if (headline === 'held') return heldTurnKey({ stage, turn, lockStep: of.lockStep }, reader)
  if (headline === 'past') return turnPastDate(of) === reader ? 'held.lapsed.own.title' : 'held.lapsed.title'
  if (headline === 'waits')
    return `escrow.waits.${stage === 'refunding' ? 'refunding' : 'releasing'}.${reader}` as const
  return heldTitleKey({ stage, ...of }, reader) ?? titleKey(stage, reader)
}

/** The same in a list, which knows of no rounds: true whether the seller can present again or not. */
export function listedKey(of: Of, reader: Reader) {
  const isRejected = of.headline === 'stage' && of.stage === 'rejected'
  return isRejected ? 'escrow.events.documents_rejected' : headlineKey(of, reader)
}

/** Both sides read the same of these. */
type Alike = 'disputed' | 'splitting' | 'split' | 'cancelled' | 'lapsed'
const ALIKE: readonly Stage[] = ['disputed', 'splitting', 'split', 'cancelled', 'lapsed'] satisfies Alike[]

function isAlike(stage: Stage): stage is Alike {
  return ALIKE.includes(stage)
}

function titleKey(stage: Stage, reader: Reader) {
  return isAlike(stage) ? (`escrow.next.${stage}.title` as const) : (`escrow.next.${stage}.${reader}.title` as const)
}

const EXITS: Partial<Record<Stage, 'held.exit.release' | 'held.exit.refund' | 'held.exit.division'>> = {
  releasing: 'held.exit.release',
  refunding: 'held.exit.refund',
  splitting: 'held.exit.division',
}

/** Who does what until the money is locked, and whose signature takes it out; the page of what the ledger holds has the rest. */
function heldTurnKey({ stage, turn, lockStep }: Pick<Of, 'stage' | 'turn' | 'lockStep'>, reader: Reader) {
  const isOwn = turn === reader
  if (stage !== 'awaiting_funds') return isOwn ? 'held.exit.title' : (EXITS[stage] ?? 'pages.held')
  if (lockStep === 'prepare' || lockStep === 'check') return `held.next.${lockStep}.title` as const
  return `held.next.${lockStep ?? 'lock'}.${isOwn ? 'own' : 'other'}.title` as const
}

/** What goes back from the ledger goes to the wallet that locked it, so nobody asks for another. */
function heldTitleKey({ isHeld, stage }: Pick<Of, 'isHeld' | 'stage'>, reader: Reader) {
  if (!isHeld || reader === 'seller') return null
  if (stage === 'refund_open') return 'held.exit.refund'
  return stage === 'awaiting_confirmation' ? 'held.next.locked.title' : null
}

/** The money lies on the ledger meanwhile: what holds of it there is said instead of that it waits here. */
const LIES_THERE: readonly Stage[] = [
  'awaiting_confirmation',
  'awaiting_examination',
  'rejected',
  'refund_requested',
  'disputed',
  'refund_open',
]

/** The key of the text below the turn of an escrow that the ledger holds; null: what its stage says is true there as well. */
export function heldTextKey({ headline, stage, isHeld, lockStep, currency }: Omit<Of, 'turn'>, reader: Reader) {
  if (!isHeld) return null
  const network = networkOf(currency)
  if (headline === 'past') {
    return turnPastDate({ currency }) === reader ? 'held.lapsed.own.text' : (`held.lapsed.${network}` as const)
  }
  if (headline === 'held') {
    const isQuaysides = stage === 'awaiting_funds' && (lockStep === 'prepare' || lockStep === 'check')
    return isQuaysides ? (`held.next.${lockStep}.text` as const) : (`held.what.${network}` as const)
  }
  // What is to go back on the XRP Ledger waits for the date; all else was decided in time and is sent before it.
  if (headline === 'waits') return network === 'xrpl' && stage === 'refunding' ? 'held.back' : 'held.until'
  if (stage === 'cancelled' || stage === 'lapsed') return 'held.next.over.text'
  return LIES_THERE.includes(stage) ? (`held.what.${network}` as const) : null
}

/** What both sides read below the title; null: it says all of it. */
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

/** The key of the text of a stage, where the money lies with Quayside or has left; null: its title says all of it. */
export function textKey({ stage, hero }: { stage: Stage; hero: ShownParts['hero'] }, reader: Reader) {
  if (hero === 'none_left') return reader === 'buyer' ? 'examination.noneLeftBuyer' : 'examination.noneLeftSeller'
  if (hero === 'agreed' && (stage === 'splitting' || stage === 'split')) return 'division.next'
  // A date may pay the seller, too.
  if (hero === 'dated') return null
  if (hasOneText(stage)) return TEXTS[stage]
  if (stage === 'cancelled' || stage === 'lapsed') return `escrow.next.over.${reader}` as const
  return `escrow.next.${stage}.${reader}.text` as const
}
