import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { colonOf } from '#app/kernel/i18n/format.ts'

/**
 * What a button acts on, for screen readers, after its label: "Copy wallet address". Other languages inflect the noun,
 * but not after a colon.
 */
export function ActedOn({ children }: { children: ReactNode }) {
  const { language } = useTranslation().i18n
  return (
    <span className="vh">
      {language === 'en' ? ' ' : colonOf(language)}
      {children}
    </span>
  )
}
