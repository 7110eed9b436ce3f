/** The three conditions of a release, and the state of the money, for one reader. */
import { type EscrowLineState, isCalledOff } from '#app/escrow/domain/escrow.ts'
import type { FactPart, MoneyPart } from '#app/escrow/domain/parts-view.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { EscrowView } from './escrow-view.ts'

type Shown = Pick<EscrowView, 'stage' | 'lines' | 'times' | 'payouts' | 'custody' | 'agreement'>

/** The first open condition is the next one, unless the money was or will be decided about otherwise. */
export function factsOf(
  { stage, lines, times }: Shown,
  { reader, isOver }: { reader: Reader | null; isOver: boolean },
): FactPart[] {
  const facts = [
    { fact: 'funded', line: lines.funded, at: times.verifiedAt },
    { fact: 'confirmed', line: lines.confirmed, at: times.confirmedAt },
    { fact: 'approved', line: lines.approved, at: times.decidedAt },
  ] as const
  const next = isOver || stage === 'disputed' ? undefined : facts.find(({ line }) => line === 'open')?.fact
  return facts.map(({ fact, line, at }) => ({
    fact,
    state: isOver && line === 'open' ? 'never' : drawn(line, fact === next),
    says:
      at && line !== 'open'
        ? 'when'
        : isOver
          ? 'never'
          : reader === 'buyer' && fact === 'approved' && next === 'approved'
            ? 'decide'
            : 'waiting',
  }))
}

export function drawn(line: EscrowLineState, isNext: boolean): FactPart['state'] {
  if (line === 'done') return 'done'
  if (line === 'refused') return 'bad'
  return isNext ? 'now' : 'open'
}

/** Where the money goes: to the seller, back to the buyer, or to both. */
export function moneyOf(view: Shown): MoneyPart {
  const to = goesTo(view)
  const at = arrivedAt(view, to)
  const isDone = at !== null || (to === 'seller' && view.lines.release === 'done')
  const says = at !== null ? 'when' : isDone ? 'done' : to === 'seller' ? saysOfRelease(view) : saysOfBack(view)
  return { to, state: isDone ? 'done' : stateOf(view.stage), says, at }
}

function stateOf(stage: Shown['stage']): MoneyPart['state'] {
  if (stage.endsWith('_blocked')) return 'held'
  return isCalledOff(stage) ? 'never' : 'out'
}

function arrivedAt(view: Shown, to: MoneyPart['to']): string | null {
  if (to === 'buyer') return paidAt(view, 'refund')
  const release = paidAt(view, 'release')
  if (to === 'both') return view.stage === 'split' ? release : null
  return view.times.releasedAt ?? release
}

function goesTo({ stage, lines, custody }: Shown): MoneyPart['to'] {
  if (stage === 'refund_blocked') return lines.release === 'open' ? 'buyer' : 'both'
  if (stage === 'refunding' || stage === 'refunded' || stage === 'refund_open' || custody.hasLapsed) return 'buyer'
  return stage === 'splitting' || stage === 'split' ? 'both' : 'seller'
}

function paidAt({ payouts }: Shown, purpose: 'release' | 'refund'): string | null {
  return payouts.find((payout) => payout.purpose === purpose)?.at ?? null
}

/** True if the payment is due but not sent: queued, blocked, or waiting for a wallet or a signature. */
function waits({ stage, payouts, custody }: Shown): boolean {
  if (custody.hasLapsed || stage === 'refund_open' || stage.endsWith('_blocked')) return true
  if (stage === 'releasing' && payouts.every(({ purpose }) => purpose !== 'release')) return true
  return payouts.some(
    ({ purpose, state, waits: reason }) => purpose !== 'return' && (state === 'queued' || reason !== null),
  )
}

function saysOfBack(view: Shown): MoneyPart['says'] {
  return waits(view) ? 'waits' : 'moving'
}

function saysOfRelease(view: Shown): MoneyPart['says'] {
  const { stage, lines } = view
  if (isCalledOff(stage)) return stage === 'lapsed' ? 'lapsed' : 'called_off'
  if (waits(view)) return 'waits'
  if (stage === 'disputed') return 'decision'
  // With deadlines, the seller may be paid without an answer.
  if (stage === 'refund_requested' && !view.agreement) return 'answer'
  return lines.release === 'moving' || stage === 'releasing' ? 'moving' : 'three'
}
