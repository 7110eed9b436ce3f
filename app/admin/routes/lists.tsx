import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { LONGEST_SOUGHT } from '#app/admin/domain/sought.ts'
import { searchAdmin } from '#app/admin/queries/lists/search.server.ts'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { deps } from '#app/runtime.server.ts'
import { ListTabs } from './list/list-tabs.tsx'
import { SearchForm } from './list/search-form.tsx'
import { nameOfList } from './list/words.ts'
import { useAdmin } from './panel/words.tsx'

export const handle: PageHandle = { title: 'pages.deskLists' }

/** The search box redirects to the match when there is only one. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const typed = (new URL(request.url).searchParams.get('q') ?? '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, LONGEST_SOUGHT + 1)
  if (typed === '') return { typed, lists: [], nothing: null }
  const found = await searchAdmin(deps.db, typed)
  if ('to' in found) throw redirect(found.to)
  return 'lists' in found ? { typed, lists: found.lists, nothing: null } : { typed, lists: [], nothing: found.nothing }
}

export default function AdminLists() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { typed, lists, nothing } = useLoaderData<typeof loader>()
  const problem = nothing && t(`lists.${nothing}`)
  return (
    <>
      <PageHead title={common('pages.deskLists')} />
      {problem && <ErrorSummary problems={[{ field: 'q', text: problem }]} />}
      <SearchForm typed={typed} error={problem} />
      {lists.length > 0 && (
        <Sheet title={t('lists.found')}>
          <ul className="found">
            {lists.map((list) => (
              <li key={list}>
                <Link to={`/admin-panel/lists/${list}?${new URLSearchParams({ q: typed })}`}>
                  {nameOfList(list, t)}
                </Link>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
      <ListTabs here={null} />
    </>
  )
}
