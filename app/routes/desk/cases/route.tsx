import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { WrittenPlace } from '#app/domain/kernel/paging/list-place.ts'
import { isRefusal, type Refusal } from '#app/domain/kernel/refusal.ts'
import { refusalText } from '#app/i18n/kernel/refusal-text.ts'
import { listCases } from '#app/queries/desk/desk-cases.server.ts'
import { listOnLedger } from '#app/queries/desk/on-ledger.server.ts'
import { OnLedgerSheet } from '#app/routes/desk/on-ledger/on-ledger-sheet.tsx'
import { CodeWantedPage } from '#app/routes/desk/panel/code-wanted.tsx'
import { Tabs } from '#app/routes/desk/panel/list-parts.tsx'
import { listPath, placeIn } from '#app/routes/desk/panel/list-path.ts'
import { deskNetwork } from '#app/routes/desk/panel/networks.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { deps } from '#app/runtime.server.ts'
import { ErrorSummary } from '#app/ui/kernel/forms/error-summary.tsx'
import { useAnswer } from '#app/ui/kernel/forms/use-answer.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { EmptyState } from '#app/ui/kernel/page/empty-state.tsx'
import { PageHead } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { Pager } from '#app/ui/kernel/page/pager.tsx'
import { readDeskAct } from '#app/web/accounts/desk-act.server.ts'
import { requireAdmin } from '#app/web/accounts/viewer.server.ts'
import { payerOf } from '#app/workflows/cases/payer-of.server.ts'
import { SureBeforeAccepting } from './accept-short.tsx'
import { ACTS, close } from './acts.server.ts'
import { CaseRow, type RefusedCase } from './case-row.tsx'
import { SureBeforeAssigning } from './sure-before-assigning.tsx'
import { SureBeforeClosing } from './sure-before-closing.tsx'
import { SureBeforeDenying } from './sure-before-denying.tsx'
import { SureBeforePaying } from './sure-before-paying.tsx'
import { SureBeforeTakingUp } from './take-up.tsx'

export const handle: PageHandle = { title: 'pages.cases' }

export async function loader({ request }: LoaderFunctionArgs) {
  const operator = await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const state = query.get('state') === 'closed' ? ('closed' as const) : ('open' as const)
  const list = await listCases(deps.db, {
    state,
    place: placeIn(query),
    networks: deskNetwork(),
    restLimits: deps.settings.restLimits,
    async judgePayer(place) {
      const payer = await payerOf(deps, deps.db, place)
      return isRefusal(payer) ? payer.refused : null
    },
  })
  if (list.rows.length === 0 && placeIn(query)) throw redirect(pathOf(state))
  const done = DONE.find((word) => query.has(word)) ?? null
  const onLedger = state === 'open' ? await listOnLedger(deps.db, deps.clock.now()) : null
  return { state, list, onLedger, done, operatorId: operator.id }
}

export async function action({ request }: ActionFunctionArgs) {
  const act = await readDeskAct(request)
  if ('codeWanted' in act) return act
  const { operator, fields } = act
  return (ACTS.get(fields.get('intent')) ?? close)(fields, operator.id)
}

/** What has just been done, as the address says it, and the sentence for it. */
const DONE = ['accepted', 'assigned', 'closed', 'back', 'taken', 'denied', 'clear'] as const
const DONE_WORDS = {
  accepted: 'resellers.done',
  assigned: 'resellers.done',
  closed: 'resellers.done',
  back: 'cases.back.done',
  taken: 'resellers.done',
  denied: 'screening.sure.two',
  clear: 'cases.doubt.clear',
} as const

const pathOf = (state: 'open' | 'closed', place?: WrittenPlace) =>
  listPath('/admin-panel/cases', { state: state === 'open' ? null : state, place })

