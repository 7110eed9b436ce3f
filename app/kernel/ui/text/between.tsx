import { useTranslation } from 'react-i18next'
import { commaOf, gapOf } from '#app/kernel/i18n/format.ts'

/** Between two remarks in one line that form no sentence: "Presented by Ama, 18 Nov 2026". */
export function Comma() {
  return commaOf(useTranslation().i18n.language)
}

/** Between two sentences of one paragraph. */
export function Gap() {
  return gapOf(useTranslation().i18n.language)
}
