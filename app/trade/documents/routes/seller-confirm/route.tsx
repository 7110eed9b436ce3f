import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type ClientActionFunctionArgs, Form, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { isSupplementAsked } from '#app/accounts/queries/supplement-asked.server.ts'
import { ConfirmEmailNote } from '#app/accounts/ui/confirm-email-note.tsx'
import { issueStamp, turnstileSiteKey } from '#app/accounts/web/captcha.server.ts'
import { loadViewer, requireVisit } from '#app/accounts/web/viewer.server.ts'
import { NotifiedNote } from '#app/escrow/ui/notified.tsx'
import { ownViewLinks } from '#app/escrow/web/view-links.server.ts'
import { readPlace } from '#app/kernel/domain/paging/list-place.ts'
import { isRefusal, refuse } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { readAnew } from '#app/kernel/ui/forms/read-anew.ts'
import { sendWithProgress } from '#app/kernel/ui/forms/send-with-progress.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { issueFormToken } from '#app/kernel/web/forms/form-token.server.ts'
import { countTry, returnTryAfterOutage } from '#app/kernel/web/http/limits.server.ts'
import { orRefuse } from '#app/kernel/web/http/or-refuse.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { versionOfTyped } from '#app/live/web/versions.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { findWalletToConfirm } from '#app/trade/documents/queries/wallet-to-confirm.server.ts'
import { scansUploads } from '#app/trade/documents/web/upload-form.server.ts'
import { saidNow } from '#app/trade/lookup/domain/said-now.ts'
import { findSellerEscrow, listEscrows } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { Sure } from '#app/trade/lookup/ui/later.tsx'
import { Named } from '#app/trade/lookup/ui/page/named.tsx'
import { partOfId } from '#app/trade/lookup/ui/page/part-ids.ts'
import { escrowNetwork } from '#app/trade/lookup/web/escrow-network.server.ts'
import { noticed } from '#app/trade/lookup/web/noticed.server.ts'
import { readOnchainOf } from '#app/trade/lookup/web/read-onchain.server.ts'
import { onchainIntentOf } from '#app/trade/onchain/domain/signing/onchain-intents.ts'
import { FindPage } from './find-page.tsx'
import { ConfirmationReceived } from './late/late.tsx'
import { SellerPage } from './seller-page.tsx'
import { settleHere } from './settle-here.server.ts'
import { takeConfirmation } from './take-confirmation.server.ts'

export const handle: PageHandle = { title: 'nav.sellerConfirm', ticker: 'off' }

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/seller-confirm', request)
  const { searchParams } = new URL(request.url)
  const typed = searchParams.get('txid')?.trim() ?? ''
  if (typed !== '') await countTry('look_up_by_user', viewer.id)
  const read = await orRefuse(readSellersPage({ viewer, typed, place: placeOf(searchParams) }), 'lookup_failed')
  const { escrow, held, news, own, mine } = isRefusal(read) ? NOTHING : read
  const notFound = typed !== '' && !escrow ? refuse('escrow_not_found', { field: 'transactionId' }) : null
  return {
    typed,
    escrow,
    held,
    news,
    refusal: isRefusal(read) ? read : notFound,
    isDone: searchParams.has('done') && escrow?.times.confirmedAt !== null,
    hasConfirmedEmail: viewer.hasConfirmedEmail,
    wasDeleted: searchParams.has('deleted'),
    said: saidNow(searchParams.get('settled')),
    heldSaid: onchainIntentOf(searchParams.get('held')),
    asked: partOfId(searchParams.get('part')),
    own,
    mine,
    guard: { stamp: issueStamp(), formToken: issueFormToken(), siteKey: turnstileSiteKey },
    maxBytes: config.uploadMaxBytes,
    isScanned: scansUploads,
    asksSupplement: escrow !== null && (await isSupplementAsked(deps.db, viewer.id)),
  }
}

type Asked = { viewer: Viewer; typed: string; place: ReturnType<typeof placeOf> }
const NOTHING = { escrow: null, held: null, news: null, own: null, mine: null }

/** Reads the escrow that is asked for, or the seller's list. One read, so that any failure in it shows one sentence. */
async function readSellersPage({ viewer, typed, place }: Asked) {
  const news = typed === '' ? null : await versionOfTyped(typed)
  const ask = { viewer, typed, network: escrowNetwork() }
  const find = () => findSellerEscrow(deps.db, { ...ask, now: deps.clock.now() })
  const escrow = typed === '' ? null : await noticed(viewer.id, find)
  if (!escrow) {
    const now = deps.clock.now()
    return { ...NOTHING, mine: await listEscrows(deps.db, { viewerId: viewer.id, place, size: ROWS_PER_PAGE, now }) }
  }
  const viewLinks = escrow.may.makeViewLink && (await ownViewLinks({ escrowId: escrow.id, userId: viewer.id }))
  // The row id of an escrow is sent only to those who may see it.
  return {
    escrow: { ...escrow, ...(viewLinks && { viewLinks }) },
    news,
    held: await readOnchainOf(escrow, viewer.id),
    own: await findWalletToConfirm(deps.db, escrow, viewer.id),
    mine: null,
  }
}

