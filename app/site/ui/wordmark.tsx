import { useTranslation } from 'react-i18next'

/** The drawn name in the current colour; the drawing is fetched once (public/wordmark.svg). */
export function Wordmark() {
  const { t } = useTranslation()
  return (
    <svg viewBox="0 0 137 34" width="137" height="34" role="img" aria-label={t('brand')}>
      <use href="/wordmark.svg#mark" />
    </svg>
  )
}
