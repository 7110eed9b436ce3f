import { Form, Link, NavLink, useLocation } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type AdminT, useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Button } from '#app/kernel/ui/forms/button.tsx'

const HOME = '/admin-panel'

const GROUPS = [
  { name: 'home', pages: ['overview'] },
  { name: 'trades', pages: ['lists', 'escrows', 'disputes'] },
  { name: 'money', pages: ['cases', 'payouts', 'outgoing', 'books'] },
  { name: 'people', pages: ['screening', 'resellers', 'operators'] },
  { name: 'kept', pages: ['records', 'audit', 'figures'] },
] as const

type Page = (typeof GROUPS)[number]['pages'][number]

const pathOf = (page: Page) => (page === 'overview' ? HOME : `${HOME}/${page}`)

/** Pages get a name of their own here when their title is too long for a row, or too vague beside the others. */
function nameOf(page: Page, { t, common }: { t: AdminT; common: TFunction }): string {
  switch (page) {
    case 'overview':
    case 'escrows':
    case 'cases':
    case 'payouts':
    case 'outgoing':
    case 'records':
      return t(`nav.${page}`)
    case 'lists':
      return common('pages.deskLists')
    default:
      return common(`pages.${page}`)
  }
}

/** The pages of the Admin Panel: a row where there is room, otherwise a menu. The overview has the search box. */
export function AdminNav() {
  const { pathname } = useLocation()
  const t = useAdmin()
  const isOverview = pathname === HOME
  return (
    <div className="deskbar no-print">
      <nav className="deskbar__nav" aria-label={t('nav.label')}>
        <FoldedPages pathname={pathname} />
        <PageTabs />
      </nav>
      {isOverview && <FindAnything />}
    </div>
  )
}

function PageTabs() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  return (
    <div className="tabs tabs--desk">
      <ul>
        {GROUPS.flatMap(({ pages }) => pages).map((page: Page) => (
          <li key={page}>
            <NavLink to={pathOf(page)} end={page === 'overview'}>
              {nameOf(page, { t, common })}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The key closes the menu when another page opens. */
function FoldedPages({ pathname }: { pathname: string }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const isHere = (page: Page) =>
    page === 'overview' ? pathname === HOME : `${pathname}/`.startsWith(`${pathOf(page)}/`)
  const here = GROUPS.flatMap(({ pages }) => pages).find((page: Page) => isHere(page))
  return (
    <details className="deskbar__fold" key={pathname}>
      <summary>{here ? nameOf(here, { t, common }) : t('nav.label')}</summary>
      <div className="deskbar__pages">
        {GROUPS.map(({ name, pages }) => (
          <div key={name}>
            {name !== 'home' && <h2>{t(`nav.group.${name}`)}</h2>}
            <ul>
              {pages.map((page: Page) => (
                <li key={page}>
                  <Link to={pathOf(page)} aria-current={isHere(page) ? 'page' : undefined}>
                    {nameOf(page, { t, common })}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </details>
  )
}

function FindAnything() {
  const t = useAdmin()
  return (
    <Form method="get" action="/admin-panel/lists" className="deskbar__find" role="search">
      <label className="vh" htmlFor="find-anything">
        {t('lists.search')}: {t('lists.searchHint')}
      </label>
      <input
        className="in"
        id="find-anything"
        name="q"
        type="search"
        placeholder={t('nav.find')}
        autoComplete="off"
        spellCheck={false}
      />
      <Button look="line" icon="find">
        <span className="vh">{t('escrow.go')}</span>
      </Button>
    </Form>
  )
}
