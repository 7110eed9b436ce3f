import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { RichText } from './rich-text.tsx'

/** How long a check of somebody's account usually takes (ops/domain/review-by.ts), and whom to ask. */
export function HowLongChecked() {
  const { t } = useTranslation()
  return (
    <p>
      <RichText text={t('checked.howLong')} components={{ contact: <Link to="/contact" /> }} />
    </p>
  )
}
