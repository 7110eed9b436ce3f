import { redirect } from '@remix-run/node'
import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { ASSETS, networkOf } from '#app/kernel/domain/assets.ts'
import { MEGABYTE } from '#app/kernel/domain/file-kind.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { isFormToken, issueFormToken } from '#app/kernel/web/forms/form-token.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { scansUploads } from '#app/trade/documents/web/upload-form.server.ts'
import { onchainOffered } from '#app/trade/onchain/domain/offered.ts'
import { usualUntil } from '#app/trade/onchain/domain/until.ts'
import { type Draft, readDraft } from '#app/trade/opening/queries/drafts.server.ts'
import { findLike } from '#app/trade/opening/queries/like-escrow.server.ts'
import { type FeeOfEscrow, loadSubmitPage } from '#app/trade/opening/queries/submit-page.server.ts'
import { handOutForm } from '#app/trade/opening/workflows/hand-out-form.server.ts'
import type { EscrowSubmission } from '#app/trade/opening/workflows/submission.ts'
import { usualDates, writeDates } from '#app/trade/terms/domain/trade-dates.ts'
import { readSubmission, typedSubmission } from '../submission.server.ts'
import { digestOf, draftFieldsOf } from './draft-fields.server.ts'
import { firstOf, reachable, type SubmitStep, stepNamed } from './steps.ts'

/** Loads the requested step, or an earlier one that is incomplete. Throws a redirect to a URL that names a form. */
export async function loadForm(request: Request, buyer: Viewer) {
  const query = new URL(request.url).searchParams
  const { token, reference } = await handOutForm(deps, { userId: buyer.id, token: formInAddress(query) })
  const draft = await readDraft(deps.db, { userId: buyer.id, token })
  const page = await loadPage(buyer, reference)
  const reached = reachable(stepNamed(query.get('step')), draft?.steps ?? 0)
  const checked = reached === 'check' && draft ? await checkDraft(request, { buyer, draft, page }) : null
  const missing = checked && 'missing' in checked ? checked : null
  const fields = draft ? draftFieldsOf(draft) : null
  const like = draft ? null : await findLike(deps.db, { buyerId: buyer.id, typed: query.get('like') })
  return {
    at: missing?.at ?? reached,
    missing: missing?.missing ?? [],
    check: checked && 'digest' in checked ? checked : null,
    next: stepNamed(query.get('next')),
    welcome: welcomeIn(query, page.fee),
    like,
    typed: fields && typedSubmission(fields),
    contract: draft?.contract ? { fileName: draft.contract.fileName, size: draft.contract.size } : null,
    filled: draft?.steps ?? 0,
    page,
    usualDates: writeDates(usualDates(deps.clock.now())),
    held: {
      // On Stellar, Quayside pays the reserves: only for buyers who have paid a fee.
      assets: ASSETS.filter((asset) => onchainOffered(deps, asset) && (buyer.hasPaid || networkOf(asset) === 'xrpl')),
      until: usualUntil(deps.clock.now()),
    },
    maxMegabytes: maxMegabytes(),
    isScanned: scansUploads,
    formToken: token,
    buyerId: buyer.id,
  }
}

export function maxMegabytes(): number {
  return Math.floor(config.uploadMaxBytes / MEGABYTE)
}

/** The form in the URL. Throws a redirect to a new one, whose URL keeps it through reloads and refusals. */
function formInAddress(query: URLSearchParams): string {
  const token = query.get('form') ?? ''
  if (isFormToken(token)) return token
  // Keeps a language that the URL asks for.
  query.set('form', issueFormToken())
  throw redirect(`/submit?${query}`)
}

const WELCOMES = ['paid', 'pilot'] as const

/** Where the buyer has come from. Null: unknown, or the URL contradicts the fee. */
function welcomeIn(query: URLSearchParams, fee: FeeOfEscrow): (typeof WELCOMES)[number] | null {
  const own = fee.by === 'pilot' ? 'pilot' : 'paid'
  return WELCOMES.find((from) => from === query.get('from') && from === own) ?? null
}

function loadPage({ id: userId, feeStanding }: Viewer, reference: number | null) {
  const { stellar, xrpl } = deps.accounts
  const asked = { userId, feeStanding, reference, now: deps.clock.now() }
  return loadSubmitPage(deps.db, { ...asked, escrowAccounts: { stellar: stellar.escrow, xrpl: xrpl.escrow } })
}

type Checking = {
  buyer: Viewer
  draft: Draft
  page: Awaited<ReturnType<typeof loadSubmitPage>>
}

export type CheckedDraft = Omit<
  EscrowSubmission,
  'buyerId' | 'contract' | 'formToken' | 'meansOwnWallet' | 'seenSupplement'
> & {
  /** Of the draft: the button sends it, to open only what was shown. */
  digest: string
}

type Missing = { missing: Problem[]; at: SubmitStep }

/** The draft as it would be opened. Otherwise what is missing, such as a date that has passed, and the step for it. */
async function checkDraft(request: Request, { buyer, draft, page }: Checking): Promise<CheckedDraft | Missing> {
  const language = await detectLanguage(request, buyer.language)
  const who = { id: buyer.id, stillUntil: buyer.stillUntil, language }
  const given = { buyer: who, paying: page.paying, contract: draft.contract, isShownNext: true }
  const read = readSubmission(draftFieldsOf(draft), given)
  if ('missing' in read) {
    const t = translatorFor(language)
    const missing = read.missing.map((refusal) => ({
      ...(refusal.field && { field: refusal.field }),
      text: refusalText(t, refusal),
    }))
    return { missing, at: firstOf(read.missing) }
  }
  const { buyerId: _, contract: __, formToken: ___, meansOwnWallet: ____, ...shown } = read
  return { ...shown, digest: digestOf(draft, page.saved) }
}
