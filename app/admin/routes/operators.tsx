import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { loadOperators, type OperatorRow } from '#app/accounts/queries/operator.server.ts'
import { readAdminAction } from '#app/accounts/web/admin-action.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { resetSecondFactor } from '#app/accounts/workflows/second-factor/change.server.ts'
import { ActionForm, actionProblemsOf, type Returned } from '#app/admin/routes/forms/action-form.tsx'
import { ReasonField } from '#app/admin/routes/forms/reason-field.tsx'
import { SureBefore } from '#app/admin/routes/forms/sure-before.tsx'
import { CodeWantedPage } from '#app/admin/routes/panel/code-wanted.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Email } from '#app/kernel/ui/text/email.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { config, deps } from '#app/runtime.server.ts'

export const handle: PageHandle = { title: 'pages.operators' }

export async function loader({ request }: LoaderFunctionArgs) {
  const { id: ownId } = await requireAdmin(request)
  return {
    ownId,
    operators: await loadOperators(deps.db),
    isOffered: config.operatorSecondFactor === 'offered',
    isDone: new URL(request.url).searchParams.has('done'),
  }
}

/** Resets the second factor of another operator who has lost it. */
export async function action({ request }: ActionFunctionArgs) {
  const act = await readAdminAction(request)
  if ('codeWanted' in act) return act
  const { operator, fields } = act
  const [userId, reason] = [fields.get('operator'), fields.get('reason')]
  const lost = (await loadOperators(deps.db)).find(({ id }) => id === userId && id !== operator.id)
  if (!lost) throw new Response(null, { status: 400 })
  const typed = { userId, reason }
  if (reason === '') return data({ typed, isRefused: true, sure: null }, { status: 400 })
  if (fields.get('sure') !== 'yes') {
    const isBack = fields.get('sure') === 'back'
    return data({ typed, isRefused: false, sure: isBack ? null : { name: lost.name, email: lost.email } })
  }
  // Idempotent: repeating it succeeds.
  await resetSecondFactor(deps, { email: lost.email, reason, operatorId: operator.id })
  return redirect('/admin-panel/operators?done=1', 303)
}

export default function Operators() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { operators, ownId, isOffered, isDone } = useLoaderData<typeof loader>()
  const acted = useAnswer<typeof action>()
  if (acted && 'codeWanted' in acted) return <CodeWantedPage wanted={acted.codeWanted} />
  if (acted?.sure) {
    const { name, email } = acted.sure
    return (
      <SureBefore
        title={t('operators.reset')}
        text={t('operators.resetText')}
        facts={[
          { label: common('register.name'), value: <bdi>{name}</bdi> },
          { label: common('login.email'), value: <Email address={email} /> },
        ]}
        fields={[
          ['operator', acted.typed.userId],
          ['reason', acted.typed.reason],
        ]}
      />
    )
  }
  const problems = acted?.isRefused ? [{ field: 'reason', text: t('resellers.problem.reason_missing') }] : []
  const returned = acted ? { form: acted.typed.userId, typed: acted.typed, problems } : null
  return (
    <>
      <PageHead title={common('pages.operators')} />
      <ErrorSummary problems={actionProblemsOf(returned)} />
      {isDone && !acted && <Note tone="good" role="status" title={t('resellers.done')} />}
      {isOffered && <Note tone="attention" title={t('operators.offered')} />}
      <ul className="matters">
        {operators.map((operator) => (
          <Operator key={operator.id} operator={operator} isOwn={operator.id === ownId} returned={returned} />
        ))}
      </ul>
    </>
  )
}

type OperatorProps = { operator: OperatorRow; isOwn: boolean; returned: Returned | null }

function Operator({ operator: { id, name, email, twoStepSince }, isOwn, returned }: OperatorProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  return (
    <li className="sheet">
      <div className="sheet__in">
        <p>
          <b>
            <bdi>{name}</bdi>
          </b>
        </p>
        <p>
          <Email address={email} />
        </p>
        <p className="small muted">
          {common('pages.secondFactor')}{' '}
          {twoStepSince ? (
            <MomentSentence at={twoStepSince} text={(time) => common('account.signIn.on', { time })} />
          ) : (
            common('account.signIn.off')
          )}
        </p>
        {twoStepSince && !isOwn && (
          <ActionForm form={id} summary={t('operators.reset')} look="act" hidden={{ operator: id }} returned={returned}>
            {(field) => (
              <>
                <p>{t('operators.resetText')}</p>
                <ReasonField
                  {...field('reason')}
                  label={t('cases.assign.note')}
                  rows={2}
                  maxLength={500}
                  aria-required
                />
              </>
            )}
          </ActionForm>
        )}
      </div>
    </li>
  )
}
