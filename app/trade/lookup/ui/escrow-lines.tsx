import type { TFunction } from 'i18next'
import type { FactPart, MoneyPart } from '#app/escrow/domain/parts-view.ts'
import type { Line, LineState } from '#app/kernel/ui/progress/lines.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { drawn } from '#app/trade/lookup/domain/lines-of.ts'

const LABELS = {
  seller: 'escrow.events.funds_released',
  buyer: 'escrow.events.funds_refunded',
  both: 'escrow.stage.split',
} as const
const WORDS = {
  decide: 'escrow.lines.decide',
  waiting: 'escrow.lines.waiting',
  never: 'escrow.lines.never',
} as const
const MONEY = {
  done: 'escrow.lines.release.done',
  three: 'escrow.lines.release.open',
  moving: 'escrow.lines.release.moving',
  waits: 'escrow.lines.release.blocked',
  answer: 'escrow.lines.release.answer',
  decision: 'escrow.lines.release.decision',
  called_off: 'escrow.lines.release.never',
  lapsed: 'escrow.stage.lapsed',
} as const

type Shown = Pick<EscrowView, 'times'> & { parts: Pick<EscrowView['parts'], 'facts' | 'money'> }

/** Lines for the three conditions and the money. */
export function escrowLinesOf({ escrow: { times, parts }, t }: { escrow: Shown; t: TFunction }): Line[] {
  return [...parts.facts.map((part) => factLine(part, { times, t })), moneyLine(parts.money, t)]
}

const FACTS = {
  funded: 'escrow.deposit.funded',
  confirmed: 'lookup.confirmed',
  approved: 'escrow.events.documents_approved',
} as const
const TIMES = { funded: 'verifiedAt', confirmed: 'confirmedAt', approved: 'decidedAt' } as const

function factLine({ fact, state, says }: FactPart, { times, t }: Pick<Shown, 'times'> & { t: TFunction }): Line {
  const at = times[TIMES[fact]]
  return {
    state,
    label: t(state === 'bad' ? 'escrow.events.documents_rejected' : FACTS[fact]),
    detail: says === 'when' ? at && <Moment at={at} /> : t(WORDS[says]),
  }
}

function moneyLine({ to, state, says, at }: MoneyPart, t: TFunction): Line {
  return { state, label: t(LABELS[to]), detail: says === 'when' ? at && <Moment at={at} /> : t(MONEY[says]) }
}

export function dotsOf(lines: EscrowView['lines']): [LineState, LineState, LineState] {
  return [drawn(lines.funded, false), drawn(lines.confirmed, false), drawn(lines.approved, false)]
}
