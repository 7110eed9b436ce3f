import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireVisit } from '#app/accounts/web/viewer.server.ts'
import { intentPlaceOf, settleIntentOf } from '#app/escrow/domain/settle-intents.ts'
import { NotifiedNote } from '#app/escrow/ui/notified.tsx'
import { isRefusal, type Refusal, type RefusalCode, refuse } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { readAnew } from '#app/kernel/ui/forms/read-anew.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { countTry } from '#app/kernel/web/http/limits.server.ts'
import { orRefuse } from '#app/kernel/web/http/or-refuse.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { saidNow } from '#app/trade/lookup/domain/said-now.ts'
import { lookUpEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { Sure } from '#app/trade/lookup/ui/later.tsx'
import { Named } from '#app/trade/lookup/ui/page/named.tsx'
import { partOfId } from '#app/trade/lookup/ui/page/part-ids.ts'
import { escrowNetwork } from '#app/trade/lookup/web/escrow-network.server.ts'
import { answerSettle, type SettledPage } from '#app/trade/lookup/web/settle.server.ts'
import { fetchRealTxId } from '#app/trade/lookup/workflows/fetch-real-txid.server.ts'
import { onchainIntentOf } from '#app/trade/onchain/domain/signing/onchain-intents.ts'
import { EscrowPage } from './escrow-page.tsx'
import { readLookup } from './read-lookup.server.ts'
import { type Reviewed, review } from './review.server.ts'
import { stateHash } from './state-hash.server.ts'
import { SureBeforeRelease } from './sure-before-release.tsx'

export const handle: PageHandle = { title: 'nav.lookup', ticker: 'off' }

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/transaction-lookup', request)
  const { searchParams } = new URL(request.url)
  const said = {
    updated: searchParams.has('updated'),
    approvedBefore: searchParams.has('approved-before'),
    fetched: searchParams.has('fetched'),
    corrected: searchParams.has('corrected'),
    settled: saidNow(searchParams.get('settled')),
    held: onchainIntentOf(searchParams.get('held')),
    isPaused: searchParams.has('hold'),
  }
  const typed = searchParams.get('txid')?.trim()
  const asks = viewer.role === 'seller' ? ('seller' as const) : ('buyer' as const)
  const asked = partOfId(searchParams.get('part'))
  const nothing = { escrow: null, held: null, news: null, qr: null, due: null, link: '', said, asks, asked }
  if (typed === undefined) return { ...nothing, typed: '', refusal: null }
  await countTry('look_up_by_user', viewer.id)
  if (typed === '') return { ...nothing, typed, refusal: refuse('transaction_id_missing', { field: 'txid' }) }
  const found = await orRefuse(readLookup({ viewer, typed }), 'lookup_failed')
  if (isRefusal(found)) return { ...nothing, typed, refusal: found }
  if (!found) return { ...nothing, typed, refusal: refuse('escrow_not_found', { field: 'txid' }) }
  return { typed, ...found, refusal: null, said, asks, asked }
}

type Answer = {
  refusal: Refusal | null
  review: Exclude<Reviewed, { done: string }> | null
  settled: SettledPage | null
  /** The claimed payment hash, as typed. */
  stated: string | null
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const viewer = await requireVisit('/transaction-lookup', request)
  await countTry('look_up_by_user', viewer.id)
  const fields = await readFields(request)
  const txid = fields.get('txid')
  const lookUp = () => lookUpEscrow(deps.db, { viewer, typed: txid, network: escrowNetwork(), now: deps.clock.now() })
  const answer = (about: Partial<Answer>) => {
    const whole: Answer = { refusal: null, review: null, settled: null, stated: null, ...about }
    return data(whole, { status: whole.refusal ? 400 : 200 })
  }
  const escrow = await orRefuse(lookUp(), failureOf(fields.get('intent')))
  if (isRefusal(escrow)) return answer({ refusal: escrow })
  if (!escrow) return answer({ refusal: refuse(txid === '' ? 'load_first' : 'escrow_not_found', { field: 'txid' }) })
  const back = (query: string) => redirect(`/transaction-lookup?txid=${escrow.transactionId}${query}`, 303)

  if (fields.get('intent') === 'fetch') {
    const ask = { escrowId: escrow.id, buyerId: viewer.id }
    const found = await orRefuse(fetchRealTxId(deps, ask), 'fetch_failed')
    return isRefusal(found) ? answer({ refusal: found }) : back('&fetched=1')
  }
  if (fields.get('intent') === 'state_payment') {
    const refusal = await stateHash(viewer.id, { escrow, hash: fields.get('hash') })
    return refusal ? answer({ refusal, stated: fields.get('hash') }) : back('#stated')
  }
  const intent = settleIntentOf(fields.get('intent'))
  if (intent) {
    const settled = await answerSettle({
      ...{ intent, escrow, userId: viewer.id, stillUntil: viewer.stillUntil },
      ...{ fields, readAgain: lookUp },
    })
    if ('said' in settled) return back(`&settled=${settled.said}${intentPlaceOf(settled.said)}`)
    return answer({ refusal: 'refusal' in settled ? settled.refusal : null, settled })
  }
  const reviewed = await review(fields, { escrow, buyer: viewer })
  if ('done' in reviewed && reviewed.done === 'to_sign')
    return redirect(`/transaction-lookup?txid=${escrow.transactionId}#held`, 303)
  if ('done' in reviewed) return back(reviewed.done === 'updated' ? '&updated=1' : '&approved-before=1')
  return answer({ refusal: 'refusal' in reviewed ? reviewed.refusal : null, review: reviewed })
}

