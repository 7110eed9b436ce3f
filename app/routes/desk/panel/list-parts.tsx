import { Link } from '@remix-run/react'
import type { ListPage } from '#app/queries/desk/desk-page.ts'
import { useDesk } from './words.tsx'

type TabsProps = { label: string; tabs: { to: string; label: string; isHere: boolean }[] }

/** Two halves of a list, as links. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="tabs no-print" aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link to={tab.to} aria-current={tab.isHere ? 'page' : undefined}>
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type PagerProps = { list: Pick<ListPage<unknown>, 'page' | 'hasMore'>; pathOf: (page: number) => string }

/** The ways to the next page of a list and back; nothing for a list of one page. */
export function Pager({ list: { page, hasMore }, pathOf }: PagerProps) {
  const t = useDesk()
  if (page === 1 && !hasMore) return null
  return (
    <nav className="pager no-print" aria-label={t('paging.pages')}>
      {page > 1 && (
        <Link to={pathOf(page - 1)} rel="prev">
          {t('paging.previous')}
        </Link>
      )}
      <span className="muted">{t('paging.page', { page })}</span>
      {hasMore && (
        <Link to={pathOf(page + 1)} rel="next">
          {t('paging.next')}
        </Link>
      )}
    </nav>
  )
}
