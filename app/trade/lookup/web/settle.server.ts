/** Forms of both parties except the examination, mapped to their workflows. */

import { readEmail } from '#app/accounts/web/read-email.server.ts'
import { refuseStill } from '#app/accounts/web/viewer.server.ts'
import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import {
  isForStillAccount,
  type SettleIntent,
  type SureIntent,
  settleFieldId,
} from '#app/escrow/domain/settle-intents.ts'
import { endViewLink, makeViewLink } from '#app/escrow/workflows/view-links.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { isSameWallet, type TypedWallet } from '#app/kernel/domain/wallet.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { readLanguage } from '#app/kernel/web/forms/read-language.ts'
import { shownWallets } from '#app/kernel/web/forms/shown-wallets.ts'
import { countTry } from '#app/kernel/web/http/limits.server.ts'
import { orRefuse } from '#app/kernel/web/http/or-refuse.server.ts'
import { deps } from '#app/runtime.server.ts'
import { agreeToPayoutWallet } from '#app/settlement/payouts/workflows/wallets/agree-to-payout-wallet.server.ts'
import { proposePayoutWallet } from '#app/settlement/payouts/workflows/wallets/propose-payout-wallet.server.ts'
import { openDispute, withdrawDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { acceptAsTheyAre } from '#app/trade/documents/workflows/accept-unreadable.server.ts'
import { changePayoutWallet } from '#app/trade/documents/workflows/change-payout-wallet.server.ts'
import { allowPresentation, askForWaiver, declineWaiver } from '#app/trade/documents/workflows/waiver.server.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { TERMS_FIELDS, TERMS_WORK, ticksIn } from '#app/trade/lookup/web/settle-terms.server.ts'
import { countNaming } from '#app/trade/opening/web/count-naming.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { takeArrived } from '#app/trade/opening/workflows/correcting/take-arrived.server.ts'
import { inviteAgain } from '#app/trade/opening/workflows/invitation/invite-waiting.server.ts'
import { nameSeller } from '#app/trade/opening/workflows/invitation/name-seller.server.ts'
import { answerRefund } from '#app/trade/refunds/workflows/answer-refund.server.ts'
import { askForRefund, withdrawRefundRequest } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import { checkRefundWallet } from '#app/trade/refunds/workflows/refund-wallet.server.ts'
import { stateRefundWallet } from '#app/trade/refunds/workflows/state-refund-wallet.server.ts'
import { answerExtension, requestExtension } from '#app/trade/terms/workflows/extend-deadline.server.ts'
import { DIVISION_FIELDS, DIVISION_WORK, inTheWayOfAgreeing } from './divide.server.ts'

/** Text fields of these forms, and the wallet that a form showed: kept after a refusal. */
const FIELDS = [
  'refundAddress',
  'refundMemo',
  'refundReason',
  'answerReason',
  'disputeReason',
  'walletAddress',
  'walletMemo',
  'seenAddress',
  'seenMemo',
  'sellerEmail',
  'sellerEmailChosen',
  'sellerLanguage',
  'timeUntil',
  'timeReason',
  'waiverWords',
  'waiverAnswer',
  ...DIVISION_FIELDS,
  ...TERMS_FIELDS,
] as const

type Asked = { escrow: PartyView; userId: string; fields: FormFields }
type Asking = Asked & {
  intent: SettleIntent
  /** Of the asking party. */
  stillUntil: string | null
  readAgain: () => Promise<PartyView | null>
}

export type SettledPage =
  | { said: SettleIntent }
  | { sure: SureIntent; values: Record<string, string> }
  | { refusal: Refusal; intent: SettleIntent; values: Record<string, string> }

/** Runs the workflow. Returns what was done, a refusal, or that it must be confirmed first. The workflows check all. */
export async function answerSettle(asking: Asking): Promise<SettledPage> {
  const { intent, fields } = asking
  const typed = Object.fromEntries(FIELDS.flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : [])))
  const values = { ...typed, ...ticksIn(fields) }
  const still = isForStillAccount(intent) ? null : refuseStill(asking)
  if (still) return { refusal: still, intent, values: shownWallets(values, []) }
  if (isSureIntent(intent) && fields.get('sure') !== 'yes') {
    const obstacle = await orRefuse(WHAT_IS_IN_THE_WAY[intent](asking), 'settle_failed')
    return obstacle
      ? { refusal: beside(intent, obstacle), intent, values: shownWallets(values, [obstacle]) }
      : { sure: intent, values }
  }
  const done = await orRefuse(WORK[intent](asking), 'settle_failed')
  if (!isRefusal(done) || (await orRefuse(wasDone(asking), 'settle_failed')) === true) return { said: intent }
  return { refusal: beside(intent, done), intent, values: shownWallets(values, [done]) }
}

