import type { ParseKeys } from 'i18next'
import type { Viewer } from '#app/accounts/domain/viewer.ts'

export type NavigationLink = { to: string; label: ParseKeys<'common'> }

const DASHBOARD: NavigationLink = { to: '/dashboard', label: 'nav.dashboard' }

export const HELP: NavigationLink[] = [
  { to: '/instructions', label: 'nav.instructions' },
  { to: '/faq', label: 'nav.faq' },
  { to: '/contact', label: 'nav.contact' },
]

/** The same, and what a visitor's header has no room for. */
export const ALL_HELP: NavigationLink[] = [...HELP, { to: '/wallets', label: 'pages.wallets' }]

/** The menu of each role (spec §2 and §6). It only shows what the server enforces. */
export function navigationFor(viewer: Viewer | null): NavigationLink[] {
  switch (viewer?.role) {
    case undefined:
      return [{ to: '/freight-forwarders', label: 'nav.freight' }, ...HELP]
    case 'buyer':
      return [DASHBOARD, submitLink(viewer), { to: '/transaction-lookup', label: 'nav.lookup' }]
    case 'seller':
      return [DASHBOARD, { to: '/seller-confirm', label: 'nav.sellerConfirm' }]
    case 'admin':
      return [{ to: '/admin-panel', label: 'nav.adminPanel' }]
    case null:
      return [DASHBOARD, ...HELP]
  }
}

/** The same, and what the header has no room for: help, and the own account. */
export function phoneMenuFor(viewer: Viewer | null): NavigationLink[] {
  const links = navigationFor(viewer)
  const more = viewer ? [...ALL_HELP, { to: '/settings', label: 'nav.account' } as const] : ALL_HELP
  return [...links, ...more.filter(({ to }) => links.every((link) => link.to !== to))]
}

/** Submit Transaction leads to the form if the person may open an escrow, else to the fee (product.md §5). */
export function submitLink(viewer: Pick<Viewer, 'canSubmit'>): NavigationLink {
  return { to: viewer.canSubmit ? '/submit' : '/payment', label: 'nav.submit' }
}
