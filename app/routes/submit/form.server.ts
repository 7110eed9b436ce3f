import { type Asset, isAsset } from '#app/domain/assets.ts'
import { CONTRACT_KINDS } from '#app/domain/documents.ts'
import { parseAmount } from '#app/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/domain/refusal.ts'
import { config, deps } from '#app/runtime.server.ts'
import { type FormFields, FormTooLarge, FormUnreadable, readForm } from '#app/web/read-form.server.ts'
import { openEscrow, type Submission } from '#app/workflows/open-escrow.server.ts'

/** `walletSavedFor`: the currency of the receiving wallet that is saved. */
export type SubmittingBuyer = { id: string; walletSavedFor: Asset | null }

type Answer =
  | { transactionId: string }
  | { refusals: Refusal[]; fields: FormFields; hadContract: boolean }
  | { tooLarge: true; fields: FormFields }

/** Reads the form and opens the escrow. Files of a refused form are removed again. Throws a 400 Response for no form. */
export async function submitTransaction(request: Request, buyer: SubmittingBuyer): Promise<Answer> {
  const form = await readSubmitForm(request)
  if (form instanceof FormTooLarge) return { tooLarge: true, fields: form.fields }
  const { fields, uploads, problems } = form
  const read = readSubmission(fields, { buyer, contract: uploads[0] ?? null })
  const refusals = 'missing' in read ? [...read.missing, ...problems] : problems
  const opened = 'missing' in read || problems.length > 0 ? null : await open(read)
  if (opened && !isRefusal(opened)) return opened
  await form.discard()
  const hadContract = uploads.length > 0 || problems.length > 0
  return { refusals: opened ? [opened] : refusals, fields, hadContract }
}

async function readSubmitForm(request: Request) {
  try {
    return await readForm(request, {
      files: { contract: { kinds: CONTRACT_KINDS, maxBytes: config.uploadMaxBytes, maxCount: 1 } },
      storage: deps.storage,
      newId: deps.newId,
    })
  } catch (error) {
    if (error instanceof FormTooLarge) return error
    if (error instanceof FormUnreadable) throw new Response(null, { status: 400, statusText: 'Bad Request' })
    throw error
  }
}

type Given = { buyer: SubmittingBuyer; contract: Submission['contract'] }

/** The submission, or everything that is missing or plainly wrong at once (spec §5, Submit); the workflow looks closer. */
function readSubmission(fields: FormFields, { buyer, contract }: Given): Submission | { missing: Refusal[] } {
  const currency = fields.get('currency')
  if (!isAsset(currency)) return { missing: [refuse('currency_unsupported', { field: 'currency' })] }
  const submission: Submission = {
    buyerId: buyer.id,
    currency,
    contract,
    type: fields.get('type') === 'manual' ? 'manual' : 'auto',
    txid: fields.get('txid'),
    amount: fields.get('amount'),
    notes: fields.get('notes'),
    terms: fields.get('terms'),
    sellerEmail: fields.get('sellerEmail'),
    walletAddress: fields.get('walletAddress'),
    walletMemo: fields.get('walletMemo'),
    buyerWalletAddress: fields.get('buyerWalletAddress'),
    buyerMemoTag: fields.get('buyerMemoTag'),
  }
  const { amount, walletAddress, type, txid } = submission
  const hasWallet = walletAddress !== '' || buyer.walletSavedFor === currency
  const missing = [
    parseAmount(amount, currency) === null && refuse('escrow_amount_invalid', { field: 'amount' }),
    !hasWallet && refuse('receiving_wallet_required', { field: 'walletAddress' }),
    type === 'manual' && txid === '' && refuse('txid_required', { field: 'txid' }),
  ].filter((refusal) => refusal !== false)
  return missing.length > 0 ? { missing } : submission
}

/** An accident is logged and told with the spec's sentence; nothing of the escrow was written then. */
async function open(submission: Submission): Promise<{ transactionId: string } | Refusal> {
  try {
    return await openEscrow(deps, submission)
  } catch (error) {
    deps.log.error({ err: error, userId: submission.buyerId }, 'escrow was not opened')
    return refuse('submit_failed')
  }
}

const TYPED = [
  'currency',
  'type',
  'txid',
  'amount',
  'notes',
  'terms',
  'sellerEmail',
  'walletAddress',
  'walletMemo',
  'buyerWalletAddress',
  'buyerMemoTag',
]

/** What is shown again after a refusal. */
export function typedSubmission(fields: FormFields): Record<string, string> {
  return Object.fromEntries(TYPED.filter((name) => fields.has(name)).map((name) => [name, fields.get(name)]))
}
