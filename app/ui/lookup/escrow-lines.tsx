import type { TFunction } from 'i18next'
import { type LineState as FactState, isCalledOff, type Stage } from '#app/domain/escrow/escrow.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import type { Line, LineState } from '#app/ui/kernel/progress/lines.tsx'
import { Moment } from '#app/ui/kernel/text/moment.tsx'

/** Nobody waits for a fact any more: somebody decided otherwise about the money, or will. */
const DECIDED: readonly Stage[] = [
  'disputed',
  'refunding',
  'refund_blocked',
  'refunded',
  'splitting',
  'split',
  'cancelled',
  'lapsed',
  'refund_open',
]

/** The three facts and what happens to the money as the part draws them. The first that is open is the one that comes next. */
export function linesOf({ escrow, reader, t }: { escrow: EscrowView; reader: Reader; t: TFunction }): Line[] {
  const { lines, times, stage } = escrow
  const facts = [
    { key: 'funded', state: lines.funded, at: times.verifiedAt },
    { key: 'confirmed', state: lines.confirmed, at: times.confirmedAt },
    { key: 'approved', state: lines.approved, at: times.decidedAt },
  ] as const
  const isDecided = DECIDED.includes(stage)
  const next = isDecided ? undefined : facts.find((fact) => fact.state === 'open')
  const decides = reader === 'buyer' && next?.key === 'approved'
  const waiting = isDecided && stage !== 'disputed' ? t('escrow.lines.never') : t('escrow.lines.waiting')
  return [
    ...facts.map(({ key, state, at }) => ({
      state: drawn(state, state === 'open' && next?.key === key),
      label: t(`escrow.lines.${key}.${state === 'refused' ? 'refused' : 'label'}`),
      detail:
        at && state !== 'open' ? (
          <Moment at={at} />
        ) : decides && key === 'approved' ? (
          t('escrow.lines.decide')
        ) : (
          waiting
        ),
    })),
    lastLine(escrow, t),
  ]
}

/** Where the money goes: to the seller, back to the buyer, or to both. */
function lastLine({ stage, lines, times, payouts }: EscrowView, t: TFunction): Line {
  const isWaiting = payouts.some(
    ({ purpose, state, waits }) => purpose !== 'return' && (state === 'queued' || waits !== null),
  )
  const stateOf = (state: LineState): LineState => (stage.endsWith('_blocked') ? 'held' : state)
  const timeOf = (purpose: 'release' | 'refund') => payouts.find((payout) => payout.purpose === purpose)?.at
  if (stage === 'refunding' || stage === 'refunded' || (stage === 'refund_blocked' && lines.release === 'open')) {
    const at = timeOf('refund')
    const word = stage === 'refund_blocked' || isWaiting ? 'blocked' : 'moving'
    return {
      state: stateOf(at ? 'done' : 'out'),
      label: t('escrow.lines.refund'),
      detail: at ? <Moment at={at} /> : t(`escrow.lines.release.${word}`),
    }
  }
  if (stage === 'splitting' || stage === 'split' || stage === 'refund_blocked') {
    const at = stage === 'split' ? (timeOf('release') ?? null) : null
    const word = stage === 'refund_blocked' || isWaiting ? 'blocked' : 'moving'
    return {
      state: stateOf(at ? 'done' : 'out'),
      label: t('escrow.lines.split'),
      detail: at ? <Moment at={at} /> : t(`escrow.lines.release.${word}`),
    }
  }
  return {
    state: lines.release === 'done' ? 'done' : stateOf('out'),
    label: t('escrow.lines.release.label'),
    detail: times.releasedAt ? (
      <Moment at={times.releasedAt} />
    ) : (
      t(`escrow.lines.release.${isWaiting ? 'blocked' : releaseWord(stage, lines)}`)
    ),
  }
}

function releaseWord(stage: Stage, { release }: EscrowView['lines']) {
  if (isCalledOff(stage)) return 'never'
  if (stage === 'disputed') return 'decision'
  return stage === 'refund_requested' ? 'answer' : release
}

function drawn(state: FactState, isNext: boolean): LineState {
  if (state === 'done') return 'done'
  if (state === 'refused') return 'bad'
  return isNext ? 'now' : 'open'
}

/** The three dots of an escrow in a list. */
export function dotsOf(lines: EscrowView['lines']): [LineState, LineState, LineState] {
  return [drawn(lines.funded, false), drawn(lines.confirmed, false), drawn(lines.approved, false)]
}
