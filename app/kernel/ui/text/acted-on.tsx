import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { colonOf } from '#app/kernel/i18n/format.ts'

/**
 * What a button acts on, after its words, for those who hear it: "Copy wallet address". Other languages would bend the
 * noun; a colon lets it stand as it is.
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
