import type { ListPlace } from '#app/kernel/domain/paging/list-place.ts'

type Bound = Date | { lt: Date } | { lte: Date } | { gt: Date } | { gte: Date }

/**
 * Returns Prisma's conditions for the rows of a list from a place on, by a time and then by id, both in the list's
 * `order`. `by` builds a condition on the time. An index scan can start at the plain bound beside the exact one.
 */
export function beside<Where extends object>(
  place: ListPlace | null,
  { order, by }: { order: 'asc' | 'desc'; by: (bound: Bound) => Where },
) {
  const isForth = place === null || place.way === 'next'
  const direction = (order === 'asc') === isForth ? ('asc' as const) : ('desc' as const)
  if (place === null) return { direction, where: {} }
  const { at, id } = place.row
  const exact =
    direction === 'asc'
      ? [by({ gt: at }), { ...by(at), id: { gt: id } }]
      : [by({ lt: at }), { ...by(at), id: { lt: id } }]
  return { direction, where: { AND: [by(direction === 'asc' ? { gte: at } : { lte: at }), { OR: exact }] } }
}
