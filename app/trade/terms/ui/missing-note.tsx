import { useTranslation } from 'react-i18next'
import { formatList } from '#app/kernel/i18n/format.ts'
import type { DatesView } from '#app/trade/terms/domain/dates-view.ts'

/** The missing documents, and what follows from confirming without them. */
export function MissingNote({ documents }: Pick<DatesView, 'documents'>) {
  const { t, i18n } = useTranslation()
  const missing = documents.filter(({ isThere }) => !isThere).map(({ type }) => t(`documentType.${type}`))
  if (missing.length === 0) return null
  return (
    <p className="small muted">
      {t('dates.missingTitle', { documents: formatList(missing, i18n.language) })} {t('dates.missingText')}
    </p>
  )
}
