import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readAdminAction } from '#app/accounts/web/admin-action.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { adminActionIn, LONGEST_REASON } from '#app/admin/domain/admin-action.ts'
import { loadActionSubject } from '#app/admin/queries/admin-action.server.ts'
import { CodeWantedPage } from '#app/admin/routes/panel/code-wanted.tsx'
import { performAction } from '#app/admin/workflows/perform-action.server.ts'
import { subjectOfEmail } from '#app/admin/workflows/subject-of-email.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { deps } from '#app/runtime.server.ts'
import { ActionPageForm, SureBeforeAction } from './action-page.tsx'

export const handle: PageHandle = { title: 'nav.adminPanel' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return loadAction(params)
}

async function loadAction({ act: named, subjectId: id = '' }: LoaderFunctionArgs['params']) {
  const act = adminActionIn(named)
  const on = act && (await loadActionSubject(deps.db, { act, id }))
  if (!act || !on) throw new Response(null, { status: 404 })
  return { act, on, subject: on.on === 'letter' ? await subjectOfEmail(deps, id) : null }
}

/** The first post asks for confirmation; the confirmed one performs the action. */
export async function action({ request, params }: ActionFunctionArgs) {
  const read = await readAdminAction(request)
  if ('codeWanted' in read) return read
  const { act, on } = await loadAction(params)
  const typed = readTypedAction(read.fields)
  if (!typed.isSure) {
    const problem = problemOf(act, typed)
    return problem ? refused(typed, problem) : data({ asked: typed, refusal: null, typed: null })
  }
  const asked = { act, subjectId: params.subjectId ?? '', operatorId: read.operator.id, ...typed }
  const done = await performAction(deps, asked)
  if (isRefusal(done)) return refused(typed, done)
  const back = new URL(on.back, request.url)
  // Of a letter the address may be another one now.
  back.searchParams.set('done', done === 'already' ? 'already' : act)
  return redirect(back.pathname + back.search, 303)
}

export type TypedAction = { reason: string; email: string; seen: number; isSure: boolean }

function readTypedAction(fields: FormFields): TypedAction {
  return {
    reason: fields.get('reason').slice(0, LONGEST_REASON),
    email: fields.get('email'),
    seen: Number.parseInt(fields.get('seen'), 10) || 0,
    isSure: fields.get('sure') === 'yes',
  }
}

function problemOf(act: string, { reason, email }: TypedAction): Refusal | null {
  if (act === 'correct_address' && email === '') return refuse('email_invalid', { field: 'email' })
  return reason === '' ? refuse('act_reason_required', { field: 'reason' }) : null
}

function refused(typed: TypedAction, refusal: Refusal) {
  return data({ asked: null, refusal, typed }, { status: 400 })
}

export default function AdminActionPage() {
  const page = useLoaderData<typeof loader>()
  const acted = useAnswer<typeof action>()
  if (acted && 'codeWanted' in acted) return <CodeWantedPage wanted={acted.codeWanted} />
  if (acted?.asked) return <SureBeforeAction page={page} asked={acted.asked} />
  return <ActionPageForm page={page} refusal={acted?.refusal ?? null} typed={acted?.typed ?? null} />
}
