import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isRefusal, type Refusal } from '#app/domain/kernel/refusal.ts'
import { refusalText } from '#app/i18n/kernel/refusal-text.ts'
import { listCases } from '#app/queries/desk/desk-cases.server.ts'
import { Pager, Tabs } from '#app/routes/desk/panel/list-parts.tsx'
import { deskNetwork } from '#app/routes/desk/panel/networks.server.ts'
import { listPath, pageNumber } from '#app/routes/desk/panel/page-number.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { config, deps } from '#app/runtime.server.ts'
import { ErrorSummary } from '#app/ui/kernel/forms/error-summary.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { EmptyState } from '#app/ui/kernel/page/empty-state.tsx'
import { PageHead } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { requireAdmin } from '#app/web/accounts/viewer.server.ts'
import type { FormFields } from '#app/web/kernel/forms/form-fields.ts'
import { readFields } from '#app/web/kernel/forms/read-fields.server.ts'
import { assertSameOrigin } from '#app/web/kernel/http/origin.server.ts'
import { assignPayment, weighAssignment } from '#app/workflows/cases/assign-payment.server.ts'
import { closePaymentCase } from '#app/workflows/cases/close-payment-case.server.ts'
import { CaseRow, type RefusedCase } from './case-row.tsx'
import { SureBeforeAssigning } from './sure-before-assigning.tsx'

export const handle: PageHandle = { title: 'pages.cases' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const state = query.get('state') === 'closed' ? ('closed' as const) : ('open' as const)
  const list = await listCases(deps.db, { state, page: pageNumber(query), networks: deskNetwork() })
  if (list.rows.length === 0 && list.page > 1) throw redirect(pathOf(state, 1))
  const done = query.has('assigned') ? ('assigned' as const) : query.has('closed') ? ('closed' as const) : null
  return { state, list, done }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const operator = await requireAdmin(request)
  const fields = await readFields(request)
  return fields.get('intent') === 'assign' ? assign(fields, operator.id) : close(fields, operator.id)
}

async function close(fields: FormFields, operatorId: string) {
  const outcome = fields.get('outcome')
  const closed = await closePaymentCase(deps, { ...readCase(fields), operatorId, outcome })
  if (isRefusal(closed)) return refused(fields, closed)
  return redirect('/admin-panel/cases?closed=1', 303)
}

/** First asks once more, naming whose fee or escrow it is; assigns when that was answered. */
async function assign(fields: FormFields, operatorId: string) {
  const asked = { ...readCase(fields), target: fields.get('target'), note: fields.get('note') }
  if (fields.get('sure') !== 'yes') {
    const weighed = await weighAssignment(deps, asked)
    if (isRefusal(weighed)) return refused(fields, weighed)
    const { caseId, seen, target, note } = asked
    return { refusal: null, sure: { ...weighed, caseId, kind: seen.kind, target, note } }
  }
  const assigned = await assignPayment(deps, { ...asked, operatorId })
  if (isRefusal(assigned)) return refused(fields, assigned)
  return redirect('/admin-panel/cases?assigned=1', 303)
}

function readCase(fields: FormFields) {
  return { caseId: fields.get('case'), seen: { kind: fields.get('kind'), amount: fields.get('amount') } }
}

/** Everything that was typed comes back with the refusal. */
function refused(fields: FormFields, refusal: Refusal) {
  const [outcome, target, note] = [fields.get('outcome'), fields.get('target'), fields.get('note')]
  const isAssigning = fields.get('intent') === 'assign'
  const typed = { caseId: fields.get('case'), isAssigning, outcome, target, note }
  return data({ refusal, typed, sure: null }, { status: 400 })
}

const pathOf = (state: 'open' | 'closed', page: number) =>
  listPath('/admin-panel/cases', { state: state === 'open' ? null : state, page })

export default function PaymentCases() {
  const { t: common } = useTranslation()
  const t = useDesk()
  const { state, list, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  const refused = answer?.refusal ? answer : null
  const text = refused && refusalText(common, refused.refusal)
  const isShown = list.rows.some(({ id }) => id === refused?.typed.caseId)
  const field = isShown && refused ? fieldOf(refused) : undefined
  if (answer?.sure) return <SureBeforeAssigning sure={answer.sure} />
  const tabs = (['open', 'closed'] as const).map((tab) => ({
    to: pathOf(tab, 1),
    label: t(`paging.${tab}`),
    isHere: tab === state,
  }))
  return (
    <>
      <PageHead title={common('pages.cases')} lead={t('cases.lead')} />
      {text && <ErrorSummary problems={[{ text, field }]} />}
      {done && !refused && (
        <Note tone="good" role="status" title={t(done === 'closed' ? 'cases.closed' : 'cases.assign.done')} />
      )}
      <Tabs label={t('paging.label')} tabs={tabs} />
      {list.rows.length === 0 ? (
        <EmptyState
          title={t(state === 'open' ? 'cases.emptyOpen' : 'cases.emptyClosed')}
          text={t(state === 'open' ? 'cases.emptyOpenText' : 'cases.emptyClosedText')}
        />
      ) : (
        <ul className="matters">
          {list.rows.map((row) => (
            <CaseRow key={row.id} row={row} refused={refusedOf(row.id, refused, text)} isBusy={isBusy} />
          ))}
        </ul>
      )}
      <Pager list={list} pathOf={(page) => pathOf(state, page)} />
    </>
  )
}

type Typed = { caseId: string; isAssigning: boolean; outcome: string; target: string; note: string }
type RefusedForm = { refusal: Refusal; typed: Typed }

/** The id of the field that is to blame; the note of how the case ended where the form was that of closing. */
function fieldOf({ refusal, typed }: RefusedForm): string | undefined {
  const name = typed.isAssigning ? refusal.field : 'outcome'
  return name && `${name}-${typed.caseId}`
}

function refusedOf(id: string, refused: RefusedForm | null, text: string | null): RefusedCase {
  if (!refused || text === null || refused.typed.caseId !== id) return { closing: null, assigning: null }
  const { isAssigning, outcome, target, note } = refused.typed
  return isAssigning
    ? { closing: null, assigning: { text, field: refused.refusal.field, target, note } }
    : { closing: { text, outcome }, assigning: null }
}
