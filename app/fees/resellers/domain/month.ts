/** A month of a statement, named as in its form: 2026-11. In UTC, as all our times. */
export type Month = { name: string; from: Date; before: Date }

const MONTH = /^(20\d\d)-(0[1-9]|1[0-2])$/

/** Null: not a month. */
export function readMonth(text: string): Month | null {
  const [, year = '', month = ''] = MONTH.exec(text) ?? []
  if (year === '') return null
  const at = (count: number) => new Date(Date.UTC(Number(year), Number(month) - 1 + count, 1))
  return { name: text, from: at(0), before: at(1) }
}

/** Formats as `2026-11`. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}