const WORK: Record<SettleIntent, (asked: Asked) => Promise<object | Refusal>> = {
  cancel: ({ fields, ...asked }) => cancelEscrow(deps, { ...ofBuyer(asked), wallet: walletIn(fields) }),
  take_arrived: ({ fields, ...asked }) => takeArrived(deps, { ...ofBuyer(asked), seen: fields.get('seenReceived') }),
  name_seller: async ({ fields, ...asked }) => {
    const read = readEmail(fields, 'sellerEmail')
    if (isRefusal(read)) return read
    const { email: sellerEmail } = read
    return countNaming({ userId: asked.userId, email: sellerEmail }, () =>
      nameSeller(deps, { ...ofBuyer(asked), sellerEmail, ...languageIn(fields) }),
    )
  },
  invite_again: ({ fields, ...asked }) => inviteAgain(deps, { ...ofBuyer(asked), ...languageIn(fields) }),
  ask_refund: ({ fields, ...asked }) =>
    askForRefund(deps, {
      ...ofBuyer(asked),
      reason: fields.get('refundReason'),
      wallet: walletIn(fields) ?? { address: '', memo: '' },
    }),
  withdraw_refund: (asked) => withdrawRefundRequest(deps, ofBuyer(asked)),
  agree_refund: ({ escrow, userId }) =>
    answerRefund(deps, { escrowId: escrow.id, sellerId: userId, isAgreed: true, reason: '' }),
  decline_refund: ({ escrow, userId, fields }) =>
    answerRefund(deps, {
      escrowId: escrow.id,
      sellerId: userId,
      isAgreed: false,
      reason: fields.get('answerReason'),
    }),
  state_wallet: ({ fields, ...asked }) =>
    stateRefundWallet(deps, { ...ofBuyer(asked), wallet: walletIn(fields) ?? { address: '', memo: '' } }),
  open_dispute: ({ escrow, userId, fields }) =>
    openDispute(deps, {
      escrowId: escrow.id,
      userId,
      reason: fields.get('disputeReason'),
      wallet: escrow.may.disputeWithWallet ? (walletIn(fields) ?? { address: '', memo: '' }) : null,
    }),
  withdraw_dispute: ({ escrow, userId }) => withdrawDispute(deps, { escrowId: escrow.id, userId }),
  ask_time: ({ escrow, userId, fields }) =>
    requestExtension(deps, {
      escrowId: escrow.id,
      userId,
      until: fields.get('timeUntil'),
      reason: fields.get('timeReason'),
    }),
  agree_time: ({ escrow, userId, fields }) =>
    answerExtension(deps, { escrowId: escrow.id, userId, requestId: fields.get('request'), isAgreed: true }),
  decline_time: ({ escrow, userId, fields }) =>
    answerExtension(deps, { escrowId: escrow.id, userId, requestId: fields.get('request'), isAgreed: false }),
  ask_waiver: ({ escrow, userId, fields }) =>
    askForWaiver(deps, { escrowId: escrow.id, sellerId: userId, words: fields.get('waiverWords') }),
  decline_waiver: ({ fields, ...asked }) =>
    declineWaiver(deps, { ...ofBuyer(asked), requestId: fields.get('request'), words: fields.get('waiverAnswer') }),
  allow_round: (asked) => allowPresentation(deps, ofBuyer(asked)),
  accept_unreadable: ({ fields, ...asked }) =>
    acceptAsTheyAre(deps, {
      ...ofBuyer(asked),
      seenDocuments: fields
        .get('seenDocuments')
        .split(' ')
        .filter((id) => id !== ''),
    }),
  ...TERMS_WORK,
  change_wallet: ({ escrow, userId, fields }) =>
    changePayoutWallet(deps, {
      escrowId: escrow.id,
      sellerId: userId,
      wallet: { address: fields.get('walletAddress'), memo: fields.get('walletMemo') },
    }),
  propose_wallet: ({ escrow, userId, fields }) =>
    proposePayoutWallet(deps, {
      escrowId: escrow.id,
      sellerId: userId,
      wallet: { address: fields.get('walletAddress'), memo: fields.get('walletMemo') },
    }),
  agree_wallet: ({ fields, ...asked }) => agreeToPayoutWallet(deps, { ...ofBuyer(asked), seenWallet: seenIn(fields) }),
  ...DIVISION_WORK,
  make_view_link: async ({ escrow, userId, fields }) => {
    await countTry('view_link_by_user', userId)
    return makeViewLink(deps, { escrowId: escrow.id, userId, showsFiles: fields.isTicked('showsFiles') })
  },
  end_view_link: ({ escrow, userId, fields }) =>
    endViewLink(deps, { escrowId: escrow.id, userId, linkId: fields.get('link') }),
}

