import type { TFunction } from 'i18next'
import type { Refusal } from '#app/domain/kernel/refusal.ts'

/** The sentence for a refusal, in the reader's language (locales/<lng>/common.json, `refusal.<code>`). */
export function refusalText(t: TFunction, refusal: Refusal): string {
  return t(`refusal.${refusal.refused}`, { replace: refusal.values })
}
