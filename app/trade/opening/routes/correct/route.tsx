import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { refuseStill, requireVisit } from '#app/accounts/web/viewer.server.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { readAnew } from '#app/kernel/ui/forms/read-anew.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { countTry, returnTryAfterOutage } from '#app/kernel/web/http/limits.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { lookUpEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { escrowNetwork } from '#app/trade/lookup/web/escrow-network.server.ts'
import { CorrectForm } from './correct-form.tsx'
import { correct, typedCorrection } from './form.server.ts'

export const handle: PageHandle = { title: 'pages.correct' }

export async function loader({ request }: LoaderFunctionArgs) {
  const { escrow } = await find(request)
  return { escrow }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const { escrow, viewer } = await find(request)
  await countTry('submit_by_user', viewer.id)
  const fields = await readFields(request)
  const language = await detectLanguage(request, viewer.language)
  const refusal = refuseStill(viewer) ?? (await correct(fields, { escrow, buyerId: viewer.id, language }))
  if (!refusal) throw redirect(`${lookupOf(escrow)}&corrected=1`, 303)
  await returnTryAfterOutage('submit_by_user', viewer.id, [refusal])
  // After escrow_changed the form shows the current values: those typed for an older state must not be sent by mistake.
  const values = refusal.refused === 'escrow_changed' ? {} : typedCorrection(fields, [refusal])
  const problem = {
    ...(refusal.field && { field: refusal.field }),
    text: refusalText(translatorFor(language), refusal),
  }
  return data<RefusedForm>({ problems: [problem], values }, { status: 400 })
}

/** The buyer's own escrow in the URL. Throws a 404 Response otherwise, and what requireVisit throws. */
async function find(request: Request) {
  const viewer = await requireVisit('/transaction-lookup', request)
  await countTry('look_up_by_user', viewer.id)
  const typed = new URL(request.url).searchParams.get('txid')?.trim() ?? ''
  const escrow = await lookUpEscrow(deps.db, { viewer, typed, network: escrowNetwork(), now: deps.clock.now() })
  if (escrow?.reader !== 'buyer') throw new Response(null, { status: 404 })
  return { viewer, escrow }
}

function lookupOf({ transactionId }: Pick<PartyView, 'transactionId'>): string {
  return `/transaction-lookup?txid=${encodeURIComponent(transactionId)}`
}

/** No warning for on-chain escrow: there is no deposit before the seller has agreed. */
function leadOf(t: TFunction, { may, custody }: PartyView): string | undefined {
  return may.correct && custody.fundedBy === 'deposit' ? t('correct.lead') : undefined
}

export const shouldRevalidate = readAnew

export default function CorrectEscrow() {
  const { t } = useTranslation()
  const { escrow } = useLoaderData<typeof loader>()
  const refused = useAnswer<typeof action>()
  return (
    <Read>
      <PageHead title={t('pages.correct')} lead={leadOf(t, escrow)} />
      {escrow.may.correct ? (
        <CorrectForm
          escrow={escrow}
          refused={refused}
          key={`${escrow.times.correctedAt} ${refused?.problems.length}`}
        />
      ) : (
        <Note tone="danger" role="alert" title={t('refusal.correction_too_late')}>
          <p>
            <Link to={lookupOf(escrow)}>{t('lookup.decision.back')}</Link>
          </p>
        </Note>
      )}
    </Read>
  )
}
