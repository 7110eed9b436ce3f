/**
 * Decides which posts to the operator's pages are acts with money, which ask for a code of the second factor again.
 * Every post is one unless this table exempts it, so that a page added later is guarded by default.
 */

/** Pages whose form first asks "are you sure?", and acts only on the answer. */
const ASKED_ONCE_MORE = [
  '/admin-panel/disputes',
  '/admin-panel/outgoing',
  '/admin-panel/payouts',
  '/admin-panel/cases',
  '/admin-panel/acts',
  '/admin-panel/resellers',
  '/admin-panel/screening',
  '/admin-panel/operators',
]

/** Neither the books and the audit log nor a note or an email touch money or who gets into an account. */
const WITHOUT_MONEY = [
  '/admin-panel/books',
  '/admin-panel/audit',
  '/admin-panel/acts/note_person',
  '/admin-panel/acts/note_escrow',
  '/admin-panel/acts/send_letter',
]

/** Is this post final, and about money? `path` without the query; `field` reads a field of the form. */
export function isActionWithMoney(path: string, field: (name: string) => string): boolean {
  const page = path.replace(/\.data$/, '').replace(/\/+$/, '')
  const isOn = (place: string) => page === place || page.startsWith(`${place}/`)
  if (WITHOUT_MONEY.some(isOn)) return false
  return ASKED_ONCE_MORE.some(isOn) ? field('sure') === 'yes' : true
}
