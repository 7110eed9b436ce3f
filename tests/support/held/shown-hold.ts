/** What an escrow's pages show of its on-chain escrow. */
import type { Stage } from '#app/escrow/domain/escrow.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import type { ShownHeld } from '#app/trade/lookup/ui/held/shown-held.ts'
import type { HoldStep, ShownHold } from '#app/trade/onchain/domain/shown-hold.ts'
import { HELD_UNTIL } from './shown-held.ts'

const ENDS: Partial<Record<Stage, NonNullable<NonNullable<ShownHold['lock']>['end']>['as']>> = {
  released: 'released',
  refunded: 'refunded',
  split: 'divided',
}

/** Null: Quayside holds the money. */
export function heldOf(escrow: PartyView): ShownHeld | null {
  if (escrow.custody.fundedBy === 'deposit') return null
  const { stage, reader, currency, custody } = escrow
  const step = stepOf(stage)
  const isBuyers = reader === 'buyer' && networkOf(currency) === 'stellar'
  return {
    ...{ escrow, step, reader, hold: holdOf(stage), links: { lock: null, end: null } },
    ...{ offer: null, exit: null, approval: null, rest: null, back: null },
    lapse: custody.hasLapsed ? { isReaders: isBuyers } : null,
  }
}

export function stepOf(stage: Stage): HoldStep {
  if (ENDS[stage]) return 'ended'
  if (stage === 'awaiting_funds') return 'lock'
  return stage === 'cancelled' || stage === 'lapsed' ? 'over' : 'locked'
}

export function holdOf(stage: Stage): ShownHold {
  const end = ENDS[stage]
  const step = stepOf(stage)
  const lock = {
    ...{ id: '1', hash: 'ab'.repeat(32), at: HELD_UNTIL, balanceId: null, sequence: null, condition: null },
    ...{
      differences: [],
      isOfFormerWallet: false,
      isSecondOfCondition: false,
      fate: 'goes_back' as const,
      early: null,
    },
    end: end ? { as: end, hash: 'cd'.repeat(32), at: HELD_UNTIL } : null,
  }
  const base = {
    buyerWallet: 'GABC',
    until: HELD_UNTIL,
    lockBy: HELD_UNTIL,
    isTooLate: false,
    agreed: null,
    changeUntil: null,
  }
  return {
    ...{ ...base, mayClaim: false, isLockWaiting: false, waitsFor: null, feeAsked: null, others: [] },
    lock: step === 'locked' || step === 'ended' ? lock : null,
  }
}