export default function PaymentCases() {
  const { t: common } = useTranslation()
  const t = useDesk()
  const { state, list, onLedger, done, operatorId } = useLoaderData<typeof loader>()
  const acted = useAnswer<typeof action>()
  const asksForCode = acted && 'codeWanted' in acted
  const answer = asksForCode ? null : acted
  const isBusy = useNavigation().state !== 'idle'
  const refused = answer?.refusal ? answer : null
  const text = refused && refusalText(common, refused.refusal)
  const isShown = list.rows.some(({ id }) => id === refused?.typed.caseId)
  const field = isShown && refused ? fieldOf(refused) : undefined
  if (asksForCode) return <CodeWantedPage wanted={acted.codeWanted} />
  if (answer?.sure?.act === 'accept') return <SureBeforeAccepting sure={answer.sure} />
  if (answer?.sure?.act === 'assign') return <SureBeforeAssigning sure={answer.sure} />
  if (answer?.sure?.act === 'pay-back') return <SureBeforePaying sure={answer.sure} />
  if (answer?.sure?.act === 'take-up') return <SureBeforeTakingUp sure={answer.sure} />
  if (answer?.sure?.act === 'deny') return <SureBeforeDenying sure={answer.sure} />
  if (answer?.sure?.act === 'close') return <SureBeforeClosing sure={answer.sure} />
  const tabs = (['open', 'closed'] as const).map((tab) => ({
    to: pathOf(tab),
    label: t(`paging.${tab}`),
    isHere: tab === state,
  }))
  return (
    <>
      <PageHead title={common('pages.cases')} />
      {text && <ErrorSummary problems={[{ text, field }]} />}
      {done && !refused && <Note tone="good" role="status" title={t(DONE_WORDS[done])} />}
      <Tabs label={t('paging.label')} tabs={tabs} />
      {list.rows.length === 0 ? (
        <EmptyState title={t('lists.empty')} />
      ) : (
        <ul className="matters">
          {list.rows.map((row) => (
            <CaseRow
              key={row.id}
              row={row}
              operatorId={operatorId}
              refused={refusedOf(row.id, refused, text)}
              isBusy={isBusy}
            />
          ))}
        </ul>
      )}
      <Pager list={list} label={t('paging.pages')} pathOf={(place) => pathOf(state, place)} />
      <OnLedgerSheet list={onLedger} />
    </>
  )
}

type Typed = Record<'caseId' | 'intent' | 'end' | 'hash' | 'outcome', string> &
  Record<'target' | 'note' | 'walletAddress' | 'walletMemo' | 'reason', string>
type RefusedForm = { refusal: Refusal; typed: Typed }

/** Several forms of a case ask for a note. */
const NOTE_FIELDS: Partial<Record<string, string>> = { 'pay-back': 'proof', accept: 'accept-note' }

/** The id of the field that is to blame; the note of how the case ended where the form was that of closing. */
function fieldOf({ refusal, typed }: RefusedForm): string | undefined {
  const isClosing = typed.intent === '' || typed.intent === 'close'
  const field = isClosing ? (refusal.field ?? 'outcome') : refusal.field
  const name = field === 'note' ? (NOTE_FIELDS[typed.intent] ?? field) : field
  return name && `${name}-${typed.caseId}`
}

function refusedOf(id: string, refused: RefusedForm | null, text: string | null): RefusedCase {
  const none = { accepting: null, closing: null, assigning: null, paying: null, taking: null, denying: null }
  if (!refused || text === null || refused.typed.caseId !== id) return none
  const about = { text, field: refused.refusal.field, ...refused.typed }
  switch (refused.typed.intent) {
    case 'accept':
      return { ...none, accepting: about }
    case 'assign':
      return { ...none, assigning: about }
    case 'pay-back':
      return { ...none, paying: about }
    case 'deny':
      return { ...none, denying: about }
    case 'take-up':
      return { ...none, taking: about }
    default:
      return { ...none, closing: { ...about, field: about.field ?? 'outcome' } }
  }
}
