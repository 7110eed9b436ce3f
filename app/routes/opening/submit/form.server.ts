import { readDates, type TypedDates } from '#app/domain/agreement/trade-dates.ts'
import { CONTRACT_KINDS } from '#app/domain/documents/documents.ts'
import { refuseUnreadable } from '#app/domain/documents/unreadable.ts'
import { type Asset, isAsset, networkOf } from '#app/domain/kernel/assets.ts'
import { isRefusal, type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { RECEIVING_WALLET_MISSING } from '#app/domain/kernel/wallet.ts'
import { formatInField, formatUsd, notationOf } from '#app/i18n/kernel/format.ts'
import type { Language } from '#app/i18n/kernel/languages.ts'
import { findPaying, type PayingWallet } from '#app/queries/opening/submit-page.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { readEmail } from '#app/web/accounts/read-email.server.ts'
import { refuseStill } from '#app/web/accounts/viewer.server.ts'
import { refuseForStorage } from '#app/web/documents/refuse-for-storage.server.ts'
import { readUploadForm } from '#app/web/documents/upload-form.server.ts'
import { readFormToken } from '#app/web/kernel/forms/form-token.server.ts'
import { readAmount } from '#app/web/kernel/forms/read-amount.server.ts'
import { type Form, type FormFields, FormTooLarge } from '#app/web/kernel/forms/read-form.server.ts'
import { readLanguage } from '#app/web/kernel/forms/read-language.ts'
import { shownWallets } from '#app/web/kernel/forms/shown-wallets.ts'
import { tellAccident } from '#app/web/kernel/http/page-errors.server.ts'
import { countNaming } from '#app/web/opening/count-naming.server.ts'
import { readHold } from '#app/workflows/opening/check-hold.server.ts'
import { openEscrow } from '#app/workflows/opening/open-escrow.server.ts'
import { type Submission, WALLET_FROM, type WalletFrom } from '#app/workflows/opening/submission.ts'

/** `language`: of the page. */
export type SubmittingBuyer = { id: string; stillUntil: string | null; language: Language }

type Answer =
  | { transactionId: string }
  | { refusals: Refusal[]; status: number; fields: FormFields; hadContract: boolean }
  | { tooLarge: true; fields: FormFields }

/** Reads the form and opens the escrow. Files of a refused form are removed again. Throws a 400 Response for no form. */
export async function submitTransaction(request: Request, buyer: SubmittingBuyer): Promise<Answer> {
  const files = { contract: { kinds: CONTRACT_KINDS, maxBytes: config.uploadMaxBytes, maxCount: 1 } }
  const form = await readUploadForm(request, { userId: buyer.id, files })
  if (form instanceof FormTooLarge) return { tooLarge: true, fields: form.fields }
  const outcome = await submit(form, buyer)
  // Also after success: the escrow of a form that was sent before has its contract already.
  await form.discard()
  if ('transactionId' in outcome) return outcome
  const hadContract = form.uploads.length > 0 || form.problems.length > 0 || form.trouble !== null
  return { ...outcome, fields: form.fields, hadContract }
}

type Outcome = { transactionId: string } | { refusals: Refusal[]; status: number }

/** Whatever fails on the way is an escrow that was not opened (spec §8). */
async function submit(form: Form, buyer: SubmittingBuyer): Promise<Outcome> {
  try {
    return await readAndOpen(form, buyer)
  } catch (error) {
    return accident(error, buyer.id)
  }
}

async function readAndOpen({ fields, uploads, problems, trouble }: Form, buyer: SubmittingBuyer): Promise<Outcome> {
  const still = refuseStill(buyer)
  if (still) return { refusals: [still], status: 400 }
  const paying = await findPaying(deps.db, buyer.id)
  const read = readSubmission(fields, { buyer, paying, contract: uploads[0] ?? null })
  // The seller agrees to what stands in it, and has to be able to read it.
  const unreadable = uploads.flatMap(({ field, fileName, trouble }) =>
    trouble ? [refuseUnreadable({ field, fileName, trouble })] : [],
  )
  const notTaken = [...problems, ...unreadable]
  const wrong = 'missing' in read ? [...read.missing, ...notTaken] : notTaken
  if (trouble) {
    const failed = accident(trouble, buyer.id)
    return { ...failed, refusals: [...failed.refusals, ...wrong] }
  }
  return 'missing' in read || wrong.length > 0 ? { refusals: wrong, status: 400 } : open(read)
}

/** `paying`: the wallet with which the form began. */
type Given = { buyer: SubmittingBuyer; paying: PayingWallet | null; contract: Submission['contract'] }

/** The submission, or everything that is missing or plainly wrong at once (spec §5, Submit); the workflow looks closer. */
function readSubmission(fields: FormFields, { buyer, paying, contract }: Given): Submission | { missing: Refusal[] } {
  const currency = fields.get('currency')
  if (!isAsset(currency)) return { missing: [refuse('currency_unsupported', { field: 'currency' })] }
  const read = readAmount(fields, {
    field: 'amount',
    unit: currency,
    invalid: 'escrow_amount_invalid',
    language: buyer.language,
    isShownNext: false,
  })
  const seller = readEmail(fields, 'sellerEmail')
  const submission: Submission = {
    buyerId: buyer.id,
    currency,
    contract,
    formToken: readFormToken(fields),
    type: typeIn(fields),
    txid: fields.get('txid'),
    amount: isRefusal(read) ? '' : read.amount,
    notes: fields.get('notes'),
    terms: fields.get('terms'),
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
    isRefusal(seller) && seller,
    walletFrom === 'typed' && walletAddress === '' && RECEIVING_WALLET_MISSING,
    ...wrongDates(submission),
    ...wrongHold(submission),
    type === 'manual' && txid === '' && refuse('txid_required', { field: 'txid' }),
  ].filter((refusal) => refusal !== false)
  return missing.length > 0 ? { missing } : submission
}

/** Null where the form has none, or the buyer wants none. */
function datesIn(fields: FormFields): TypedDates | null {
  if (fields.get('dates') !== 'agreed') return null
  const [fundBy, presentBy, examineDays] = [fields.get('fundBy'), fields.get('presentBy'), fields.get('examineDays')]
  const chosen = { weekend: fields.get('weekend'), onSilence: fields.get('onSilence') }
  return { fundBy, presentBy, examineDays, ...chosen, documents: fields.getAll('documents') }
}

function wrongDates({ dates }: Submission): Refusal[] {
  const read = dates ? readDates(dates, deps.clock.now()) : null
  return read && 'wrong' in read ? read.wrong : []
}

function wrongHold(submission: Submission): Refusal[] {
  if (submission.heldBy !== 'ledger') return []
  const read = submission.dates ? readDates(submission.dates, deps.clock.now()) : null
  const hold = readHold(deps, { submission, agreed: read && !('wrong' in read) ? read : null })
  return 'wrong' in hold ? hold.wrong : []
}

/** What the ledger holds is not paid before: the form then shows no such choice, and what it held before says nothing. */
function typeIn(fields: FormFields): Submission['type'] {
  if (fields.get('heldBy') === 'ledger' && fields.get('txid') === '') return 'auto'
  return fields.get('type') === 'manual' ? 'manual' : 'auto'
}

/** What the ledger holds goes to the wallet that the seller agrees with: none has to be expected. */
function walletFromIn(fields: FormFields): WalletFrom {
  if (fields.get('heldBy') === 'ledger' && fields.get('walletAddress') === '') return 'seller'
  return WALLET_FROM.find((known) => known === fields.get('walletFrom')) ?? 'typed'
}

/** Without JavaScript the form keeps the wallet that it began with when another currency is chosen: that was not typed. */
function payingWallet(fields: FormFields, { currency, paying }: { currency: Asset; paying: PayingWallet | null }) {
  const typed = { buyerWalletAddress: fields.get('buyerWalletAddress'), buyerMemoTag: fields.get('buyerMemoTag') }
  const isPreset = paying !== null && paying.address === typed.buyerWalletAddress
  if (!isPreset || networkOf(paying.currency) === networkOf(currency)) return typed
  return { buyerWalletAddress: '', buyerMemoTag: '' }
}

/** Figures of a refusal in the signs of the page; those of the balance without groups: the specification's sentence has none. */
export function inPageNotation(refusal: Refusal, language: Language): Refusal {
  if (refusal.refused === 'fee_too_small') return { ...refusal, values: inDollars(refusal.values, language) }
  const { balance, required } = refusal.values ?? {}
  if (notationOf(language).decimal === '.') return refusal
  if (refusal.refused !== 'xlm_balance_low' || !balance || !required) return refusal
  const values = { balance: formatInField(balance, language), required: formatInField(required, language) }
  return { ...refusal, values }
}

function inDollars(values: Refusal['values'], language: Language): NonNullable<Refusal['values']> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, usd]) => [name, formatUsd(String(usd), language)]))
}

