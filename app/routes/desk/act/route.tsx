import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { deskActIn, LONGEST_REASON } from '#app/domain/desk/desk-act.ts'
import { isRefusal, type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { loadActSubject } from '#app/queries/desk/desk-act.server.ts'
import { CodeWantedPage } from '#app/routes/desk/panel/code-wanted.tsx'
import { deps } from '#app/runtime.server.ts'
import { useAnswer } from '#app/ui/kernel/forms/use-answer.ts'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { readDeskAct } from '#app/web/accounts/desk-act.server.ts'
import { requireAdmin } from '#app/web/accounts/viewer.server.ts'
import type { FormFields } from '#app/web/kernel/forms/form-fields.ts'
import { performAct } from '#app/workflows/desk/perform-act.server.ts'
import { subjectOfLetter } from '#app/workflows/desk/subject-of-letter.server.ts'
import { ActForm, SureBeforeAct } from './act-page.tsx'

export const handle: PageHandle = { title: 'nav.adminPanel' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return loadAct(params)
}

async function loadAct({ act: named, subjectId: id = '' }: LoaderFunctionArgs['params']) {
  const act = deskActIn(named)
  const on = act && (await loadActSubject(deps.db, { act, id }))
  if (!act || !on) throw new Response(null, { status: 404 })
  return { act, on, subject: on.on === 'letter' ? await subjectOfLetter(deps, id) : null }
}

/** First asks once more; does it when that was answered. */
export async function action({ request, params }: ActionFunctionArgs) {
  const read = await readDeskAct(request)
  if ('codeWanted' in read) return read
  const { act, on } = await loadAct(params)
  const typed = readTyped(read.fields)
  if (!typed.isSure) {
    const problem = problemOf(act, typed)
    return problem ? refused(typed, problem) : data({ asked: typed, refusal: null, typed: null })
  }
  const asked = { act, subjectId: params.subjectId ?? '', operatorId: read.operator.id, ...typed }
  const done = await performAct(deps, asked)
  if (isRefusal(done)) return refused(typed, done)
  const back = new URL(on.back, request.url)
  // Of a letter the address may be another one now.
  back.searchParams.set('done', done === 'already' ? 'already' : act)
  return redirect(back.pathname + back.search, 303)
}

export type TypedAct = { reason: string; email: string; seen: number; isSure: boolean }

function readTyped(fields: FormFields): TypedAct {
  return {
    reason: fields.get('reason').slice(0, LONGEST_REASON),
    email: fields.get('email'),
    seen: Number.parseInt(fields.get('seen'), 10) || 0,
    isSure: fields.get('sure') === 'yes',
  }
}

function problemOf(act: string, { reason, email }: TypedAct): Refusal | null {
  if (act === 'correct_address' && email === '') return refuse('email_invalid', { field: 'email' })
  return reason === '' ? refuse('act_reason_required', { field: 'reason' }) : null
}

/** What was typed comes back with the refusal. */
function refused(typed: TypedAct, refusal: Refusal) {
  return data({ asked: null, refusal, typed }, { status: 400 })
}

export default function DeskActPage() {
  const page = useLoaderData<typeof loader>()
  const acted = useAnswer<typeof action>()
  if (acted && 'codeWanted' in acted) return <CodeWantedPage wanted={acted.codeWanted} />
  if (acted?.asked) return <SureBeforeAct page={page} asked={acted.asked} />
  return <ActForm page={page} refusal={acted?.refusal ?? null} typed={acted?.typed ?? null} />
}
