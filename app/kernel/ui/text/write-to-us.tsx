import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { RichText } from './rich-text.tsx'

/** The way to a person, at the end of a page where money waits. `subject`: what it is about, filled in there. */
export function WriteToUs({ subject }: { subject: string }) {
  const { t } = useTranslation()
  const to = `/contact?${new URLSearchParams({ subject })}`
  return (
    <p className="fine no-print">
      <RichText text={t('contact.wrong')} components={{ contact: <Link to={to} /> }} />{' '}
      <Link to="/faq#wrong">{t('contact.whatIf')}</Link>
    </p>
  )
}
