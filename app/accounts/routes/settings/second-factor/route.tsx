import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { findTwoStep } from '#app/accounts/queries/own-account.server.ts'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { requireVisit } from '#app/accounts/web/viewer.server.ts'
import { secretBeingSetUp } from '#app/accounts/workflows/second-factor/set-up.server.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { drawQr } from '#app/ledgers/references/web/qr.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { SECOND_FACTOR_ACTIONS } from './actions.server.ts'
import { Begin, SetUp } from './set-up.tsx'
import { RecoveryCodes, SwitchedOn } from './switched-on.tsx'

export const handle: PageHandle = { title: 'pages.secondFactor' }

/** The page shows secrets, so it must not be cached. */
export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/settings', request)
  const isRequired = viewer.role === 'admin' && config.operatorSecondFactor === 'required'
  const on = await findTwoStep(deps.db, viewer.id)
  const secret = on ? null : await secretBeingSetUp(deps, { userId: viewer.id, email: viewer.email })
  return { email: viewer.email, isRequired, on, secret: secret && { ...secret, drawing: drawQr(secret.link) } }
}

/** Returns recovery codes in the answer itself: no address shows them again. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const { id: userId } = await requireVisit('/settings', request)
  const fields = await readFields(request)
  const intent = fields.get('intent')
  const act = SECOND_FACTOR_ACTIONS.get(intent)
  if (!act) throw new Response(null, { status: 400 })
  const done = await act(request, { userId, fields })
  const t = translatorFor(await readerLanguage(request))
  const refuse = (problem: { field?: string; text: string }, status: number) =>
    data({ codes: null, intent, problems: [problem], values: {} }, { status })
  if (isRefusal(done)) return refuse({ field: fieldOf(intent, done), text: refusalText(t, done) }, 400)
  if ('minutes' in done) return refuse({ text: t('form.wait', { count: done.minutes }) }, 429)
  return data({ codes: done.codes, intent, problems: [], values: {} })
}

/** Two forms of the page have the same fields: each has its own ids. */
function fieldOf(intent: string, { field }: Refusal): string | undefined {
  return field && `${field}-${intent}`
}

export default function SecondFactor() {
  const { t } = useTranslation()
  const { email, isRequired, on, secret } = useLoaderData<typeof loader>()
  const answer = useAnswer<typeof action>()
  const refused = answer && answer.problems.length > 0 ? answer : undefined
  if (answer?.codes) return <RecoveryCodes codes={answer.codes} />
  return (
    <Read>
      <PageHead title={t('pages.secondFactor')} lead={t('account.twoStep.lead')} />
      {isRequired && !on && <Note tone="waiting" title={t('account.twoStep.required')} />}
      {on && <SwitchedOn on={on} email={email} refused={refused} />}
      {!on && secret && <SetUp secret={secret} refused={refused} />}
      {!on && !secret && <Begin email={email} refused={refused} />}
    </Read>
  )
}