/** Few rows: on a phone the list stands above the form. */
const ROWS_PER_PAGE = 10

const placeOf = (query: URLSearchParams) => readPlace({ after: query.get('after'), before: query.get('before') })

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  // The session may have ended while the form was open (spec §8).
  if (!(await loadViewer(request))) throw Response.json({ deny: 'upload_blocked' }, { status: 403 })
  const viewer = await requireVisit('/seller-confirm', request)
  await countTry('submit_by_user', viewer.id)
  const answer = await takeConfirmation(request, viewer)
  if ('confirmed' in answer) return redirect(`/seller-confirm?txid=${answer.confirmed}&done=1`, 303)
  if ('deleted' in answer) return redirect(`/seller-confirm?txid=${answer.deleted}&deleted=1`, 303)
  const settling = 'asked' in answer ? await settleHere(answer.asked, viewer) : { ...answer, settled: null }
  if ('path' in settling) return redirect(settling.path, 303)
  const { problems, status, typed, settled } = settling
  await returnTryAfterOutage('submit_by_user', viewer.id, problems)
  return data({ problems, typed, settled }, { status })
}

/** Shows the progress of the upload. */
export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return sendWithProgress(() => serverAction<typeof action>())
}

export const shouldRevalidate = readAnew

export default function SellerConfirm() {
  const { t } = useTranslation()
  const { escrow, isDone, wasDeleted, said, refusal, hasConfirmedEmail, ...page } = useLoaderData<typeof loader>()
  const result = useAnswer<typeof action>()
  const isBusy = useNavigation().state === 'submitting'
  // Problems of the form, and a failed read of the escrow, which can come on top of them.
  const isUnread = refusal?.refused === 'lookup_failed'
  const wrong = [...(result?.problems ?? []), ...(refusal && (!result || isUnread) ? [refusal] : [])]
  const problems = wrong.map((problem) => ({ field: problem.field, text: refusalText(t, problem) }))

  const settled = result?.settled ?? null
  const refused = settled && 'refusal' in settled ? { ...settled, problem: problems[0] ?? null } : null

  if (escrow && settled && 'sure' in settled) {
    return <Sure escrow={escrow} intent={settled.sure} values={settled.values} page="/seller-confirm" />
  }
  if (escrow && isDone && !result) return <ConfirmationReceived escrow={escrow} />
  const form = {
    ...{ typed: page.typed, own: page.own, guard: page.guard, maxBytes: page.maxBytes, isScanned: page.isScanned },
    ...{ asksSupplement: page.asksSupplement, values: result?.typed ?? null, problems, answer: result, isBusy },
  }
  return (
    <>
      {escrow ? <Named escrow={escrow} page={t('nav.sellerConfirm')} /> : <PageHead title={t('nav.sellerConfirm')} />}
      <ErrorSummary problems={problems} />
      {wasDeleted && !result && <Note tone="good" role="status" title={t('seller.deleted')} />}
      {page.heldSaid && !result && <Note tone="good" role="status" title={t(`held.said.${page.heldSaid}`)} />}
      {said && !result && (
        <Note tone="good" role="status" title={t(said.key)}>
          {escrow && said.isTold && <NotifiedNote escrow={escrow} />}
        </Note>
      )}
      {/* The same words whether or not the escrow exists: an unconfirmed address must not reveal escrows. */}
      {!hasConfirmedEmail && wrong.some(({ refused }) => refused === 'escrow_not_found') && (
        <ConfirmEmailNote
          title={t('account.confirm.first')}
          text={t('account.confirm.sellerText')}
          goOn={`/seller-confirm?txid=${encodeURIComponent(page.typed)}`}
        />
      )}
      {escrow ? (
        <SellerPage {...form} escrow={escrow} held={page.held} news={page.news} refused={refused} asked={page.asked} />
      ) : (
        <FindPage {...form} mine={page.mine} />
      )}
      {/* Delete buttons use this form: in the main one, Enter would press the first of them. */}
      {escrow?.may.confirm && escrow.documents.length > 0 && <Form method="post" id="delete-document" />}
    </>
  )
}
