import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type ClientActionFunctionArgs, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import { usualDates, writeDates } from '#app/domain/agreement/trade-dates.ts'
import { heldOffered } from '#app/domain/held/offered.ts'
import { usualUntil } from '#app/domain/held/until.ts'
import { ASSETS, networkOf } from '#app/domain/kernel/assets.ts'
import { MEGABYTE } from '#app/domain/kernel/file-kind.ts'
import { refusalText } from '#app/i18n/kernel/refusal-text.ts'
import { translatorFor } from '#app/i18n/languages/i18n.server.ts'
import { findLike } from '#app/queries/opening/like-escrow.server.ts'
import { loadSubmitPage } from '#app/queries/opening/submit-page.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { readAnew } from '#app/ui/kernel/forms/read-anew.ts'
import type { RefusedForm } from '#app/ui/kernel/forms/refused-form.ts'
import { sendWithProgress } from '#app/ui/kernel/forms/send-with-progress.ts'
import { useAnswer } from '#app/ui/kernel/forms/use-answer.ts'
import { Later, loadLater } from '#app/ui/kernel/live/later.tsx'
import { PageHead } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { Step } from '#app/ui/kernel/progress/step.tsx'
import { loadViewer, requireVisit } from '#app/web/accounts/viewer.server.ts'
import { scansUploads } from '#app/web/documents/upload-form.server.ts'
import { isFormToken, issueFormToken } from '#app/web/kernel/forms/form-token.server.ts'
import { countTry, returnTryAfterOutage } from '#app/web/kernel/http/limits.server.ts'
import { assertSameOrigin } from '#app/web/kernel/http/origin.server.ts'
import { detectLanguage } from '#app/web/languages/locale.server.ts'
import { handOutForm } from '#app/workflows/opening/hand-out-form.server.ts'
import { inPageNotation, submitTransaction, typedSubmission } from './form.server.ts'
import { NotSignedIn } from './not-signed-in.tsx'
import { findOpened } from './opened.server.ts'
import { SubmitDesk } from './submit-desk.tsx'

// The form needs nothing of what stands there after it was sent. The server draws it with the page.
const loadOpened = () => import('./opened.tsx')
const OPENED = loadLater(
  import.meta.env.SSR ? (await loadOpened()).Opened : undefined,
  async () => (await loadOpened()).Opened,
)

export const handle: PageHandle = { title: 'pages.submit', ticker: 'off' }

/** A visitor is told before being sent on (spec §4), so this page answers instead of redirecting at once. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await loadViewer(request)
  if (!viewer) return data({ step: 'signIn' as const }, { status: 401 })
  const opened = await findOpened(request, viewer)
  if (opened) return data({ step: 'opened' as const, ...opened })
  const buyer = await requireVisit('/submit', request)
  const { token, reference } = await handOutForm(deps, { userId: buyer.id, token: formInAddress(request) })
  const page = await loadPage(buyer, reference)
  const like = await findLike(deps.db, { buyerId: buyer.id, typed: new URL(request.url).searchParams.get('like') })
  return data({
    step: 'form' as const,
    like,
    page,
    usualDates: writeDates(usualDates(deps.clock.now())),
    held: {
      // Stellar binds reserves of ours: for those who have paid a fee.
      assets: ASSETS.filter((asset) => heldOffered(deps, asset) && (viewer.hasPaid || networkOf(asset) === 'xrpl')),
      until: usualUntil(deps.clock.now()),
    },
    maxMegabytes: maxMegabytes(),
    isScanned: scansUploads,
    formToken: token,
    buyerId: buyer.id,
  })
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  if (!(await loadViewer(request))) return data(null, { status: 401 })
  const viewer = await requireVisit('/submit', request)
  await countTry('submit_by_user', viewer.id)
  const language = await detectLanguage(request, viewer.language)
  const buyer = { id: viewer.id, stillUntil: viewer.stillUntil, language }
  const answer = await submitTransaction(request, buyer)
  if ('transactionId' in answer) return redirect(`/submit?opened=${encodeURIComponent(answer.transactionId)}`, 303)

  if ('refusals' in answer) await returnTryAfterOutage('submit_by_user', viewer.id, answer.refusals)
  const t = translatorFor(language)
  const values = typedSubmission(answer.fields, 'refusals' in answer ? answer.refusals : [])
  if ('tooLarge' in answer) {
    const problem = { field: 'contract', text: t('submit.tooLarge', { max: maxMegabytes() }) }
    return data<RefusedForm>({ problems: [problem], values }, { status: 413 })
  }
  const problems = answer.refusals.map((refusal) => ({
    field: refusal.field,
    text: refusalText(t, inPageNotation(refusal, language)),
  }))
  const difference = answer.refusals.find(({ refused }) => refused === 'fee_too_small')?.values?.difference ?? ''
  const shown = { ...values, contract: answer.hadContract ? 'sent' : '', feeDifference: String(difference) }
  return data<RefusedForm>({ problems, values: shown }, { status: answer.status })
}

/** Tells how far the contract's upload has come. */
export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return sendWithProgress(() => serverAction<typeof action>())
}

/** Which form this page shows. Throws the redirect to a new one: its address keeps it through a reload and a refusal. */
function formInAddress(request: Request): string {
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('form') ?? ''
  if (isFormToken(token)) return token
  // A language that the address asks for is asked for still.
  searchParams.set('form', issueFormToken())
  throw redirect(`/submit?${searchParams}`)
}

function loadPage({ id: userId, feeStanding }: Viewer, reference: number | null) {
  const { stellar, xrpl } = deps.accounts
  const asked = { userId, feeStanding, reference, now: deps.clock.now() }
  return loadSubmitPage(deps.db, { ...asked, escrowAccounts: { stellar: stellar.escrow, xrpl: xrpl.escrow } })
}

function maxMegabytes(): number {
  return Math.floor(config.uploadMaxBytes / MEGABYTE)
}

export const shouldRevalidate = readAnew

export default function Submit() {
  const { t } = useTranslation()
  const shown = useLoaderData<typeof loader>()
  const refused = useAnswer<typeof action>() ?? undefined
  if (shown.step === 'opened') {
    const { escrow, news, qr, due, look, link } = shown
    return <Later part={OPENED} props={{ escrow, news, qr, due, look, link }} />
  }
  const mayLedgerHold = shown.step === 'form' && shown.held.assets.length > 0
  return (
    <>
      <PageHead
        title={t('pages.submit')}
        lead={<Step now={2}>{t(mayLedgerHold ? 'held.submitLead' : 'submit.lead')}</Step>}
      />
      {shown.step === 'signIn' ? <NotSignedIn /> : <SubmitDesk {...shown} refused={refused} />}
    </>
  )
}
