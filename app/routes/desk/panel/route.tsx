import type { LoaderFunctionArgs } from '@remix-run/node'
import { NavLink, Outlet, useLoaderData } from '@remix-run/react'
import { wordsOf } from '#app/i18n/languages/i18n.server.ts'
import { readerLanguage } from '#app/web/accounts/reader.server.ts'
import { requireAdmin } from '#app/web/accounts/viewer.server.ts'
import { DeskWords, useDesk } from './words.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return { words: wordsOf(await readerLanguage(request), 'desk') }
}

/** The words stay the same; every page of the desk asks for itself who is there. */
export const shouldRevalidate = () => false

/** The operator's desk: its pages lie beneath each other's links. */
export default function OperatorDesk() {
  const { words } = useLoaderData<typeof loader>()
  return (
    <DeskWords words={words}>
      <DeskNav />
      <Outlet />
    </DeskWords>
  )
}

const PAGES = [
  { to: '/admin-panel', label: 'nav.overview' },
  { to: '/admin-panel/lists', label: 'nav.lists' },
  { to: '/admin-panel/disputes', label: 'nav.disputes' },
  { to: '/admin-panel/cases', label: 'nav.cases' },
  { to: '/admin-panel/books', label: 'nav.books' },
  { to: '/admin-panel/payouts', label: 'nav.payouts' },
  { to: '/admin-panel/screening', label: 'nav.screening' },
  { to: '/admin-panel/outgoing', label: 'nav.outgoing' },
  { to: '/admin-panel/escrows', label: 'nav.escrows' },
  { to: '/admin-panel/resellers', label: 'nav.resellers' },
  { to: '/admin-panel/operators', label: 'nav.operators' },
  { to: '/admin-panel/records', label: 'nav.records' },
  { to: '/admin-panel/audit', label: 'nav.audit' },
  { to: '/admin-panel/figures', label: 'nav.figures' },
] as const

function DeskNav() {
  const t = useDesk()
  return (
    <nav className="tabs tabs--desk no-print" aria-label={t('nav.label')}>
      <ul>
        {PAGES.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end={to === '/admin-panel'}>
              {t(label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
