import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type ClientActionFunctionArgs, Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireVisit } from '#app/accounts/web/viewer.server.ts'
import { intentPlaceOf } from '#app/escrow/domain/settle-intents.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { readAnew } from '#app/kernel/ui/forms/read-anew.ts'
import { sendWithProgress } from '#app/kernel/ui/forms/send-with-progress.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { type Form, FormTooLarge } from '#app/kernel/web/forms/read-form.server.ts'
import { countTry, returnTryAfterOutage } from '#app/kernel/web/http/limits.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { reportError } from '#app/kernel/web/http/page-errors.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { VOICE_LIMITS } from '#app/trade/disputes/domain/voices.ts'
import { DisputeStatementForm } from '#app/trade/disputes/ui/statement-form.tsx'
import { stateInDispute } from '#app/trade/disputes/workflows/state-in-dispute.server.ts'
import { DOCUMENT_KINDS } from '#app/trade/documents/domain/documents.ts'
import { refuseForStorage } from '#app/trade/documents/web/refuse-for-storage.server.ts'
import { readUploadForm } from '#app/trade/documents/web/upload-form.server.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { lookUpEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { escrowNetwork } from '#app/trade/lookup/web/escrow-network.server.ts'

export const handle: PageHandle = { title: 'pages.disputeStatement' }

export async function loader({ request }: LoaderFunctionArgs) {
  const { escrow } = await find(request)
  const { transactionId, dispute } = escrow
  return { transactionId, back: backTo(escrow), maySpeak: dispute?.maySpeak ?? false }
}

/** The form is on the escrow's pages; after a refusal, this page shows the problems and what was typed. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const { escrow, viewer } = await find(request)
  await countTry('submit_by_user', viewer.id)
  const rule = { kinds: DOCUMENT_KINDS, maxBytes: config.uploadMaxBytes, maxCount: VOICE_LIMITS.files }
  const form = await readUploadForm(request, { userId: viewer.id, files: { statementFiles: rule } })
  const words = form.fields.get('statement')
  const stated =
    form instanceof FormTooLarge
      ? { problems: [refuse('upload_too_large', { field: 'statementFiles' })], status: 413 }
      : await state(form, { escrowId: escrow.id, userId: viewer.id, words })
  if (!stated) throw redirect(backTo(escrow, '&settled=add_statement'), 303)
  await returnTryAfterOutage('submit_by_user', viewer.id, stated.problems)
  return data({ problems: stated.problems, words }, { status: stated.status })
}

type Asked = { escrowId: string; userId: string; words: string }

/** Null: the statement is stored. */
async function state(form: Form, asked: Asked): Promise<{ problems: Refusal[]; status: number } | null> {
  try {
    if (form.trouble) throw form.trouble
    if (form.problems.length > 0) return { problems: form.problems, status: 400 }
    const stated = await stateInDispute(deps, { ...asked, uploads: form.uploads })
    return isRefusal(stated) ? { problems: [stated], status: 400 } : null
  } catch (error) {
    reportError(error, { user: asked.userId }, 'dispute statement not stored')
    const why = refuseForStorage(error)
    return { problems: [why?.refusal ?? refuse('settle_failed')], status: why?.status ?? 500 }
  } finally {
    // Also after success: when the form was sent twice, the files of the first one are stored already.
    await form.discard()
  }
}

/** The escrow in the URL, for its parties. Throws a 404 Response otherwise, and what requireVisit throws. */
async function find(request: Request) {
  const viewer = await requireVisit('/transaction-lookup', request)
  await countTry('look_up_by_user', viewer.id)
  const typed = new URL(request.url).searchParams.get('txid')?.trim() ?? ''
  const escrow = await lookUpEscrow(deps.db, { viewer, typed, network: escrowNetwork(), now: deps.clock.now() })
  if (!escrow?.ownSide) throw new Response(null, { status: 404 })
  return { viewer, escrow }
}

function backTo({ reader, transactionId }: Pick<PartyView, 'reader' | 'transactionId'>, said = ''): string {
  const page = reader === 'buyer' ? '/transaction-lookup' : '/seller-confirm'
  return `${page}?txid=${encodeURIComponent(transactionId)}${said}${intentPlaceOf('add_statement')}`
}

/** Shows the progress of the upload. */
export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return sendWithProgress(() => serverAction<typeof action>())
}

export const shouldRevalidate = readAnew

export default function DisputeStatement() {
  const { t } = useTranslation()
  const { transactionId, back, maySpeak } = useLoaderData<typeof loader>()
  const refused = useAnswer<typeof action>()
  const problems = (refused?.problems ?? []).map((problem) => ({
    text: refusalText(t, problem),
    ...(problem.field && { field: problem.field }),
  }))
  const errors = Object.fromEntries(problems.flatMap(({ field, text }) => (field ? [[field, text]] : [])))
  return (
    <Read>
      <PageHead title={t('pages.disputeStatement')} />
      <ErrorSummary problems={problems} />
      {maySpeak ? (
        <Sheet>
          <DisputeStatementForm
            escrow={{ transactionId }}
            refused={refused ? { words: refused.words, errors } : null}
          />
        </Sheet>
      ) : (
        problems.length === 0 && <Note tone="danger" role="alert" title={t('refusal.dispute_not_open')} />
      )}
      <Actions after>
        <Link to={back}>{t('lookup.decision.back')}</Link>
      </Actions>
    </Read>
  )
}
