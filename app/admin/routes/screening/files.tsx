import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readAdminAction } from '#app/accounts/web/admin-action.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { type ListFileView, loadWaitingFiles } from '#app/admin/queries/screening/files.server.ts'
import { ReasonField } from '#app/admin/routes/forms/reason-field.tsx'
import { SureBefore } from '#app/admin/routes/forms/sure-before.tsx'
import { CodeWantedPage } from '#app/admin/routes/panel/code-wanted.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { formatDecimal } from '#app/kernel/i18n/format.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { EmptyState } from '#app/kernel/ui/page/empty-state.tsx'
import { Actions, PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { CopyRow, InlineCode } from '#app/kernel/ui/text/code.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { deps } from '#app/runtime.server.ts'
import { acceptFile, weighFile } from '#app/screening/workflows/accept-file.server.ts'

export const handle: PageHandle = { title: 'pages.screening' }

const PAGE = '/admin-panel/screening/files'
const DONE = ['accepted', 'wanted'] as const
const DONE_WORDS = { accepted: 'screening.files.taken', wanted: 'screening.sure.two' } as const

export async function loader({ request }: LoaderFunctionArgs) {
  const operator = await requireAdmin(request)
  const said = new URL(request.url).searchParams.get('done')
  const files = await loadWaitingFiles(deps.db, operator.id)
  return { files, done: DONE.find((known) => known === said) ?? null }
}

export async function action({ request }: ActionFunctionArgs) {
  const act = await readAdminAction(request)
  if ('codeWanted' in act) return act
  const { operator, fields } = act
  const typed = { file: fields.get('file'), reason: fields.get('reason') }
  const said = { fileId: typed.file, operatorId: operator.id, reason: typed.reason }
  const refused = (refusal: Refusal) => data({ refusal, typed, sure: null }, { status: 400 })
  if (fields.get('sure') === 'back') return data({ refusal: null, typed, sure: null })
  if (fields.get('sure') !== 'yes') {
    const weighed = await weighFile(deps, said)
    if (isRefusal(weighed)) return refused(weighed)
    const file = (await loadWaitingFiles(deps.db, operator.id)).find(({ id }) => id === typed.file) ?? null
    return data({ refusal: null, typed, sure: file && { ...weighed, file } })
  }
  const accepted = await acceptFile(deps, said)
  return isRefusal(accepted) ? refused(accepted) : redirect(`${PAGE}?done=${accepted.is}`, 303)
}

export default function FilesNotTaken() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { files, done } = useLoaderData<typeof loader>()
  const acted = useAnswer<typeof action>()
  if (acted && 'codeWanted' in acted) return <CodeWantedPage wanted={acted.codeWanted} />
  if (acted?.sure) return <SureBeforeAccepting sure={acted.sure} reason={acted.typed.reason} />
  const text = acted?.refusal ? refusalText(common, acted.refusal) : null
  const isHere = files.some(({ id }) => id === acted?.typed.file)
  const field = isHere && acted?.refusal?.field ? `reason-${acted.typed.file}` : undefined
  return (
    <>
      <PageHead title={t('screening.files.title')} lead={t('screening.files.lead')} />
      {text && <ErrorSummary problems={[{ text, ...(field && { field }) }]} />}
      {done && !text && <Note tone="good" role="status" title={t(DONE_WORDS[done])} />}
      {files.length === 0 ? (
        <EmptyState title={t('lists.empty')} />
      ) : (
        <ul className="matters">
          {files.map((file) => (
            <File
              key={file.id}
              file={file}
              typed={acted?.typed.file === file.id ? { reason: acted.typed.reason, error: field ? text : null } : null}
            />
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

/** Asks for confirmation, with the counts and the hash, before people are compared with fewer entries. */
function SureBeforeAccepting({
  sure: { file, counts },
  reason,
}: {
  sure: { file: ListFileView; counts: boolean }
  reason: string
}) {
  const t = useAdmin()
  return (
    <SureBefore
      title={t('screening.files.accept')}
      text={t('screening.files.acceptText')}
      warning={!counts && t('screening.sure.two')}
      facts={[{ label: t('screening.facts.list'), value: file.list }, ...useFacts(file)]}
      fields={[
        ['file', file.id],
        ['reason', reason],
      ]}
    />
  )
}

/** Facts about the file; its list is named beside them. */
function useFacts({ sha256, entries, names, before, publishedAt }: ListFileView): Fact[] {
  const { i18n } = useTranslation()
  const t = useAdmin()
  const count = (value: number) => formatDecimal(String(value), i18n.language, 0)
  const inForce = (value: number | undefined) =>
    value !== undefined && t('screening.files.inForce', { number: count(value) })
  const facts: (Fact | false)[] = [
    publishedAt !== null && { label: t('screening.facts.published'), value: publishedAt },
    { label: t('screening.files.entries'), value: count(entries), detail: inForce(before?.entries) },
    { label: t('screening.files.names'), value: count(names), detail: inForce(before?.names) },
    { label: 'SHA-256', value: <CopyRow value={sha256} what="SHA-256" /> },
  ]
  return facts.filter((fact) => fact !== false)
}

type FileProps = { file: ListFileView; typed: { reason: string; error: string | null } | null }

function File({ file, typed }: FileProps) {
  const t = useAdmin()
  const isBusy = useNavigation().state !== 'idle'
  const { id, list, wanted, state, fetchedAt, address } = file
  const facts = useFacts(file)
  return (
    <li className="sheet matter">
      <header>
        <h2>{list}</h2>
      </header>
      <div className="sheet__in matter__in">
        <div>
          <Facts
            items={[
              ...facts,
              {
                label: t('screening.facts.read'),
                value: <Moment at={fetchedAt} />,
                detail: <InlineCode size="small">{address}</InlineCode>,
              },
            ]}
          />
        </div>
        <div>
          {wanted && (
            <>
              <p>
                {t('screening.files.wanted', { name: wanted.by })}
                <Gap />
                {t('screening.sure.two')}
              </p>
              <p className="said">{wanted.reason}</p>
            </>
          )}
          {state === 'own' && <p className="small muted">{t('screening.own')}</p>}
          {state === 'taken' && <p>{t('screening.files.taken')}</p>}
          {state === 'open' && (
            <Form method="post" className="matter__close">
              <input type="hidden" name="file" value={id} />
              <ReasonField
                name="reason"
                id={`reason-${id}`}
                rows={2}
                error={typed?.error ?? null}
                defaultValue={typed?.reason}
                aria-required
              />
              <Actions after>
                <Button disabled={isBusy}>{t(isBusy ? 'decide.working' : 'screening.files.accept')}</Button>
              </Actions>
            </Form>
          )}
        </div>
      </div>
    </li>
  )
}
