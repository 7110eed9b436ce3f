import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readAdminAction } from '#app/accounts/web/admin-action.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { listOnLedger } from '#app/admin/queries/on-ledger.server.ts'
import { listUnmatched } from '#app/admin/queries/unmatched.server.ts'
import { actionProblemsOf } from '#app/admin/routes/forms/action-form.tsx'
import { OnLedgerSheet } from '#app/admin/routes/on-ledger/on-ledger-sheet.tsx'
import { CodeWantedPage } from '#app/admin/routes/panel/code-wanted.tsx'
import { StateTabs } from '#app/admin/routes/panel/list-parts.tsx'
import { listPath, placeIn } from '#app/admin/routes/panel/list-path.ts'
import { adminNetwork } from '#app/admin/routes/panel/networks.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import type { WrittenPlace } from '#app/kernel/domain/paging/list-place.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { EmptyState } from '#app/kernel/ui/page/empty-state.tsx'
import { PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Pager } from '#app/kernel/ui/page/pager.tsx'
import { deps } from '#app/runtime.server.ts'
import { payerOf } from '#app/unmatched/workflows/payer-of.server.ts'
import { close, UNMATCHED_ACTIONS } from './actions.server.ts'
import { SureBeforeUnmatchedAction } from './sure-before-action.tsx'
import { UnmatchedRow } from './unmatched-row.tsx'

export const handle: PageHandle = { title: 'pages.cases' }

const PATH = '/admin-panel/cases'
const pathOf = (state: 'open' | 'closed', place?: WrittenPlace) =>
  listPath(PATH, { state: state === 'open' ? null : state, place })

/** The message for what has just been done, by the parameter in the URL. */
const DONE = {
  accepted: 'resellers.done',
  assigned: 'resellers.done',
  closed: 'resellers.done',
  back: 'cases.back.done',
  taken: 'resellers.done',
  denied: 'screening.sure.two',
  clear: 'cases.doubt.clear',
} as const

export async function loader({ request }: LoaderFunctionArgs) {
  const operator = await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const state = query.get('state') === 'closed' ? ('closed' as const) : ('open' as const)
  const list = await listUnmatched(deps.db, {
    state,
    place: placeIn(query),
    networks: adminNetwork(),
    restLimits: deps.settings.restLimits,
    async judgePayer(place) {
      const payer = await payerOf(deps, deps.db, place)
      return isRefusal(payer) ? payer.refused : null
    },
  })
  if (list.rows.length === 0 && placeIn(query)) throw redirect(pathOf(state))
  const done = (Object.keys(DONE) as (keyof typeof DONE)[]).find((word) => query.has(word)) ?? null
  const onLedger = state === 'open' ? await listOnLedger(deps.db, deps.clock.now()) : null
  return { state, list, onLedger, done, operatorId: operator.id }
}

export async function action({ request }: ActionFunctionArgs) {
  const act = await readAdminAction(request)
  if ('codeWanted' in act) return act
  const { operator, fields } = act
  return (UNMATCHED_ACTIONS.get(fields.get('intent')) ?? close)(fields, operator.id)
}

export default function UnmatchedPayments() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { state, list, onLedger, done, operatorId } = useLoaderData<typeof loader>()
  const acted = useAnswer<typeof action>()
  if (acted && 'codeWanted' in acted) return <CodeWantedPage wanted={acted.codeWanted} />
  if (acted?.sure) return <SureBeforeUnmatchedAction sure={acted.sure} />
  const problem = acted && { text: refusalText(common, acted.refusal), field: acted.field }
  const returned = problem ? { ...acted, problems: [problem] } : null
  const isShown = list.rows.some(({ id }) => id === acted?.caseId)
  return (
    <>
      <PageHead title={common('pages.cases')} />
      <ErrorSummary problems={actionProblemsOf(returned, isShown)} />
      {done && !returned && <Note tone="good" role="status" title={t(DONE[done])} />}
      <StateTabs path={PATH} over="closed" here={state} />
      {list.rows.length === 0 ? (
        <EmptyState title={t('lists.empty')} />
      ) : (
        <ul className="matters">
          {list.rows.map((row) => (
            <UnmatchedRow key={row.id} row={row} operatorId={operatorId} returned={returned} />
          ))}
        </ul>
      )}
      <Pager list={list} label={t('paging.pages')} pathOf={(place) => pathOf(state, place)} />
      <OnLedgerSheet list={onLedger} />
    </>
  )
}
