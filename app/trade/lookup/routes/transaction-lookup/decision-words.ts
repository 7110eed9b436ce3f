/** The effects of each decision, in the reader's language. */
import type { TFunction } from 'i18next'
import type { Approval } from '#app/escrow/domain/escrow.ts'
import type { DecisionPart, WhilePending } from '#app/escrow/domain/parts-view.ts'
import { formatAmount, formatMoment } from '#app/kernel/i18n/format.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { deadlineThen, deadlineTitle, deadlineValues, leftSo } from '#app/trade/terms/i18n/deadline-words.ts'

export type OpenDecision = Extract<DecisionPart, { is: 'open' }>
type Notifying = { t: TFunction; escrow: EscrowView; language: string }

const APPROVED = {
  pays: 'lookup.decision.ApprovedWhat',
  when_funded: 'lookup.decision.ApprovedUnfunded',
  then_signed: 'held.approvedWhat',
} as const

export function consequencesOf(decision: OpenDecision, telling: Notifying): Record<Approval, string> {
  const { t, escrow, language } = telling
  const amount = formatAmount(escrow.amount, escrow.currency, language)
  return {
    Pending: sayPending(decision.pending, telling).join(' '),
    Approved: t(APPROVED[decision.approved], { amount, ending: escrow.payoutWallet?.address.slice(-4) }),
    Rejected: t(rejectedKey(decision, escrow)),
  }
}

function rejectedKey({ rejected }: OpenDecision, { custody }: EscrowView) {
  if (rejected === 'none_left') return 'lookup.decision.RejectedLast'
  if (rejected === 'again_in_time') return 'lookup.decision.RejectedInTime'
  return custody.says.rejected
}

/** Outcome if the buyer does nothing. Without 'undecided' where the deadline's single sentence says it. */
function sayPending(parts: readonly WhilePending[], telling: Notifying): string[] {
  const clock = telling.escrow.agreement?.clock
  const isShort = clock !== undefined && clock !== null && parts.includes('clock') && leftSo(clock) !== null
  return parts.flatMap((part) => (isShort && part === 'undecided' ? [] : sayPart(part, telling)))
}

function sayPart(part: WhilePending, { t, escrow, language }: Notifying): string[] {
  const { agreement, custody } = escrow
  const time = (at: string | null | undefined) => ({ time: at ? formatMoment(at, language) : '' })
  switch (part) {
    case 'nothing_moves':
      return [t('lookup.decision.PendingWhat')]
    case 'later':
      return [t('lookup.decision.PendingLater')]
    case 'undecided':
      return [t('lookup.decision.PendingUndecided')]
    case 'takes_back':
      return [t('lookup.decision.PendingTakesBack')]
    case 'asked_back':
      return [t('lookup.decision.PendingAskedBack')]
    case 'held_until':
      return [t('held.until', time(custody.until))]
    case 'still':
      return agreement?.still ? [t(`dates.still.${agreement.still.why}`, time(agreement.still.until))] : []
    case 'clock': {
      const clock = agreement?.clock
      if (!clock) return []
      const values = deadlineValues(clock, { asset: escrow.currency, language })
      const left = leftSo(clock)
      // The headline already says the rest: here only the outcome.
      if (left) return [t(left, values)]
      return [t(deadlineTitle(clock), values), ...deadlineThen(clock).map((key) => t(key, values))]
    }
  }
}

const SURE = {
  pays: { title: 'lookup.decision.sureTitle', text: 'lookup.decision.sureText', button: 'lookup.decision.sure' },
  when_funded: {
    title: 'lookup.decision.sureTitleApprove',
    text: 'lookup.decision.sureUnfunded',
    button: 'lookup.decision.sureApprove',
  },
} as const

/**
 * Texts of the confirmation page before an approval; where a signature approves, the wallet asks instead. If the
 * approval was given meanwhile, the page asks as for a payment, and confirming changes nothing.
 */
export function sureKeysOf(decision: DecisionPart) {
  return SURE[decision.is === 'open' && decision.approved === 'when_funded' ? 'when_funded' : 'pays']
}
