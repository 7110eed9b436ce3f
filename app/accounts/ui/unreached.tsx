import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { ResendEmail } from './confirm-email-note.tsx'

/** On pages of a person whose emails bounce: since when (ISO 8601), what follows, what to do (decision 109). */
export function UnreachedNote({ email, since }: { email: string; since: string }) {
  const { t } = useTranslation()
  return (
    <Note tone="waiting" title={t('unreached.own.title', { email })}>
      <p>
        <MomentSentence at={since} text={(time) => t('unreached.own.since', { time })} />
      </p>
      <p>{t('unreached.own.text')}</p>
      <p>
        <Link to="/settings/email">{t('pages.changeEmail')}</Link>
      </p>
      <ResendEmail />
    </Note>
  )
}