async function open(submission: Submission): Promise<Outcome> {
  const who = { userId: submission.buyerId, email: submission.sellerEmail }
  const opened = await countNaming(who, () => openEscrow(deps, submission))
  return isRefusal(opened) ? { refusals: [opened], status: 400 } : opened
}

/** Logged, and told with the spec's sentence and, where the store is why, with what to do; nothing was written then. */
function accident(error: unknown, userId: string): { refusals: Refusal[]; status: number } {
  tellAccident(error, { user: userId }, 'an escrow was not opened')
  const failed = refuse('submit_failed')
  const why = refuseForStorage(error)
  return { refusals: why ? [failed, why.refusal] : [failed], status: why?.status ?? 500 }
}

const TYPED = [
  'currency',
  'type',
  'txid',
  'amount',
  'amountRead',
  'notes',
  'terms',
  'sellerEmail',
  'sellerEmailChosen',
  'sellerLanguage',
  'walletFrom',
  'walletAddress',
  'walletMemo',
  'buyerWalletAddress',
  'buyerMemoTag',
  'meansOwnWallet',
  'dates',
  'fundBy',
  'presentBy',
  'examineDays',
  'weekend',
  'onSilence',
  'heldBy',
  'heldUntil',
]

/** What is shown again after a refusal. */
export function typedSubmission(fields: FormFields, refusals: readonly Refusal[] = []): Record<string, string> {
  const typed = Object.fromEntries(TYPED.filter((name) => fields.has(name)).map((name) => [name, fields.get(name)]))
  // Where the form asks at all: no tick is an answer, too.
  const ticks = fields.has('asksDocuments') && { documents: fields.getAll('documents').join(' ') }
  return shownWallets({ ...typed, ...ticks }, refusals)
}
