import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { recordAccess } from '#app/accounts/web/access-records.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { listRecords, readRecordsFilter, type TypedRecords } from '#app/admin/queries/records.server.ts'
import { pathWith } from '#app/admin/routes/panel/list-path.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { EmptyState } from '#app/kernel/ui/page/empty-state.tsx'
import { PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { roughPlaceIn } from '#app/kernel/web/http/client-address.ts'
import { deps } from '#app/runtime.server.ts'
import { RecordsFilter } from './filter-form.tsx'
import { RecordRow } from './record-row.tsx'

export const handle: PageHandle = { title: 'pages.accessRecords' }

const PATH = '/admin-panel/records'
/** In characters, longer than any address or ID. */
const LONGEST_TYPED = 300

/** Although it is a GET, it writes one thing: an access record says who looked, and at whose records. */
export async function loader({ request }: LoaderFunctionArgs) {
  const operator = await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const typedIn = (field: string) =>
    (query.get(field) ?? '')
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, LONGEST_TYPED)
  const typed: TypedRecords = {
    email: typedIn('email'),
    txid: typedIn('txid'),
    place: roughPlaceIn(typedIn('place')),
    kind: typedIn('kind'),
    from: typedIn('from'),
    to: typedIn('to'),
  }
  const read = await readRecordsFilter(deps.db, typed)
  if ('problems' in read) return { typed, problems: read.problems, list: null, isFirst: true }
  const { userId, escrowId } = read.filter
  const subject = userId === null ? '' : `account ${userId}`
  await recordAccess(request, { kind: 'records_read', userId: operator.id, subject, escrowId })
  const after = typedIn('after')
  const list = await listRecords(deps.db, { filter: read.filter, after })
  return { typed, problems: [], list, isFirst: after === '' }
}

/** The same query from another cursor. */
function pathOf(typed: TypedRecords, after: string | null): string {
  return pathWith(PATH, { ...typed, after: after ?? '' })
}

export default function AccessRecords() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { typed, problems, list, isFirst } = useLoaderData<typeof loader>()
  const said = problems.map(({ field, why }) => ({
    field,
    text: why === 'noEscrow' ? common('refusal.escrow_not_found') : t(`records.${why}`),
  }))
  return (
    <>
      <PageHead title={common('pages.accessRecords')} lead={t('records.lead')} />
      <ErrorSummary problems={said} />
      {/* Another URL of this page, reached by a link, must show its own filter. */}
      <RecordsFilter key={pathOf(typed, null)} typed={typed} problems={said} />
      {list?.rows.length === 0 && <EmptyState title={t('lists.empty')} text={t('records.emptyText')} />}
      {list && list.rows.length > 0 && (
        <Sheet>
          <ul className="payments records">
            {list.rows.map((row) => (
              <RecordRow key={row.id} row={row} />
            ))}
          </ul>
        </Sheet>
      )}
      {list && (!isFirst || list.next) && (
        <nav className="pager no-print" aria-label={t('paging.pages')}>
          {!isFirst && <Link to={pathOf(typed, null)}>{t('records.newest')}</Link>}
          {list.next && (
            <Link to={pathOf(typed, list.next)} rel="next">
              {common('paging.next')}
            </Link>
          )}
        </nav>
      )}
    </>
  )
}
