import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readAdminAction } from '#app/accounts/web/admin-action.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { loadOwnList, type OwnEntry } from '#app/admin/queries/screening/screening.server.ts'
import { ActionForm, actionFieldsOf, actionProblemsOf, type Returned } from '#app/admin/routes/forms/action-form.tsx'
import { ReasonField } from '#app/admin/routes/forms/reason-field.tsx'
import { SureBefore } from '#app/admin/routes/forms/sure-before.tsx'
import { CodeWantedPage } from '#app/admin/routes/panel/code-wanted.tsx'
import { ByAndWhen } from '#app/admin/routes/panel/list-parts.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { LONGEST_NAME } from '#app/kernel/domain/words/person-name.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field, TextArea } from '#app/kernel/ui/forms/field.tsx'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import type { Fact } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Actions, PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { deps } from '#app/runtime.server.ts'
import { blockOwn, endOwn, weighBlock, weighEnd } from '#app/screening/workflows/own-list.server.ts'

export const handle: PageHandle = { title: 'pages.screening' }

const PAGE = '/admin-panel/screening/own'
const DONE = ['added', 'ended'] as const

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const said = new URL(request.url).searchParams.get('done')
  return { entries: await loadOwnList(deps.db), done: DONE.find((known) => known === said) ?? null }
}

export async function action({ request }: ActionFunctionArgs) {
  const act = await readAdminAction(request)
  if ('codeWanted' in act) return act
  const { operator, fields } = act
  const typed = {
    entry: fields.get('intent') === 'end' ? fields.get('entry') : '',
    ...{ name: fields.get('name'), wallet: fields.get('wallet'), reason: fields.get('reason') },
  }
  if (fields.get('sure') === 'back') return data({ refusal: null, typed, sure: null })
  const isSure = fields.get('sure') === 'yes'
  return typed.entry === ''
    ? block(typed, { isSure, operatorId: operator.id })
    : end(typed, { isSure, operatorId: operator.id })
}

type Typed = Record<'entry' | 'name' | 'wallet' | 'reason', string>
type By = { isSure: boolean; operatorId: string }

async function block(typed: Typed, { isSure, operatorId }: By) {
  const { name, wallet, reason } = typed
  const blocked = { name, wallet, reason }
  const refusal = isSure ? await blockOwn(deps, { ...blocked, operatorId }) : await weighBlock(deps, blocked)
  if (refusal) return data({ refusal, typed, sure: null }, { status: 400 })
  return isSure ? redirect(`${PAGE}?done=added`, 303) : data({ refusal: null, typed, sure: { name, wallet } })
}

async function end(typed: Typed, { isSure, operatorId }: By) {
  const ended = { sourceId: typed.entry, reason: typed.reason }
  const answer = isSure ? await endOwn(deps, { ...ended, operatorId }) : await weighEnd(deps, ended)
  if (isRefusal(answer)) return data({ refusal: answer, typed, sure: null }, { status: 400 })
  // Another operator has ended it meanwhile.
  return answer === null ? redirect(`${PAGE}?done=ended`, 303) : data({ refusal: null, typed, sure: answer })
}

export default function OwnList() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { entries, done } = useLoaderData<typeof loader>()
  const acted = useAnswer<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  if (acted && 'codeWanted' in acted) return <CodeWantedPage wanted={acted.codeWanted} />
  if (acted?.sure) return <SureBeforeChange sure={acted.sure} typed={acted.typed} />
  const text = acted?.refusal ? refusalText(common, acted.refusal) : null
  // When ending an entry, every refusal belongs to the reason field.
  const isEnd = acted !== undefined && acted.typed.entry !== ''
  const problem = text === null ? [] : [{ text, field: isEnd ? 'reason' : acted?.refusal?.field }]
  const returned = acted ? { form: acted.typed.entry, typed: acted.typed, problems: problem } : null
  const field = actionFieldsOf('', returned)
  return (
    <>
      <PageHead title={t('screening.ownList.title')} />
      <ErrorSummary problems={actionProblemsOf(returned)} />
      {done && !text && <Note tone="good" role="status" title={t('resellers.done')} />}
      <Form method="post" className="sheet" key={done === 'added' ? entries[0]?.sourceId : 'form'}>
        <div className="part">
          <Field {...field('name')} label={t('screening.facts.name')} maxLength={LONGEST_NAME} autoComplete="off" />
          <Field {...field('wallet')} label={t('screening.wallet')} code />
          <TextArea {...field('reason')} rows={2} label={t('screening.ownList.reason')} />
          <Actions after>
            <Button disabled={isBusy}>{t(isBusy ? 'decide.working' : 'screening.ownList.add')}</Button>
          </Actions>
        </div>
      </Form>
      {entries.length === 0 ? (
        <p className="muted">{t('lists.empty')}</p>
      ) : (
        <ul className="matters">
          {entries.map((entry) => (
            <Entry key={entry.sourceId} entry={entry} returned={returned} />
          ))}
        </ul>
      )}
      <Actions after>
        <ButtonLink look="line" to="/admin-panel/screening">
          {common('pages.screening')}
        </ButtonLink>
      </Actions>
    </>
  )
}

type SureProps = { sure: { name: string; wallet: string }; typed: Typed }

/** Asks for confirmation before an entry puts anybody under review, or stops doing so. */
function SureBeforeChange({ sure: { name, wallet }, typed }: SureProps) {
  const t = useAdmin()
  const isEnd = typed.entry !== ''
  const facts: (Fact | false)[] = [
    name !== '' && { label: t('screening.facts.name'), value: <bdi>{name}</bdi> },
    wallet !== '' && { label: t('screening.wallet'), value: <Code value={wallet} size="small" /> },
  ]
  return (
    <SureBefore
      title={t(isEnd ? 'screening.ownList.end' : 'screening.ownList.add')}
      text={t(isEnd ? 'screening.ownList.endText' : 'screening.ownList.addText')}
      facts={facts.filter((fact) => fact !== false)}
      fields={[['intent', isEnd ? 'end' : 'add'], ...Object.entries(typed)]}
    />
  )
}

type EntryProps = { entry: OwnEntry; returned: Returned | null }

function Entry({ entry: { sourceId, name, wallet, reason, by, since }, returned }: EntryProps) {
  const t = useAdmin()
  return (
    <li className="sheet matter">
      <header>
        <h2>
          <bdi>{name === '' ? t('screening.wallet') : name}</bdi>
        </h2>
      </header>
      <div className="sheet__in matter__in">
        <div>
          {wallet !== '' && <Code value={wallet} size="small" />}
          <p className="said">{reason}</p>
          <ByAndWhen by={by} at={since} />
        </div>
        <ActionForm
          form={sourceId}
          summary={t('screening.ownList.end')}
          look="act"
          hidden={{ intent: 'end', entry: sourceId }}
          returned={returned}
        >
          {(field) => <ReasonField {...field('reason')} rows={2} aria-required />}
        </ActionForm>
      </div>
    </li>
  )
}
