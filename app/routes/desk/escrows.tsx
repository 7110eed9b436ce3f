import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isRefusal, refuse } from '#app/domain/kernel/refusal.ts'
import { looksLikeRowId } from '#app/domain/kernel/row-id.ts'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import { refusalText } from '#app/i18n/kernel/refusal-text.ts'
import { type DeskEscrow, searchDeskEscrow } from '#app/queries/desk/desk-escrow.server.ts'
import { CodeWantedPage } from '#app/routes/desk/panel/code-wanted.tsx'
import { DisputeList } from '#app/routes/desk/panel/dispute-list.tsx'
import { EscrowAside, Papers, Parties, RefundRequests } from '#app/routes/desk/panel/escrow-sheets.tsx'
import { Payouts, Wallets } from '#app/routes/desk/panel/money-sheets.tsx'
import { deskNetwork } from '#app/routes/desk/panel/networks.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { deps } from '#app/runtime.server.ts'
import { Button, ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { ErrorSummary } from '#app/ui/kernel/forms/error-summary.tsx'
import { Field } from '#app/ui/kernel/forms/field.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Desk, PageHead } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { Turn } from '#app/ui/kernel/progress/turn.tsx'
import { linesOf } from '#app/ui/lookup/escrow-lines.tsx'
import { readDeskAct } from '#app/web/accounts/desk-act.server.ts'
import { requireAdmin } from '#app/web/accounts/viewer.server.ts'
import { noteOperatorView } from '#app/workflows/accounts/note-operator-view.server.ts'
import { retryPayout } from '#app/workflows/payouts/operator/retry-payout.server.ts'

export const handle: PageHandle = { title: 'pages.deskEscrow' }

export async function loader({ request }: LoaderFunctionArgs) {
  const operator = await requireAdmin(request)
  const typed = new URL(request.url).searchParams.get('txid')?.trim() ?? null
  const wasSent = new URL(request.url).searchParams.has('sent')
  if (typed === null) return { typed: '', desk: null, refusal: null, wasSent }
  if (typed === '') return { typed, desk: null, refusal: refuse('transaction_id_missing'), wasSent }
  const desk = await searchDeskEscrow(deps.db, { typed, network: deskNetwork() })
  if (!desk) return { typed, desk, refusal: refuse('escrow_not_found'), wasSent }
  await noteOperatorView(deps, { escrowId: desk.view.id, operatorId: operator.id })
  return { typed, desk, refusal: null, wasSent }
}

/** Sends a payout again that had failed for good. */
export async function action({ request }: ActionFunctionArgs) {
  const act = await readDeskAct(request)
  if ('codeWanted' in act) return act
  const { operator, fields } = act
  const payoutId = fields.get('payout')
  const retried = looksLikeRowId(payoutId)
    ? await retryPayout(deps, { payoutId, operatorId: operator.id })
    : refuse('payout_not_failed')
  if (isRefusal(retried)) return data({ refusal: retried }, { status: 400 })
  const txid = new URL(request.url).searchParams.get('txid') ?? ''
  return redirect(`/admin-panel/escrows?txid=${encodeURIComponent(txid)}&sent=1`, 303)
}

export default function OperatorsEscrow() {
  const { t: common } = useTranslation()
  const t = useDesk()
  const { typed, desk, refusal, wasSent } = useLoaderData<typeof loader>()
  const acted = useActionData<typeof action>()
  const asksForCode = acted && 'codeWanted' in acted
  const refused = asksForCode ? null : acted
  const isBusy = useNavigation().state !== 'idle'
  const problem = refusal && refusalText(common, refusal)
  if (asksForCode) return <CodeWantedPage wanted={acted.codeWanted} />
  return (
    <>
      {!desk && <PageHead title={common('pages.deskEscrow')} lead={t('escrow.lead')} />}
      {problem && <ErrorSummary problems={[{ field: 'txid', text: problem }]} />}
      {refused && <ErrorSummary problems={[{ text: refusalText(common, refused.refusal) }]} />}
      {wasSent && desk && !refused && <Note tone="good" role="status" title={t('escrow.sent')} />}
      <Form method="get" className="find no-print" role="search">
        <div className="inline">
          <Field
            name="txid"
            label={desk ? <span className="vh">{t('escrow.search')}</span> : t('escrow.search')}
            hint={desk ? undefined : t('escrow.searchHint')}
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
      {desk && <ReadEscrow desk={desk} />}
    </>
  )
}

function ReadEscrow({ desk }: { desk: DeskEscrow }) {
  const { t: common, i18n } = useTranslation()
  const t = useDesk()
  const { view, disputes } = desk
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
        lines={linesOf({ escrow: view, reader: 'seller', t: common })}
        actions={open && <ButtonLink to={`/admin-panel/disputes/${open.id}`}>{t('escrow.toDispute')}</ButtonLink>}
      />
      <Desk after aside={<EscrowAside desk={desk} />}>
        <Parties desk={desk} />
        <Payouts view={view} />
        <Papers desk={desk} />
        <RefundRequests desk={desk} />
        <Wallets view={view} />
        <DisputeList title={t('dispute.all')} disputes={disputes} currency={view.currency} />
      </Desk>
    </>
  )
}
