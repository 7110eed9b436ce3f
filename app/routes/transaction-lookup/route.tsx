import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isRefusal, type Refusal, refuse } from '#app/domain/refusal.ts'
import { refusalText } from '#app/i18n/refusal-text.ts'
import { lookUpEscrow } from '#app/queries/escrow-pages.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field } from '#app/ui/field.tsx'
import { Note } from '#app/ui/note.tsx'
import { PageHead } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { countTry } from '#app/web/limits.server.ts'
import { orRefuse } from '#app/web/or-refuse.server.ts'
import { assertSameOrigin } from '#app/web/origin.server.ts'
import { drawQr } from '#app/web/qr.server.ts'
import { readForm } from '#app/web/read-form.server.ts'
import { requireVisit } from '#app/web/viewer.server.ts'
import { findLedgerPayment } from '#app/workflows/find-ledger-payment.server.ts'
import { reviewDocuments } from '#app/workflows/review-documents.server.ts'
import { EscrowPage } from './escrow-page.tsx'
import { readDecision } from './form.server.ts'
import { SureBeforeRelease } from './sure-before-release.tsx'

export const handle: PageHandle = { title: 'pages.lookup' }

const network = () => ({ usdcIssuer: config.stellar.usdcIssuer, stellarPassphrase: deps.settings.stellarPassphrase })

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/transaction-lookup', request)
  const { searchParams } = new URL(request.url)
  const reader = viewer.role === 'seller' ? ('seller' as const) : ('buyer' as const)
  const said = { updated: searchParams.has('updated'), fetched: searchParams.has('fetched') }
  const typed = searchParams.get('txid')?.trim()
  const nothing = { escrow: null, qr: null, reader, said }
  if (typed === undefined) return { ...nothing, typed: '', refusal: null }
  await countTry('look_up_by_user', viewer.id)
  if (typed === '') return { ...nothing, typed, refusal: refuse('transaction_id_missing', { field: 'txid' }) }
  const asked = { viewerId: viewer.id, typed, network: network() }
  const escrow = await orRefuse(lookUpEscrow(deps.db, asked), 'lookup_failed')
  if (isRefusal(escrow)) return { ...nothing, typed, refusal: escrow }
  if (!escrow) return { ...nothing, typed, refusal: refuse('escrow_not_found', { field: 'txid' }) }
  // Only the buyer pays.
  const qr = reader === 'buyer' ? drawQr(escrow.deposit.uri) : null
  return { typed, escrow, qr, refusal: null, reader, said }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const viewer = await requireVisit('/transaction-lookup', request)
  await countTry('look_up_by_user', viewer.id)
  const { fields } = await readForm(request)
  const txid = fields.get('txid')
  const escrow = await lookUpEscrow(deps.db, { viewerId: viewer.id, typed: txid, network: network() })
  const answer = (refusal: Refusal, typed: { approval?: string; reason?: string } = {}) =>
    data({ refusal, sure: null, typed }, { status: 400 })
  if (!escrow) return answer(refuse(txid === '' ? 'load_first' : 'escrow_not_found', { field: 'txid' }))
  const back = (query: string) => redirect(`/transaction-lookup?txid=${escrow.transactionId}${query}`, 303)

  if (fields.get('intent') === 'fetch') {
    const ask = { escrowId: escrow.id, buyerId: viewer.id }
    const found = await orRefuse(findLedgerPayment(deps, ask), 'fetch_failed')
    return isRefusal(found) ? answer(found) : back('&fetched=1')
  }

  const decision = readDecision(fields)
  if (!decision) return answer(refuse('approval_failed', { field: 'approval' }))
  const typed = { approval: decision.approval, reason: decision.reason }
  if (decision.approval === 'Approved' && escrow.payoutWallet?.differs && !decision.hasCheckedWallet) {
    return answer(refuse('wallet_unverified', { field: 'checkedWallet' }), typed)
  }
  if (decision.approval === 'Approved' && escrow.may.review && !decision.isSure) {
    return { refusal: null, sure: { seen: decision.seenWallet, documents: decision.seenDocuments }, typed }
  }
  const { approval, reason, seenWallet, seenDocuments } = decision
  const review = { escrowId: escrow.id, buyerId: viewer.id, approval, reason, seenWallet, seenDocuments }
  const reviewed = await orRefuse(reviewDocuments(deps, review), 'approval_failed')
  return isRefusal(reviewed) ? answer(reviewed, typed) : back('&updated=1')
}

export default function TransactionLookup() {
  const { t } = useTranslation()
  const { typed, escrow, qr, refusal, reader, said } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  const wrong = result?.refusal ?? refusal
  const problem = wrong && { field: wrong.field, text: refusalText(t, wrong) }

  if (escrow && result?.sure) return <SureBeforeRelease escrow={escrow} {...result.sure} />
  return (
    <>
      {!escrow && <PageHead title={t('pages.lookup')} lead={t('lookup.emptyText')} />}
      {problem && <ErrorSummary problems={[problem]} />}
      <Form method="get" className="find no-print" role="search">
        <div className="inline">
          <Field
            name="txid"
            label={escrow ? <span className="vh">{t('lookup.search')}</span> : t('lookup.search')}
            hint={escrow ? undefined : t('lookup.searchHint')}
            error={problem?.field === 'txid' ? problem.text : null}
            defaultValue={escrow?.transactionId ?? typed}
            autoComplete="off"
            code
          />
          <Button look={escrow ? 'line' : 'filled'} disabled={isBusy}>
            {t('lookup.go')}
          </Button>
        </div>
      </Form>
      {said.updated && <Note tone="good" role="status" title={t('lookup.decision.updated')} />}
      {said.fetched && <Note tone="good" role="status" title={t('lookup.fetched')} />}
      {escrow && (
        <EscrowPage escrow={escrow} qr={qr} reader={reader} problem={problem} typed={result?.typed} isBusy={isBusy} />
      )}
    </>
  )
}
