import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readAdminAction } from '#app/accounts/web/admin-action.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { loadAdminPayouts } from '#app/admin/queries/payouts.server.ts'
import { actionProblemsOf } from '#app/admin/routes/forms/action-form.tsx'
import { CodeWantedPage } from '#app/admin/routes/panel/code-wanted.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { AdminFrame, PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { deps } from '#app/runtime.server.ts'
import { approve } from '#app/settlement/payouts/workflows/operator/approve.server.ts'
import { resumePayouts, stopPayouts } from '#app/settlement/payouts/workflows/operator/stop-payouts.server.ts'
import { AboveLimits } from './above-limit.tsx'
import { readPayoutForm, type TypedPayoutForm } from './form.server.ts'
import { Ledgers, PastStops } from './stops.tsx'
import { type AskedOfPayout, SureBeforePayouts } from './sure-before.tsx'

export const handle: PageHandle = { title: 'pages.deskPayouts' }

const DONE = ['stopped', 'resumed', 'approved', 'already'] as const
type Done = (typeof DONE)[number]

export async function loader({ request }: LoaderFunctionArgs) {
  const operator = await requireAdmin(request)
  const said = new URL(request.url).searchParams.get('done')
  return { ...(await loadAdminPayouts(deps.db, operator.id)), done: DONE.find((known) => known === said) ?? null }
}

/** The first post asks for confirmation; the confirmed one acts. */
export async function action({ request }: ActionFunctionArgs) {
  const act = await readAdminAction(request)
  if ('codeWanted' in act) return act
  const operatorId = act.operator.id
  const typed = readPayoutForm(act.fields)
  if (typed.intent === 'approve') return approveIt(typed, operatorId)
  if (typed.networks.length === 0) throw new Response(null, { status: 400 })
  const { networks, stopIds, reason } = typed
  if (!typed.isSure) return reason === '' ? refused(typed, refuseReason(typed)) : asks({ typed, payout: null })
  const changed =
    typed.intent === 'stop'
      ? await stopPayouts(deps, { networks, operatorId, reason })
      : await resumePayouts(deps, { stopIds, operatorId, reason })
  if (isRefusal(changed)) return refused(typed, changed)
  if (changed.networks.length === 0) return done('already')
  return done(typed.intent === 'stop' ? 'stopped' : 'resumed')
}

function refuseReason({ intent }: TypedPayoutForm): Refusal {
  return refuse(intent === 'stop' ? 'stop_reason_required' : 'resume_reason_required', { field: 'reason' })
}

async function approveIt(typed: TypedPayoutForm, operatorId: string) {
  const { payoutId, wallet: seen, clearanceId, reason, isSure } = typed
  const of = clearanceId ? { clearanceId } : { payoutId }
  const approved = await approve(deps, { ...of, operatorId, seen, reason, isSure })
  if (isRefusal(approved)) return refused(typed, approved)
  if (isSure) return done('approved')
  const { above } = await loadAdminPayouts(deps.db, operatorId)
  const payout = above.find(({ id }) => id === approved.id)
  return payout ? asks({ typed, payout }) : refused(typed, refuse('approval_not_wanted'))
}

function done(what: Done) {
  return redirect(`/admin-panel/payouts?done=${what}`, 303)
}

function asks(asked: AskedOfPayout) {
  return data({ asked, refusal: null, typed: null })
}

function refused({ form, reason }: TypedPayoutForm, refusal: Refusal) {
  return data({ asked: null, refusal, typed: { form, reason } }, { status: 400 })
}

export default function OperatorsPayouts() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const page = useLoaderData<typeof loader>()
  const acted = useAnswer<typeof action>()
  if (acted && 'codeWanted' in acted) return <CodeWantedPage wanted={acted.codeWanted} />
  if (acted?.asked) return <SureBeforePayouts asked={acted.asked} />
  const returned = acted?.refusal ? returnedForm(acted, refusalText(common, acted.refusal)) : null
  return (
    <>
      <PageHead title={common('pages.deskPayouts')} />
      <ErrorSummary problems={actionProblemsOf(returned)} />
      {page.done && !returned && (
        <Note
          tone={page.done === 'already' ? 'waiting' : 'good'}
          role="status"
          title={t(page.done === 'already' ? 'payouts.done.already' : 'resellers.done')}
        />
      )}
      <AdminFrame after aside={<PastStops past={page.past} />}>
        <Ledgers ledgers={page.ledgers} returned={returned} />
        <AboveLimits above={page.above} aboveCount={page.aboveCount} returned={returned} />
      </AdminFrame>
    </>
  )
}

/** The only field is the reason; a refusal about anything else opens no form. */
function returnedForm({ refusal, typed }: { refusal: Refusal; typed: { form: string; reason: string } }, text: string) {
  return {
    form: refusal.field ? typed.form : '',
    typed,
    problems: [{ text, ...(refusal.field && { field: 'reason' }) }],
  }
}
