import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#app/domain/refusal.ts'
import { refusalText } from '#app/i18n/refusal-text.ts'
import { listCases } from '#app/queries/desk-cases.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Note } from '#app/ui/note.tsx'
import { PageHead } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { assertSameOrigin } from '#app/web/origin.server.ts'
import { readFields } from '#app/web/read-fields.server.ts'
import { requireAdmin } from '#app/web/viewer.server.ts'
import { closePaymentCase } from '#app/workflows/close-payment-case.server.ts'
import { Pager, Tabs } from '../admin-panel/list-parts.tsx'
import { deskNetwork } from '../admin-panel/networks.server.ts'
import { listPath, pageNumber } from '../admin-panel/page-number.ts'
import { useDesk } from '../admin-panel/words.tsx'
import { CaseRow } from './case-row.tsx'

export const handle: PageHandle = { title: 'pages.cases' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const state = query.get('state') === 'closed' ? ('closed' as const) : ('open' as const)
  const list = await listCases(deps.db, { state, page: pageNumber(query), networks: deskNetwork() })
  if (list.rows.length === 0 && list.page > 1) throw redirect(pathOf(state, 1))
  return { state, list, hasClosed: query.has('closed') }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const operator = await requireAdmin(request)
  const fields = await readFields(request)
  const caseId = fields.get('case')
  const outcome = fields.get('outcome')
  const seen = { kind: fields.get('kind'), amount: fields.get('amount') }
  const closed = await closePaymentCase(deps, { caseId, operatorId: operator.id, seen, outcome })
  if (isRefusal(closed)) return data({ refusal: closed, caseId, outcome }, { status: 400 })
  return redirect('/admin-panel/cases?closed=1', 303)
}

const pathOf = (state: 'open' | 'closed', page: number) =>
  listPath('/admin-panel/cases', { state: state === 'open' ? null : state, page })

export default function PaymentCases() {
  const { t: common } = useTranslation()
  const t = useDesk()
  const { state, list, hasClosed } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  const text = refused && refusalText(common, refused.refusal)
  const isShown = list.rows.some(({ id }) => id === refused?.caseId)
  const tabs = (['open', 'closed'] as const).map((tab) => ({
    to: pathOf(tab, 1),
    label: t(`paging.${tab}`),
    isHere: tab === state,
  }))
  return (
    <>
      <PageHead title={common('pages.cases')} lead={t('cases.lead')} />
      {text && <ErrorSummary problems={[{ text, ...(isShown && { field: `outcome-${refused.caseId}` }) }]} />}
      {hasClosed && !refused && <Note tone="good" role="status" title={t('cases.closed')} />}
      <Tabs label={t('paging.label')} tabs={tabs} />
      {list.rows.length === 0 ? (
        <EmptyState
          title={t(state === 'open' ? 'cases.emptyOpen' : 'cases.emptyClosed')}
          text={t(state === 'open' ? 'cases.emptyOpenText' : 'cases.emptyClosedText')}
        />
      ) : (
        <ul className="matters">
          {list.rows.map((row) => (
            <CaseRow
              key={row.id}
              row={row}
              refused={text && refused.caseId === row.id ? { text, outcome: refused.outcome } : null}
              isBusy={isBusy}
            />
          ))}
        </ul>
      )}
      <Pager list={list} pathOf={(page) => pathOf(state, page)} />
    </>
  )
}
