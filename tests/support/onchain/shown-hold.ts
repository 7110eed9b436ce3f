/** What an escrow's pages show of its on-chain escrow. */
import type { Stage } from '#app/escrow/domain/escrow.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import type { OnchainPartView } from '#app/trade/lookup/ui/onchain/onchain-view.ts'
import type { OnchainStep, OnchainView } from '#app/trade/onchain/domain/onchain-view.ts'
import { ONCHAIN_UNTIL } from './shown-onchain.ts'

const ENDS: Partial<Record<Stage, NonNullable<NonNullable<OnchainView['lock']>['end']>['as']>> = {
  released: 'released',
  refunded: 'refunded',
  split: 'divided',
}

/** Null: Quayside holds the money. */
export function onchainPartOf(escrow: PartyView): OnchainPartView | null {
  if (escrow.custody.fundedBy === 'deposit') return null
  const { stage, reader, currency, custody } = escrow
  const step = stepOf(stage)
  const isBuyers = reader === 'buyer' && networkOf(currency) === 'stellar'
  return {
    ...{ escrow, step, reader, hold: onchainOf(stage), links: { lock: null, end: null } },
    ...{ offer: null, exit: null, approval: null, rest: null, back: null },
    lapse: custody.hasLapsed ? { isReaders: isBuyers } : null,
  }
}

export function stepOf(stage: Stage): OnchainStep {
  if (ENDS[stage]) return 'ended'
  if (stage === 'awaiting_funds') return 'lock'
  return stage === 'cancelled' || stage === 'lapsed' ? 'over' : 'locked'
}

export function onchainOf(stage: Stage): OnchainView {
  const end = ENDS[stage]
  const step = stepOf(stage)
  const lock = {
    ...{ id: '1', hash: 'ab'.repeat(32), at: ONCHAIN_UNTIL, balanceId: null, sequence: null, condition: null },
    ...{
      differences: [],
      isOfFormerWallet: false,
      isSecondOfCondition: false,
      fate: 'goes_back' as const,
      early: null,
    },
    end: end ? { as: end, hash: 'cd'.repeat(32), at: ONCHAIN_UNTIL } : null,
  }
  const base = {
    buyerWallet: 'GABC',
    until: ONCHAIN_UNTIL,
    lockBy: ONCHAIN_UNTIL,
    isTooLate: false,
    agreed: null,
    changeUntil: null,
  }
  return {
    ...{ ...base, mayClaim: false, isLockWaiting: false, waitsFor: null, feeAsked: null, others: [] },
    lock: step === 'locked' || step === 'ended' ? lock : null,
  }
}
