/** Reads a form of /submit, as a submission and as typed. */

import { readEmail } from '#app/accounts/web/read-email.server.ts'
import { byName, TEXTS, tooLong } from '#app/escrow/domain/escrow-terms.ts'
import { type Asset, isAsset, networkOf } from '#app/kernel/domain/assets.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { RECEIVING_WALLET_MISSING } from '#app/kernel/domain/wallet.ts'
import type { Language } from '#app/kernel/i18n/languages.ts'
import { readFormToken } from '#app/kernel/web/forms/form-token.server.ts'
import { readAmount } from '#app/kernel/web/forms/read-amount.server.ts'
import type { FormFields } from '#app/kernel/web/forms/read-form.server.ts'
import { readLanguage } from '#app/kernel/web/forms/read-language.ts'
import { shownWallets } from '#app/kernel/web/forms/shown-wallets.ts'
import { deps } from '#app/runtime.server.ts'
import type { PayingWallet } from '#app/trade/opening/queries/submit-page.server.ts'
import { readOnchainChoice } from '#app/trade/opening/workflows/check-onchain.server.ts'
import { type EscrowSubmission, WALLET_FROM, type WalletFrom } from '#app/trade/opening/workflows/submission.ts'
import { readDates, type TypedDates } from '#app/trade/terms/domain/trade-dates.ts'
import { FIELDS } from './steps/steps.ts'

/** `language`: of the page. */
export type SubmittingBuyer = { id: string; stillUntil: string | null; language: Language }

export type Given = {
  buyer: SubmittingBuyer
  /** The wallet that the form was filled with. */
  paying: PayingWallet | null
  contract: EscrowSubmission['contract']
  /** The next page shows the amount before it counts. */
  isShownNext: boolean
}

/** Returns the submission, or all obvious problems at once (spec §5, Submit); the workflow checks the rest. */
export function readSubmission(
  fields: FormFields,
  { buyer, paying, contract, isShownNext }: Given,
): EscrowSubmission | { missing: Refusal[] } {
  const currency = fields.get('currency')
  if (!isAsset(currency)) return { missing: [refuse('currency_unsupported', { field: 'currency' })] }
  const read = readAmount(fields, {
    field: 'amount',
    unit: currency,
    invalid: 'escrow_amount_invalid',
    language: buyer.language,
    isShownNext,
  })
  const seller = readEmail(fields, 'sellerEmail')
  const submission: EscrowSubmission = {
    buyerId: buyer.id,
    currency,
    contract,
    formToken: readFormToken(fields),
    type: typeIn(fields),
    txid: fields.get('txid'),
    amount: isRefusal(read) ? '' : read.amount,
    ...byName(TEXTS, (name) => fields.get(name)),
    sellerEmail: isRefusal(seller) ? fields.get('sellerEmail') : seller.email,
    sellerLanguage: readLanguage(fields, 'sellerLanguage'),
    heldBy: fields.get('heldBy') === 'ledger' ? 'ledger' : 'quayside',
    heldUntil: fields.get('heldUntil'),
    seenSupplement: fields.get('seenSupplement'),
    walletFrom: walletFromIn(fields),
    walletAddress: fields.get('walletAddress'),
    walletMemo: fields.get('walletMemo'),
    meansOwnWallet: fields.isTicked('meansOwnWallet'),
    dates: datesIn(fields),
    ...payingWallet(fields, { currency, paying }),
  }
  const { walletFrom, walletAddress, type, txid } = submission
  const missing = [
    isRefusal(read) && read,
    ...tooLong(submission),
    isRefusal(seller) && seller,
    walletFrom === 'typed' && walletAddress === '' && RECEIVING_WALLET_MISSING,
    ...wrongDates(submission),
    ...wrongHold(submission),
    type === 'manual' && txid === '' && refuse('txid_required', { field: 'txid' }),
  ].filter((refusal) => refusal !== false)
  return missing.length > 0 ? { missing } : submission
}

/** Null: the form has no dates, or the buyer wants none. */
function datesIn(fields: FormFields): TypedDates | null {
  if (fields.get('dates') !== 'agreed') return null
  const [fundBy, presentBy, examineDays] = [fields.get('fundBy'), fields.get('presentBy'), fields.get('examineDays')]
  const chosen = { weekend: fields.get('weekend'), onSilence: fields.get('onSilence') }
  return { fundBy, presentBy, examineDays, ...chosen, documents: fields.getAll('documents') }
}

function wrongDates({ dates }: EscrowSubmission): Refusal[] {
  const read = dates ? readDates(dates, deps.clock.now()) : null
  return read && 'wrong' in read ? read.wrong : []
}

function wrongHold(submission: EscrowSubmission): Refusal[] {
  if (submission.heldBy !== 'ledger') return []
  const read = submission.dates ? readDates(submission.dates, deps.clock.now()) : null
  const hold = readOnchainChoice(deps, { submission, agreed: read && !('wrong' in read) ? read : null })
  return 'wrong' in hold ? hold.wrong : []
}

/** On-chain escrow is always automatic: the form hides the choice, so an earlier value of it does not count. */
function typeIn(fields: FormFields): EscrowSubmission['type'] {
  if (fields.get('heldBy') === 'ledger' && fields.get('txid') === '') return 'auto'
  return fields.get('type') === 'manual' ? 'manual' : 'auto'
}

/** With on-chain escrow the seller agrees to a wallet, so none has to be expected. */
function walletFromIn(fields: FormFields): WalletFrom {
  if (fields.get('heldBy') === 'ledger' && fields.get('walletAddress') === '') return 'seller'
  return WALLET_FROM.find((known) => known === fields.get('walletFrom')) ?? 'typed'
}

/** Without JavaScript, the preset wallet stays in the form when another currency is chosen: it was not typed. */
function payingWallet(fields: FormFields, { currency, paying }: { currency: Asset; paying: PayingWallet | null }) {
  const typed = { buyerWalletAddress: fields.get('buyerWalletAddress'), buyerMemoTag: fields.get('buyerMemoTag') }
  const isPreset = paying !== null && paying.address === typed.buyerWalletAddress
  if (!isPreset || networkOf(paying.currency) === networkOf(currency)) return typed
  return { buyerWalletAddress: '', buyerMemoTag: '' }
}

/** Without the document checkboxes, which are added below. */
const TYPED = [...FIELDS.trade, ...FIELDS.dates].filter((name) => name !== 'documents')

/** The values to show again after a refusal. */
export function typedSubmission(fields: FormFields, refusals: readonly Refusal[] = []): Record<string, string> {
  const typed = Object.fromEntries(TYPED.filter((name) => fields.has(name)).map((name) => [name, fields.get(name)]))
  // Only if the form has these checkboxes, since none ticked is an answer, too.
  const ticks = fields.has('asksDocuments') && { documents: fields.getAll('documents').join(' ') }
  return shownWallets({ ...typed, ...ticks }, refusals)
}
