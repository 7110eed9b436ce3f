import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { LONGEST_NAME } from '#app/domain/kernel/words/person-name.ts'
import { refusalText } from '#app/i18n/kernel/refusal-text.ts'
import { loadOwnList, type OwnEntry } from '#app/queries/desk/desk-screening.server.ts'
import { CodeWantedPage } from '#app/routes/desk/panel/code-wanted.tsx'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { deps } from '#app/runtime.server.ts'
import { Button, ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { ErrorSummary } from '#app/ui/kernel/forms/error-summary.tsx'
import { Field, TextArea } from '#app/ui/kernel/forms/field.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Actions, PageHead } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { Comma } from '#app/ui/kernel/text/between.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import { Moment } from '#app/ui/kernel/text/moment.tsx'
import { readDeskAct } from '#app/web/accounts/desk-act.server.ts'
import { requireAdmin } from '#app/web/accounts/viewer.server.ts'
import { blockOwn, endOwn } from '#app/workflows/screening/own-list.server.ts'

export const handle: PageHandle = { title: 'pages.screening' }

const PAGE = '/admin-panel/screening/own'
const DONE = ['added', 'ended'] as const

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const said = new URL(request.url).searchParams.get('done')
  return { entries: await loadOwnList(deps.db), done: DONE.find((known) => known === said) ?? null }
}

export async function action({ request }: ActionFunctionArgs) {
  const act = await readDeskAct(request)
  if ('codeWanted' in act) return act
  const { operator, fields } = act
  if (fields.get('intent') === 'end') {
    await endOwn(deps, { operatorId: operator.id, sourceId: fields.get('entry') })
    return redirect(`${PAGE}?done=ended`, 303)
  }
  const typed = { name: fields.get('name'), wallet: fields.get('wallet'), reason: fields.get('reason') }
  const refusal = await blockOwn(deps, { operatorId: operator.id, ...typed })
  return refusal ? data({ refusal, typed }, { status: 400 }) : redirect(`${PAGE}?done=added`, 303)
}

export default function OwnList() {
  const { t: common } = useTranslation()
  const t = useDesk()
  const { entries, done } = useLoaderData<typeof loader>()
  const acted = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  if (acted && 'codeWanted' in acted) return <CodeWantedPage wanted={acted.codeWanted} />
  const text = acted ? refusalText(common, acted.refusal) : null
  const error = (field: string) => (acted?.refusal.field === field ? text : null)
  return (
    <>
      <PageHead title={t('screening.ownList.title')} lead={t('screening.ownList.lead')} />
      {acted && text && <ErrorSummary problems={[{ text, field: acted.refusal.field }]} />}
      {done && !text && <Note tone="good" role="status" title={t(`screening.ownList.${done}`)} />}
      <Form method="post" className="sheet" key={done === 'added' ? entries[0]?.sourceId : 'form'}>
        <div className="part">
          <Field
            name="name"
            label={t('screening.ownList.name')}
            error={error('name')}
            defaultValue={acted?.typed.name}
            maxLength={LONGEST_NAME}
            autoComplete="off"
          />
          <Field
            name="wallet"
            label={t('screening.ownList.wallet')}
            hint={t('screening.ownList.walletHint')}
            error={error('wallet')}
            defaultValue={acted?.typed.wallet}
            code
          />
          <TextArea
            name="reason"
            rows={2}
            label={t('screening.ownList.reason')}
            error={error('reason')}
            defaultValue={acted?.typed.reason}
          />
          <Actions after>
            <Button disabled={isBusy}>{t(isBusy ? 'screening.ownList.adding' : 'screening.ownList.add')}</Button>
          </Actions>
        </div>
      </Form>
      {entries.length === 0 ? (
        <p className="muted">{t('screening.ownList.none')}</p>
      ) : (
        <ul className="matters">
          {entries.map((entry) => (
            <Entry key={entry.sourceId} entry={entry} isBusy={isBusy} />
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

function Entry({ entry: { sourceId, name, wallet, reason, by, since }, isBusy }: { entry: OwnEntry; isBusy: boolean }) {
  const t = useDesk()
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
          <p className="small muted">
            <bdi>{by}</bdi>
            <Comma />
            <Moment at={since} />
          </p>
        </div>
        <Form method="post">
          <input type="hidden" name="intent" value="end" />
          <input type="hidden" name="entry" value={sourceId} />
          <Button look="line" disabled={isBusy}>
            {t('screening.ownList.end')}
          </Button>
        </Form>
      </div>
    </li>
  )
}
