import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isRefusal, type Refusal } from '#app/domain/kernel/refusal.ts'
import { refusalText } from '#app/i18n/kernel/refusal-text.ts'
import { translatorFor } from '#app/i18n/languages/i18n.server.ts'
import { findTwoStep } from '#app/queries/accounts/own-account.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { useAnswer } from '#app/ui/kernel/forms/use-answer.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { readerLanguage } from '#app/web/accounts/reader.server.ts'
import { requireVisit } from '#app/web/accounts/viewer.server.ts'
import { readFields } from '#app/web/kernel/forms/read-fields.server.ts'
import { assertSameOrigin } from '#app/web/kernel/http/origin.server.ts'
import { drawQr } from '#app/web/references/qr.server.ts'
import { secretBeingSetUp } from '#app/workflows/accounts/second-factor/set-up.server.ts'
import { ACTS } from './acts.server.ts'
import { Begin, SetUp } from './set-up.tsx'
import { RecoveryCodes, SwitchedOn } from './switched-on.tsx'

export const handle: PageHandle = { title: 'pages.secondFactor' }

/** Secrets stand on it: nobody's to keep. */
export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/settings', request)
  const isRequired = viewer.role === 'admin' && config.operatorSecondFactor === 'required'
  const on = await findTwoStep(deps.db, viewer.id)
  const secret = on ? null : await secretBeingSetUp(deps, { userId: viewer.id, email: viewer.email })
  return { email: viewer.email, isRequired, on, secret: secret && { ...secret, drawing: drawQr(secret.link) } }
}

/** Recovery codes stand in the answer itself: no address shows them again. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const { id: userId } = await requireVisit('/settings', request)
  const fields = await readFields(request)
  const intent = fields.get('intent')
  const act = ACTS.get(intent)
  if (!act) throw new Response(null, { status: 400 })
  const done = await act(request, { userId, fields })
  const t = translatorFor(await readerLanguage(request))
  const refuse = (problem: { field?: string; text: string }, status: number) =>
    data({ codes: null, intent, problems: [problem], values: {} }, { status })
  if (isRefusal(done)) return refuse({ field: fieldOf(intent, done), text: refusalText(t, done) }, 400)
  if ('minutes' in done) return refuse({ text: t('form.wait', { count: done.minutes }) }, 429)
  return data({ codes: done.codes, intent, problems: [], values: {} })
}

/** Two forms of the page ask for the same: each has ids of its own. */
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
