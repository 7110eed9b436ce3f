/** Forms about agreed splits, mapped to their workflows; for both sides, on both pages of an escrow. */
import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import type { SettleIntent } from '#app/escrow/domain/settle-intents.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { FALLBACK_LANGUAGE } from '#app/kernel/i18n/languages.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { readAmount } from '#app/kernel/web/forms/read-amount.server.ts'
import { deps } from '#app/runtime.server.ts'
import { mustBeChecked } from '#app/settlement/payouts/domain/expectation.ts'
import { acceptOffer } from '#app/trade/disputes/workflows/accept-offer.server.ts'
import { DIVISION_KINDS } from '#app/trade/divisions/domain/division.ts'
import type { DivisionView } from '#app/trade/divisions/domain/divisions-view.ts'
import { declineDivision, withdrawDivision } from '#app/trade/divisions/workflows/answer-division.server.ts'
import { proposeDivision } from '#app/trade/divisions/workflows/propose-division.server.ts'
import { agreeToReduction, offerReduction } from '#app/trade/documents/workflows/reduce-price.server.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { checkRefundWallet } from '#app/trade/refunds/workflows/refund-wallet.server.ts'

/** Kept after a refusal, and on the confirmation page. */
export const DIVISION_FIELDS = [
  'division',
  'sellerAmount',
  'sellerAmountRead',
  'divisionWords',
  'checkedForShares',
] as const

type Asked = { escrow: PartyView; userId: string; fields: FormFields }
type DivisionIntent = Extract<SettleIntent, `${string}_division`>

export const DIVISION_WORK: Record<DivisionIntent, (asked: Asked) => Promise<object | Refusal>> = {
  propose_division: propose,
  async agree_division(asked) {
    const division = divisionIn(asked)
    if (!division) return refuse('division_not_open')
    const answered = ofDivision(asked)
    if (division.kind === 'reduction') return agreeToReduction(deps, answered)
    return acceptOffer(deps, { ...answered, ...forBuyer(asked.fields) })
  },
  decline_division: (asked) => declineDivision(deps, ofDivision(asked)),
  withdraw_division: (asked) => withdrawDivision(deps, ofDivision(asked)),
}

async function propose({ escrow, userId, fields }: Asked): Promise<object | Refusal> {
  const kind = DIVISION_KINDS.find((known) => known === fields.get('divisionKind'))
  if (!kind) return refuse('division_not_possible')
  const share = readAmount(fields, {
    field: 'sellerAmount',
    unit: escrow.currency,
    invalid: 'division_amount_invalid',
    language: FALLBACK_LANGUAGE,
    isShownNext: false,
    mayBeZero: true,
  })
  if (isRefusal(share)) return share
  const words = fields.get('divisionWords')
  const proposed = { escrowId: escrow.id, userId, sellerAmount: share.amount, words, ...forBuyer(fields) }
  if (kind === 'offer') return proposeDivision(deps, { ...proposed, kind })
  const seenWallet = { address: fields.get('seenAddress'), memo: fields.get('seenMemo') || null }
  const seenDocuments = fields.get('seenDocuments').split(' ').filter(Boolean)
  return offerReduction(deps, { ...proposed, seenWallet, seenDocuments })
}

/** Checked before the confirmation page, which must not ask about something impossible. */
export async function inTheWayOfAgreeing(asked: Asked): Promise<Refusal | null> {
  const { escrow, userId, fields } = asked
  const division = divisionIn(asked)
  if (!division?.mayAnswer) return refuse('division_not_open')
  const isToCheck = division.seller !== '0' && mustBeChecked(escrow.payoutWallet?.expectation ?? 'met')
  if (escrow.reader !== 'buyer') {
    return isToCheck && division.kind === 'offer' && escrow.custody.wallets === 'stated'
      ? refuse('division_wallet_unchecked')
      : null
  }
  if (isToCheck && !fields.isTicked('checkedForShares'))
    return refuse('wallet_unverified', { field: 'checkedForShares' })
  if (division.buyer === '0' || escrow.refundWallet) return null
  const own = await findPermitted(deps.db, { escrowId: escrow.id, userId }, 'stateRefundWallet')
  const { wallet } = forBuyer(fields)
  if (!own || !wallet) return refuse('division_needs_refund_wallet', { field: 'refundAddress' })
  return checkRefundWallet(deps, { escrow: own.escrow, wallet, occasion: { share: new Decimal(division.buyer) } })
}

function divisionIn({ escrow, fields }: Asked): DivisionView | null {
  return escrow.divisions.find(({ id }) => id === fields.get('division')) ?? null
}

function ofDivision({ escrow, userId, fields }: Asked) {
  return { escrowId: escrow.id, userId, divisionId: fields.get('division') }
}

/** Fields of the buyer's form only. */
function forBuyer(fields: FormFields) {
  const wallet = fields.has('refundAddress')
    ? { address: fields.get('refundAddress'), memo: fields.get('refundMemo') }
    : null
  return { wallet, hasCheckedWallet: fields.isTicked('checkedForShares') }
}
