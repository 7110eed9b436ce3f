import type { Refusal } from '#app/domain/kernel/refusal.ts'
import { formatMoment } from './format.ts'

/** With the moments among its values (`time`, `until`, ISO 8601) as the reader writes them. */
export function withMoments(refusal: Refusal, language: string): Refusal {
  const values = Object.entries(refusal.values ?? {}).map(([name, value]) =>
    MOMENTS.includes(name) ? [name, formatMoment(value, language)] : [name, value],
  )
  return refusal.values ? { ...refusal, values: Object.fromEntries(values) } : refusal
}

const MOMENTS: readonly string[] = ['time', 'until']
