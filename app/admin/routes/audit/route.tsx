import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readAdminAction } from '#app/accounts/web/admin-action.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { loadAudit } from '#app/admin/queries/audit.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { formatDecimal } from '#app/kernel/i18n/format.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { EmptyState } from '#app/kernel/ui/page/empty-state.tsx'
import { AdminFrame, PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { EXPORT_PROBLEMS, typedExport } from '#app/records/audit/web/export-request.ts'
import { askForCheck } from '#app/records/audit/workflows/check-chain.server.ts'
import { deps } from '#app/runtime.server.ts'
import { Checks } from './checks.tsx'
import { ExportForms } from './export-forms.tsx'

export const handle: PageHandle = { title: 'pages.audit' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const problem = EXPORT_PROBLEMS.find((known) => known === query.get('problem')) ?? null
  const field = ['txid', 'from', 'to'].find((known) => known === query.get('field')) ?? null
  return {
    log: await loadAudit(deps.db),
    typed: typedExport(query),
    problem: problem && field && { field, why: problem },
    wasAsked: query.has('asked'),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const act = await readAdminAction(request)
  if ('operator' in act) await askForCheck(deps, { operatorId: act.operator.id })
  return redirect('/admin-panel/audit?asked=1', 303)
}

export default function Audit() {
  const { t: common, i18n } = useTranslation()
  const t = useAdmin()
  const { log, typed, problem, wasAsked } = useLoaderData<typeof loader>()
  const isBusy = useNavigation().state !== 'idle'
  const { sealed, waiting, checks } = log
  const count = (value: number) => formatDecimal(String(value), i18n.language, 0)
  const problems = problem
    ? [
        {
          field: problem.field,
          text:
            problem.why === 'noEscrow'
              ? common('refusal.escrow_not_found')
              : t(problem.why === 'noDay' ? 'records.noDay' : 'audit.badDays'),
        },
      ]
    : []
  const items: Fact[] = [
    { label: t('audit.events'), value: count(sealed?.events ?? 0) },
    { label: t('audit.waiting'), value: count(waiting) },
    ...(sealed ? [{ label: t('audit.sealedAt'), value: <Moment at={sealed.at} /> }] : []),
  ]
  return (
    <>
      <PageHead
        title={common('pages.audit')}
        actions={
          <Form method="post">
            <Button look="line" size="small" disabled={isBusy}>
              {t('audit.check')}
            </Button>
          </Form>
        }
      />
      <ErrorSummary problems={problems} />
      {wasAsked && (
        <Note tone="good" role="status">
          <p>{t('audit.asked')}</p>
        </Note>
      )}
      <AdminFrame aside={<Checks checks={checks} />}>
        {sealed ? (
          <Sheet title={t('audit.sealed')}>
            <Facts items={items} />
            <h3>{t('audit.root')}</h3>
            <p>
              <Code value={sealed.root} group={8} size="small" shape="even" />
            </p>
            <p>
              <CopyButton value={`${sealed.events}:${sealed.root}`} what={t('audit.root')} />
            </p>
            <p className="small muted">{t('audit.rootHint')}</p>
          </Sheet>
        ) : (
          <EmptyState title={t('audit.never')} />
        )}
        <ExportForms typed={typed} problems={problems} />
      </AdminFrame>
    </>
  )
}