/** Checked before the confirmation page, which must not ask about something impossible. */
const WHAT_IS_IN_THE_WAY: Record<SureIntent, (asked: Asked) => Promise<Refusal | null>> = {
  async cancel({ escrow, userId, fields }) {
    const own = await findPermitted(deps.db, { escrowId: escrow.id, userId }, 'cancel')
    if (!own) return refuse('escrow_not_found')
    if (!escrow.may.cancel) return refuse('cancel_not_possible')
    const wallet = walletIn(fields)
    return wallet && checkRefundWallet(deps, { escrow: own.escrow, wallet, occasion: 'cancel' })
  },
  async agree_refund({ escrow }) {
    if (escrow.may.answerRefund) return null
    return refuse(escrow.reader === 'seller' ? 'refund_not_asked' : 'escrow_not_found')
  },
  async agree_wallet({ escrow: { reader, may, walletProposal }, fields }) {
    if (reader !== 'buyer') return refuse('escrow_not_found')
    if (!may.agreeToWallet || !walletProposal) return refuse('payout_moved_on')
    return isSameWallet(walletProposal, seenIn(fields)) ? null : refuse('wallet_changed')
  },
  agree_division: inTheWayOfAgreeing,
}

function isSureIntent(intent: SettleIntent): intent is SureIntent {
  return Object.hasOwn(WHAT_IS_IN_THE_WAY, intent)
}

/** Idempotent: after a refusal, checks whether the same form has done its work before. */
async function wasDone({ intent, fields, readAgain }: Asking): Promise<boolean> {
  const now = await readAgain()
  if (!now) return false
  const { reader, refundRequest, dispute } = now
  const [request] = now.pastRequests
  const [ended] = now.pastDisputes
  switch (intent) {
    case 'ask_refund':
      return reader === 'buyer' && refundRequest?.reason === fields.get('refundReason')
    case 'withdraw_refund':
      return reader === 'buyer' && !refundRequest && request?.answer === 'withdrawn'
    case 'agree_refund':
      return reader === 'seller' && request?.answer === 'agreed'
    case 'decline_refund':
      return (
        reader === 'seller' &&
        !refundRequest &&
        request?.answer === 'declined' &&
        request.answerReason === fields.get('answerReason')
      )
    case 'open_dispute':
      return dispute?.openedBy === reader && dispute.reason === fields.get('disputeReason')
    case 'withdraw_dispute':
      return !dispute && ended?.decision === 'withdrawn' && ended.openedBy === reader
    case 'agree_wallet':
      return reader === 'buyer' && !!now.payoutWallet && isSameWallet(now.payoutWallet, seenIn(fields))
    // All others: false, since their workflows are idempotent and accept a repeated form.
    case 'propose_division':
    case 'agree_division':
    case 'decline_division':
    case 'withdraw_division':
    case 'ask_time':
    case 'agree_time':
    case 'decline_time':
    case 'accept_terms':
    case 'propose_amendment':
    case 'agree_amendment':
    case 'decline_amendment':
    case 'withdraw_amendment':
    case 'make_view_link':
    case 'end_view_link':
    case 'accept_unreadable':
    case 'ask_waiver':
    case 'decline_waiver':
    case 'allow_round':
    case 'cancel':
    case 'take_arrived':
    case 'name_seller':
    case 'invite_again':
    case 'state_wallet':
    case 'change_wallet':
    case 'propose_wallet':
      return false
  }
}

function ofBuyer({ escrow, userId }: Omit<Asked, 'fields'>): { escrowId: string; buyerId: string } {
  return { escrowId: escrow.id, buyerId: userId }
}

/** Empty: the form has no such field. */
function languageIn(fields: FormFields) {
  return fields.has('sellerLanguage') ? { sellerLanguage: readLanguage(fields, 'sellerLanguage') } : {}
}

/** Null: the form has no such field. */
function walletIn(fields: FormFields): TypedWallet | null {
  if (!fields.has('refundAddress')) return null
  return { address: fields.get('refundAddress'), memo: fields.get('refundMemo') }
}

function seenIn(fields: FormFields): Wallet {
  return { address: fields.get('seenAddress'), memo: fields.get('seenMemo') || null }
}

/** Moves the refusal to the field of the sent form: several forms on the page have fields of that name. */
function beside(intent: SettleIntent, refusal: Refusal): Refusal {
  return refusal.field === undefined ? refusal : { ...refusal, field: settleFieldId(intent, refusal.field) }
}
