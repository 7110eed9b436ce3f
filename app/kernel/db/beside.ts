import type { ListPlace } from '#app/kernel/domain/paging/list-place.ts'

type Bound = Date | { lt: Date } | { lte: Date } | { gt: Date } | { gte: Date }

/**
 * The rows of a list from a place on, for Prisma: by a time and then by id, both in the list's `order`. `by` says which column
 * the time is. The plain bound beside the exact one is what an index can begin at.
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
