import type { ParseKeys } from 'i18next'
import type { Viewer } from '#app/domain/accounts/viewer.ts'

export type NavigationLink = { to: string; label: ParseKeys<'common'> }

const VISITOR: NavigationLink[] = [
  { to: '/freight-forwarders', label: 'nav.freight' },
  { to: '/instructions', label: 'nav.instructions' },
  { to: '/faq', label: 'nav.faq' },
  { to: '/contact', label: 'nav.contact' },
]

const DASHBOARD: NavigationLink = { to: '/dashboard', label: 'nav.dashboard' }

/** The menu of each role (spec §2 and §6). It only shows what the server enforces. */
export function navigationFor(viewer: Viewer | null): NavigationLink[] {
  switch (viewer?.role) {
    case undefined:
      return VISITOR
    case 'buyer':
      return [DASHBOARD, submitLink(viewer), { to: '/transaction-lookup', label: 'nav.lookup' }]
    case 'seller':
      return [DASHBOARD, { to: '/seller-confirm', label: 'nav.sellerConfirm' }]
    case 'admin':
      return [{ to: '/admin-panel', label: 'nav.adminPanel' }]
    case null:
      return [DASHBOARD, ...VISITOR.slice(1)]
  }
}

/** Submit Transaction leads to the form for who may open an escrow, else to the fee (product.md §5). */
export function submitLink(viewer: Pick<Viewer, 'canSubmit'>): NavigationLink {
  return { to: viewer.canSubmit ? '/submit' : '/payment', label: 'nav.submit' }
}
