import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { listNameIn, MOST_ROWS_OF_FILE } from '#app/admin/domain/lists.ts'
import { loadList, readListFilter, typedFilter } from '#app/admin/queries/lists/admin-list.server.ts'
import { DoneNote } from '#app/admin/routes/panel/done-note.tsx'
import { pathWith, placeIn } from '#app/admin/routes/panel/list-path.ts'
import { adminNetwork } from '#app/admin/routes/panel/networks.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { formatDecimal } from '#app/kernel/i18n/format.ts'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { EmptyState } from '#app/kernel/ui/page/empty-state.tsx'
import { PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Pager } from '#app/kernel/ui/page/pager.tsx'
import { deps } from '#app/runtime.server.ts'
import { ListFilterForm } from './filter-form.tsx'
import { ListTable } from './list-table.tsx'
import { ListTabs } from './list-tabs.tsx'
import { nameOfList } from './words.ts'

export const handle: PageHandle = { title: 'pages.deskLists' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const list = listNameIn(params.list)
  if (!list) throw new Response(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const typed = typedFilter(query)
  const { filter, problems } = readListFilter(list, typed)
  if (problems) return data({ list, typed, problems, page: null, done: null })
  const place = placeIn(query)
  const page = await loadList(deps.db, { list, filter, place, networks: adminNetwork() })
  // The rows behind this cursor are gone.
  if (page.rows.length === 0 && place) throw redirect(pathWith(`/admin-panel/lists/${list}`, typed))
  return data({ list, typed, problems: [], page, done: query.get('done') })
}

export default function AdminList() {
  const { i18n } = useTranslation()
  const t = useAdmin()
  const { list, typed, problems: found, page, done } = useLoaderData<typeof loader>()
  const path = `/admin-panel/lists/${list}`
  const problems = found.map(({ field, why }) => ({
    field,
    text: t(why === 'nothing' ? 'lists.unread' : 'records.noDay'),
  }))
  return (
    <>
      <PageHead title={nameOfList(list, t)} />
      <DoneNote done={done} />
      <ListTabs here={list} />
      <ErrorSummary problems={problems} />
      <ListFilterForm
        key={JSON.stringify([list, typed])}
        list={list}
        typed={typed}
        problems={problems}
        csvPath={pathWith(`${path}/csv`, typed)}
        most={formatDecimal(String(MOST_ROWS_OF_FILE), i18n.language, 0)}
      />
      {page && page.rows.length === 0 && <EmptyState title={t('lists.empty')} text={t('lists.emptyText')} />}
      {page && page.rows.length > 0 && (
        <Sheet>
          <ListTable list={list} rows={page.rows} />
        </Sheet>
      )}
      {page && (
        <Pager list={page} label={t('paging.pages')} pathOf={(place) => pathWith(path, { ...typed, ...place })} />
      )}
    </>
  )
}
