/** Lists of the operator come in pages. */
export const ROWS_PER_PAGE = 25
