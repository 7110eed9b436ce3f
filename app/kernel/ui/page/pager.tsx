import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { ListPage } from '#app/kernel/domain/paging/list-place.ts'

type PagerProps = {
  list: Pick<ListPage<unknown>, 'previous' | 'next'>
  /** Which list it is, for screen readers. */
  label: string
  /** The page's address with these parameters. */
  pathOf: (place: Record<string, string>) => string
}

/** Links to the next page of a list and back; nothing for a list of one page. */
export function Pager({ list: { previous, next }, label, pathOf }: PagerProps) {
  const { t } = useTranslation()
  if (!previous && !next) return null
  return (
    <nav className="pager no-print" aria-label={label}>
      {previous && (
        <Link to={pathOf(previous)} rel="prev">
          {t('paging.previous')}
        </Link>
      )}
      {next && (
        <Link to={pathOf(next)} rel="next">
          {t('paging.next')}
        </Link>
      )}
    </nav>
  )
}
