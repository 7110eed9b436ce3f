import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type ClientActionFunctionArgs, useLoaderData } from '@remix-run/react'
import { loadViewer, requireVisit } from '#app/accounts/web/viewer.server.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { readAnew } from '#app/kernel/ui/forms/read-anew.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { sendWithProgress } from '#app/kernel/ui/forms/send-with-progress.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Later, loadLater } from '#app/kernel/ui/live/later.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { countTry, returnTryAfterOutage } from '#app/kernel/web/http/limits.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { config } from '#app/runtime.server.ts'
import { submitTransaction } from './form.server.ts'
import { NotSignedIn } from './not-signed-in.tsx'
import { findOpened } from './opened.server.ts'
import { inPageNotation } from './outcome.server.ts'
import { loadForm, maxMegabytes } from './steps/load-form.server.ts'
import { StepPages } from './steps/step-pages.tsx'
import { typedSubmission } from './submission.server.ts'

// A separate chunk: the form does not need what follows it. The server renders it at once.
const loadOpened = () => import('./opened.tsx')
const OPENED = loadLater(
  import.meta.env.SSR ? (await loadOpened()).Opened : undefined,
  async () => (await loadOpened()).Opened,
)

export const handle: PageHandle = { title: 'nav.submit', ticker: 'off' }

/** Answers a visitor instead of redirecting: spec §4 wants a sentence first. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await loadViewer(request)
  if (!viewer) return data({ step: 'signIn' as const }, { status: 401 })
  const opened = await findOpened(request, viewer)
  if (opened) return data({ step: 'opened' as const, ...opened })
  const buyer = await requireVisit('/submit', request)
  return data({ step: 'form' as const, ...(await loadForm(request, buyer)) })
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  if (!(await loadViewer(request))) return data(null, { status: 401 })
  const viewer = await requireVisit('/submit', request)
  await countTry('open_step_by_user', viewer.id)
  const language = await detectLanguage(request, viewer.language)
  const buyer = { id: viewer.id, stillUntil: viewer.stillUntil, language }
  const answer = await submitTransaction(request, buyer)
  if ('next' in answer) return redirect(inSameLanguage(answer.next, request), 303)
  if ('transactionId' in answer) return redirect(`/submit?opened=${encodeURIComponent(answer.transactionId)}`, 303)

  if ('refusals' in answer) await returnTryAfterOutage('open_step_by_user', viewer.id, answer.refusals)
  const t = translatorFor(language)
  const values = typedSubmission(answer.fields, 'refusals' in answer ? answer.refusals : [])
  if ('tooLarge' in answer) {
    const problem = { field: 'contract', text: t('submit.tooLarge', { max: maxMegabytes() }) }
    return data<RefusedForm>({ problems: [problem], values: { ...values, step: 'trade' } }, { status: 413 })
  }
  const problems = answer.refusals.map((refusal) => ({
    field: refusal.field,
    text: refusalText(t, inPageNotation(refusal, language)),
  }))
  const difference = answer.refusals.find(({ refused }) => refused === 'fee_too_small')?.values?.difference ?? ''
  const contract = answer.isFileLost ? 'sent' : ''
  const shown = { ...values, contract, step: answer.step, feeDifference: String(difference) }
  return data<RefusedForm>({ problems, values: shown }, { status: answer.status })
}

/** Keeps a language that the URL asks for. */
function inSameLanguage(path: string, request: Request): string {
  const language = new URL(request.url).searchParams.get('lng')
  return language === null ? path : `${path}&lng=${encodeURIComponent(language)}`
}

/** Shows the progress of the upload. */
export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return sendWithProgress(() => serverAction<typeof action>())
}

export const shouldRevalidate = readAnew

export default function Submit() {
  const shown = useLoaderData<typeof loader>()
  const refused = useAnswer<typeof action>() ?? undefined
  if (shown.step === 'opened') {
    const { escrow, news, qr, due, look, link } = shown
    return <Later part={OPENED} props={{ escrow, news, qr, due, look, link }} />
  }
  return shown.step === 'signIn' ? <NotSignedIn /> : <StepPages {...shown} refused={refused} />
}
