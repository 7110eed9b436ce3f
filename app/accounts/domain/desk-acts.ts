/**
 * Which posts to the operator's desk are acts with money, for which a code of the second factor is asked again. Every post is
 * one that this table does not let off, so that a page which is added later is guarded before anybody thinks of it.
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

/** Comparing the books or checking the audit log moves nothing; a note and a letter touch neither money nor who gets into an account. */
const WITHOUT_MONEY = [
  '/admin-panel/books',
  '/admin-panel/audit',
  '/admin-panel/acts/note_person',
  '/admin-panel/acts/note_escrow',
  '/admin-panel/acts/send_letter',
]

/** Is this post for good, and about money? `path` without the query; `field` reads a field of the form. */
export function isActWithMoney(path: string, field: (name: string) => string): boolean {
  const page = path.replace(/\.data$/, '').replace(/\/+$/, '')
  const isOn = (place: string) => page === place || page.startsWith(`${place}/`)
  if (WITHOUT_MONEY.some(isOn)) return false
  return ASKED_ONCE_MORE.some(isOn) ? field('sure') === 'yes' : true
}
