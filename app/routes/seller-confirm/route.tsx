import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isRefusal, type Refusal, refuse } from '#app/domain/refusal.ts'
import { refusalText } from '#app/i18n/refusal-text.ts'
import { findSellerEscrow, listEscrows } from '#app/queries/escrow-pages.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Note } from '#app/ui/note.tsx'
import { PageHead } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { issueStamp } from '#app/web/captcha.server.ts'
import { countTry } from '#app/web/limits.server.ts'
import { assertSameOrigin } from '#app/web/origin.server.ts'
import { FormTooLarge, readForm } from '#app/web/read-form.server.ts'
import { loadViewer, requireVisit } from '#app/web/viewer.server.ts'
import { confirmShipment } from '#app/workflows/confirm-shipment.server.ts'
import { removeDocument } from '#app/workflows/remove-document.server.ts'
import { ConfirmationReceived } from './confirmation-received.tsx'
import { fileRules, problemsOf, readTyped, type Typed, toConfirmation } from './form.server.ts'
import { ShipmentForm } from './shipment-form.tsx'

export const handle: PageHandle = { title: 'pages.sellerConfirm' }

const network = () => ({ usdcIssuer: config.stellar.usdcIssuer, stellarPassphrase: deps.settings.stellarPassphrase })

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/seller-confirm', request)
  const { searchParams } = new URL(request.url)
  const typed = searchParams.get('txid')?.trim() ?? ''
  if (typed !== '') await countTry('look_up_by_user', viewer.id)
  const escrow =
    typed === ''
      ? null
      : await findSellerEscrow(deps.db, { viewerId: viewer.id, viewerEmail: viewer.email, typed, network: network() })
  return {
    typed,
    escrow,
    refusal: typed !== '' && !escrow ? refuse('escrow_not_found', { field: 'transactionId' }) : null,
    isDone: searchParams.has('done') && escrow?.times.confirmedAt !== null,
    wasDeleted: searchParams.has('deleted'),
    mine: escrow ? [] : await listEscrows(deps.db, viewer.id),
    stamp: issueStamp(),
    maxBytes: config.uploadMaxBytes,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  // The session ended while the form was open (spec §8).
  if (!(await loadViewer(request))) throw Response.json({ deny: 'upload_blocked' }, { status: 403 })
  const viewer = await requireVisit('/seller-confirm', request)
  await countTry('submit_by_user', viewer.id)
  const answer = (problems: Refusal[], typed: Typed | null) => data({ problems, typed }, { status: 400 })
  try {
    const files = fileRules(config.uploadMaxBytes)
    const form = await readForm(request, { files, storage: deps.storage, newId: deps.newId })
    const documentId = form.fields.get('delete')
    if (documentId !== '') {
      await form.discard()
      const removed = await removeDocument(deps, { documentId, sellerId: viewer.id })
      if (isRefusal(removed)) return answer([removed], null)
      return redirect(`/seller-confirm?txid=${removed.transactionId}&deleted=1`, 303)
    }
    const problems = problemsOf(form)
    const confirmed = problems.length > 0 ? problems : await confirmShipment(deps, toConfirmation(form, viewer.id))
    if (Array.isArray(confirmed) || isRefusal(confirmed)) {
      await form.discard()
      return answer(Array.isArray(confirmed) ? confirmed : [confirmed], readTyped(form))
    }
    return redirect(`/seller-confirm?txid=${confirmed.transactionId}&done=1`, 303)
  } catch (error) {
    if (error instanceof FormTooLarge) return answer([refuse('upload_too_large')], null)
    if (error instanceof Response) throw error
    deps.log.error({ error: String(error) }, 'a confirmation could not be stored')
    return answer([refuse('upload_failed')], null)
  }
}

export default function SellerConfirm() {
  const { t } = useTranslation()
  const { escrow, isDone, wasDeleted, refusal, ...page } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const isBusy = useNavigation().state === 'submitting'
  const wrong = result?.problems ?? (refusal ? [refusal] : [])
  const problems = wrong.map((problem) => ({ field: problem.field, text: refusalText(t, problem) }))

  if (escrow && isDone && !result) return <ConfirmationReceived escrow={escrow} />
  return (
    <>
      <PageHead title={t('pages.sellerConfirm')} lead={t('seller.lead')} />
      {wasDeleted && !result && <Note tone="good" role="status" title={t('seller.deleted')} />}
      <ShipmentForm
        {...page}
        escrow={escrow}
        values={result?.typed ?? null}
        problems={problems}
        isBusy={isBusy}
        summary={problems.length > 0 ? <ErrorSummary problems={problems} /> : null}
      />
      {/* Delete buttons belong to this form: in the other one, Enter would press the first of them. */}
      <Form method="post" id="delete-document" />
    </>
  )
}