/** The refusal for a form that failed (spec §8). */
function failureOf(intent: string): RefusalCode {
  if (intent === 'fetch' || intent === 'state_payment') return 'fetch_failed'
  return settleIntentOf(intent) ? 'settle_failed' : 'approval_failed'
}

/** The form's problem; also the page's, if the escrow cannot be read either. */
function whatIsWrong(form: Refusal | null, page: Refusal | null): Refusal[] {
  if (form === null) return page ? [page] : []
  return page?.refused === 'lookup_failed' ? [form, page] : [form]
}

export const shouldRevalidate = readAnew

export default function TransactionLookup() {
  const { t } = useTranslation()
  const { typed, escrow, held, news, qr, due, link, refusal, said, asks, asked } = useLoaderData<typeof loader>()
  const result = useAnswer<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  const problems = whatIsWrong(result?.refusal ?? null, refusal).map((wrong) => ({
    field: wrong.field,
    text: refusalText(t, wrong),
  }))
  const problem = problems[0] ?? null
  const settled = result?.settled ?? null
  const stated = result?.stated ?? null

  if (escrow && result?.review && 'sure' in result.review) {
    return <SureBeforeRelease escrow={escrow} {...result.review.sure} />
  }
  if (escrow && settled && 'sure' in settled) {
    return <Sure escrow={escrow} intent={settled.sure} values={settled.values} page="/transaction-lookup" />
  }
  return (
    <>
      {!escrow && asks === 'buyer' && <PageHead title={t('nav.lookup')} />}
      {!escrow && asks === 'seller' && <PageHead title={t('lookup.sellerTitle')} />}
      <ErrorSummary problems={problems} />
      {escrow ? (
        <Named escrow={escrow} error={problem?.field === 'txid' ? problem.text : null} />
      ) : (
        <Find typed={typed} error={problem?.field === 'txid' ? problem.text : null} isBusy={isBusy} />
      )}
      {!result && <Said {...said} escrow={escrow} />}
      {escrow && (
        <EscrowPage
          escrow={escrow}
          news={news}
          qr={qr}
          link={link}
          held={held}
          due={due}
          problem={problem}
          typed={result?.review?.typed ?? undefined}
          refused={settled && 'refusal' in settled ? { ...settled, problem } : null}
          refusedStatement={stated === null ? null : { error: problem?.text ?? null, typed: stated }}
          asked={asked}
          isPaused={said.isPaused || result !== undefined}
          isBusy={isBusy}
        />
      )}
    </>
  )
}

type FindProps = { typed: string; error: string | null; isBusy: boolean }

function Find({ typed, error, isBusy }: FindProps) {
  const { t } = useTranslation()
  return (
    <Form method="get" className="find no-print" role="search">
      <div className="inline">
        <Field
          name="txid"
          label={t('lookup.search')}
          hint={t('lookup.searchHint')}
          error={error}
          defaultValue={typed}
          autoComplete="off"
          code
        />
        <Button disabled={isBusy}>{t('lookup.go')}</Button>
      </div>
    </Form>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type SaidProps = Loaded['said'] & Pick<Loaded, 'escrow'>

/** Says what the last form has done. */
function Said({ updated, approvedBefore, fetched, corrected, held, settled, escrow }: SaidProps) {
  const { t } = useTranslation()
  const approvedAt = escrow?.approval === 'Approved' ? escrow.times.decidedAt : null
  if (approvedBefore && approvedAt) {
    return (
      <Note role="status" title={t('lookup.decision.unchanged')}>
        <p>
          <MomentSentence at={approvedAt} text={(time) => t('lookup.decision.approvedSince', { time })} />
        </p>
      </Note>
    )
  }
  const title = updated
    ? t('lookup.decision.updated')
    : fetched
      ? t('lookup.fetched')
      : corrected
        ? t('escrow.events.escrow_corrected')
        : held
          ? t(`held.said.${held}`)
          : settled && t(settled.key)
  if (!title) return null
  const tells = updated || settled?.isTold
  return (
    <Note tone="good" role="status" title={title}>
      {escrow && tells && <NotifiedNote escrow={escrow} />}
    </Note>
  )
}
