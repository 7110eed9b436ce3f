import type { TFunction } from 'i18next'
import type { WaitView } from '#app/settlement/payouts/domain/payout-view.ts'
import { saidToParties } from '#app/settlement/payouts/domain/waiting-payout.ts'

/** Tells the parties why due money is not under way yet, and what happens next. */
export function waitReason(t: TFunction, { waits, network }: { waits: WaitView; network: string }): string {
  return t(waitKey(waits), { count: waits.before, network, fee: waits.fee ?? '' })
}

export function waitKey(waits: WaitView) {
  const reason = saidToParties(waits.for)
  if (reason === 'fees' && waits.fee !== null) return 'escrow.waits.why.fees_asked'
  return reason === 'turn' && waits.before === 0 ? 'escrow.waits.why.next' : (`escrow.waits.why.${reason}` as const)
}
