import type { TFunction } from 'i18next'
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import { formatMoment } from './format.ts'
import { refusalText } from './refusal-text.ts'

/** The sentence for a refusal whose values may contain moments, formatted for the reader. */
export function datedRefusalText(t: TFunction, refusal: Refusal, language: string): string {
  return refusalText(t, withMoments(refusal, language))
}

/** Formats the moments among its values (`time`, `until`, ISO 8601) for the reader. */
function withMoments(refusal: Refusal, language: string): Refusal {
  const values = Object.entries(refusal.values ?? {}).map(([name, value]) =>
    MOMENTS.includes(name) ? [name, formatMoment(value, language)] : [name, value],
  )
  return refusal.values ? { ...refusal, values: Object.fromEntries(values) } : refusal
}

const MOMENTS: readonly string[] = ['time', 'until']
