import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readAdminAction } from '#app/accounts/web/admin-action.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { listOutgoing, showFit } from '#app/admin/queries/outgoing.server.ts'
import { actionProblemsOf } from '#app/admin/routes/forms/action-form.tsx'
import { CodeWantedPage } from '#app/admin/routes/panel/code-wanted.tsx'
import { StateTabs } from '#app/admin/routes/panel/list-parts.tsx'
import { listPath, placeIn } from '#app/admin/routes/panel/list-path.ts'
import { adminNetwork } from '#app/admin/routes/panel/networks.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import type { WrittenPlace } from '#app/kernel/domain/paging/list-place.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { EmptyState } from '#app/kernel/ui/page/empty-state.tsx'
import { PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Pager } from '#app/kernel/ui/page/pager.tsx'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { deps } from '#app/runtime.server.ts'
import { readOutgoingAnswer } from '#app/settlement/payouts/domain/outgoing.ts'
import { acceptGap } from '#app/settlement/payouts/workflows/outgoing/accept-gap.server.ts'
import {
  explainTransaction,
  weighExplanation,
} from '#app/settlement/payouts/workflows/outgoing/explain-outgoing.server.ts'
import { linkUnmatched, weighCaseLink } from '#app/unmatched/workflows/link-unmatched.server.ts'
import { GapRow } from './gap-row.tsx'
import { OutgoingRow } from './outgoing-row.tsx'
import { SureBeforeExplaining } from './sure-before-explaining.tsx'

export const handle: PageHandle = { title: 'pages.outgoing' }

const PAGE = '/admin-panel/outgoing'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const state = query.get('state') === 'closed' ? ('closed' as const) : ('open' as const)
  const list = await listOutgoing(deps.db, { state, place: placeIn(query), networks: adminNetwork() })
  if (list.rows.length === 0 && placeIn(query)) throw redirect(pathOf(state))
  const done = query.has('explained') ? ('doneMore' as const) : query.has('last') ? ('doneLast' as const) : null
  return { state, list, done }
}

export async function action({ request }: ActionFunctionArgs) {
  const act = await readAdminAction(request)
  if ('codeWanted' in act) return act
  const { operator, fields } = act
  return fields.get('intent') === 'accept' ? accept(fields, operator.id) : notify(fields, operator.id)
}

/** The first post asks for confirmation, naming the effect; the confirmed one explains. */
async function notify(fields: FormFields, operatorId: string) {
  const asked = { outgoingId: fields.get('transaction'), answer: fields.get('answer'), reason: fields.get('reason') }
  const answer = readOutgoingAnswer(asked.answer)
  if (answer?.kind === 'case') return link(fields, { ...asked, caseId: answer.caseId, operatorId })
  if (fields.get('sure') !== 'yes') {
    const weighed = await weighExplanation(deps, asked)
    if (isRefusal(weighed)) return refused(fields, weighed)
    const denied = weighed.denied.map(showFit)
    return { refusal: null, sure: { ...weighed, ...asked, denied, intent: 'explain' as const } }
  }
  const denied = fields.get('denied').split(' ')
  const explained = await explainTransaction(deps, { ...asked, denied, operatorId })
  if (isRefusal(explained)) return refused(fields, explained)
  return redirect(`${PAGE}?${explained.isLast ? 'last' : 'explained'}=1`, 303)
}

/** The same for a transaction that paid out the money of unmatched payments. */
async function link(
  fields: FormFields,
  asked: { outgoingId: string; caseId: string; answer: string; reason: string; operatorId: string },
) {
  if (fields.get('sure') !== 'yes') {
    const weighed = await weighCaseLink(deps, asked)
    if (isRefusal(weighed)) return refused(fields, weighed)
    const { outgoingId, answer, reason } = asked
    const linked = weighed.linked.map(showFit)
    return { refusal: null, sure: { hash: weighed.hash, linked, outgoingId, answer, reason, intent: 'link' as const } }
  }
  const linked = await linkUnmatched(deps, asked)
  if (isRefusal(linked)) return refused(fields, linked)
  return redirect(`${PAGE}?${linked.isLast ? 'last' : 'explained'}=1`, 303)
}

/** The same for sequence numbers that no transaction explains. */
async function accept(fields: FormFields, operatorId: string) {
  const [gapId, reason] = [fields.get('transaction'), fields.get('reason')]
  if (fields.get('sure') !== 'yes' && reason !== '') {
    return { refusal: null, sure: { outgoingId: gapId, reason, intent: 'accept' as const } }
  }
  const accepted = await acceptGap(deps, { gapId, operatorId, reason })
  if (isRefusal(accepted)) return refused(fields, accepted)
  return redirect(`${PAGE}?explained=1`, 303)
}

function refused(fields: FormFields, refusal: Refusal) {
  const typed = { id: fields.get('transaction'), answer: fields.get('answer'), reason: fields.get('reason') }
  return data({ refusal, typed, sure: null }, { status: 400 })
}

const pathOf = (state: 'open' | 'closed', place?: WrittenPlace) =>
  listPath(PAGE, { state: state === 'open' ? null : state, place })

export default function OutgoingTransactions() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { state, list, done } = useLoaderData<typeof loader>()
  const acted = useAnswer<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  if (acted && 'codeWanted' in acted) return <CodeWantedPage wanted={acted.codeWanted} />
  if (acted?.sure) return <SureBeforeExplaining sure={acted.sure} />
  const problem = acted && { text: refusalText(common, acted.refusal), field: acted.refusal.field }
  const returned = problem ? { form: acted.typed.id, typed: acted.typed, problems: [problem] } : null
  const isShown = [...list.rows, ...list.gaps].some(({ id }) => id === returned?.form)
  return (
    <>
      <PageHead title={common('pages.outgoing')} lead={t('outgoing.lead')} />
      <ErrorSummary problems={actionProblemsOf(returned, isShown)} />
      {done && !returned && <Note tone="good" role="status" title={t(`outgoing.${done}`)} />}
      <StateTabs path={PAGE} over="closed" here={state} />
      {list.rows.length + list.gaps.length === 0 ? (
        <EmptyState title={t('lists.empty')} />
      ) : (
        <ul className="matters">
          {list.gaps.map((gap) => (
            <GapRow key={gap.id} gap={gap} returned={returned} isBusy={isBusy} />
          ))}
          {list.rows.map((row) => (
            <OutgoingRow key={row.id} row={row} returned={returned} isBusy={isBusy} />
          ))}
        </ul>
      )}
      <Pager list={list} label={t('paging.pages')} pathOf={(place) => pathOf(state, place)} />
    </>
  )
}
