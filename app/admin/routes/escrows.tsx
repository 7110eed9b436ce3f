import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { noteOperatorView } from '#app/accounts/workflows/note-operator-view.server.ts'
import { type DonePage, loadDoneWithEscrow } from '#app/admin/queries/done.server.ts'
import { type AdminEscrow, searchAdminEscrow } from '#app/admin/queries/escrow.server.ts'
import { DoneSheet } from '#app/admin/routes/history/done-sheet.tsx'
import { ListTable } from '#app/admin/routes/list/list-table.tsx'
import { DisputeList } from '#app/admin/routes/panel/dispute-list.tsx'
import { DoneNote } from '#app/admin/routes/panel/done-note.tsx'
import { Agreed, EscrowAside, Papers, PartiesSheet, RefundRequests } from '#app/admin/routes/panel/escrow-sheets.tsx'
import { placeIn } from '#app/admin/routes/panel/list-path.ts'
import { PayoutsSheet, WalletsSheet } from '#app/admin/routes/panel/money-sheets.tsx'
import { adminNetwork } from '#app/admin/routes/panel/networks.server.ts'
import { Notes } from '#app/admin/routes/panel/notes.tsx'
import { Offers } from '#app/admin/routes/panel/offers.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { refuse } from '#app/kernel/domain/refusal.ts'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { AdminFrame, PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Turn } from '#app/kernel/ui/progress/turn.tsx'
import { deps } from '#app/runtime.server.ts'
import { escrowLinesOf } from '#app/trade/lookup/ui/escrow-lines.tsx'

export const handle: PageHandle = { title: 'pages.deskEscrow' }

export async function loader({ request }: LoaderFunctionArgs) {
  const operator = await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const typed = query.get('txid')?.trim() ?? null
  const none = { desk: null, acts: null, done: query.get('done') }
  if (typed === null) return { ...none, typed: '', refusal: null }
  if (typed === '') return { ...none, typed, refusal: refuse('transaction_id_missing') }
  const desk = await searchAdminEscrow(deps.db, { typed, network: adminNetwork(), now: deps.clock.now() })
  if (!desk) return { ...none, typed, refusal: refuse('escrow_not_found') }
  const escrowId = desk.view.id
  await noteOperatorView(deps, { escrowId, operatorId: operator.id })
  const acts = await loadDoneWithEscrow(deps.db, { escrowId, place: placeIn(query) })
  return { ...none, typed, desk, acts, refusal: null }
}

export default function OperatorsEscrow() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { typed, desk, acts, refusal, done } = useLoaderData<typeof loader>()
  const isBusy = useNavigation().state !== 'idle'
  const problem = refusal && refusalText(common, refusal)
  return (
    <>
      {!desk && <PageHead title={common('pages.deskEscrow')} lead={t('escrow.lead')} />}
      {problem && <ErrorSummary problems={[{ field: 'txid', text: problem }]} />}
      {desk && <DoneNote done={done} />}
      <Form method="get" className="find no-print" role="search">
        <div className="inline">
          <Field
            name="txid"
            label={desk ? <span className="vh">{t('escrow.search')}</span> : t('escrow.search')}
            error={problem}
            defaultValue={desk?.view.transactionId ?? typed}
            autoComplete="off"
            code
          />
          <Button look={desk ? 'line' : 'filled'} disabled={isBusy}>
            {t('escrow.go')}
          </Button>
        </div>
      </Form>
      {desk && acts && <ReadEscrow desk={desk} acts={acts} />}
    </>
  )
}

function ReadEscrow({ desk, acts }: { desk: AdminEscrow; acts: DonePage }) {
  const { t: common, i18n } = useTranslation()
  const t = useAdmin()
  const { view, disputes, letters, notes } = desk
  const open = disputes.find(({ ended }) => ended === null)
  return (
    <>
      <Turn
        tone={view.turn === 'nobody' ? 'done' : 'theirs'}
        who={t('escrow.readOnly')}
        title={t('escrow.title', {
          amount: formatAmount(view.amount, view.currency, i18n.language),
          stage: common(`escrow.stage.${view.stage}`),
        })}
        text={t('escrow.text')}
        lines={escrowLinesOf({ escrow: view, t: common })}
        actions={open && <ButtonLink to={`/admin-panel/disputes/${open.id}`}>{t('escrow.toDispute')}</ButtonLink>}
      />
      <AdminFrame after aside={<EscrowAside desk={desk} />}>
        <PartiesSheet desk={desk} />
        <PayoutsSheet view={view} />
        <Papers desk={desk} />
        <Agreed desk={desk} />
        <Offers view={view} />
        <RefundRequests desk={desk} />
        <WalletsSheet view={view} />
        <DisputeList title={common('pages.disputes')} disputes={disputes} currency={view.currency} />
        {letters.length > 0 && (
          <Sheet title={t('lists.name.letters')}>
            <ListTable list="letters" rows={letters} />
            <p className="more">
              <Link to={`/admin-panel/lists/letters?q=${view.transactionId}`}>{t('lists.showAll')}</Link>
            </p>
          </Sheet>
        )}
        <Notes notes={notes} to={`/admin-panel/acts/note_escrow/${view.id}`} />
        <DoneSheet done={acts} path={`/admin-panel/escrows?txid=${view.transactionId}`} />
      </AdminFrame>
    </>
  )
}
