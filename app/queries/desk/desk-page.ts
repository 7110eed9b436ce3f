/** Lists of the operator come in pages. */
export const ROWS_PER_PAGE = 25

export type ListPage<Row> = {
  rows: Row[]
  /** From 1. */
  page: number
  hasMore: boolean
}

/** Where a page of a list begins; one row more is asked for, to know whether there is another page. */
export function rowsOfPage(page: number): { skip: number; take: number } {
  return { skip: (page - 1) * ROWS_PER_PAGE, take: ROWS_PER_PAGE + 1 }
}

export function listPage<Row>(rows: readonly Row[], page: number): ListPage<Row> {
  return { rows: rows.slice(0, ROWS_PER_PAGE), page, hasMore: rows.length > ROWS_PER_PAGE }
}
