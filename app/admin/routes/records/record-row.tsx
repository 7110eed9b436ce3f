import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RecordView } from '#app/admin/queries/records.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { OTHER_REFUSALS } from '#app/kernel/domain/records/access-kinds.ts'
import { formatDecimal } from '#app/kernel/i18n/format.ts'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'
import { Email } from '#app/kernel/ui/text/email.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'

/** What one person, or somebody unknown, did from one place within an hour. */
export function RecordRow({ row }: { row: RecordView }) {
  const { i18n } = useTranslation()
  const t = useAdmin()
  const { kind, email, txid, subject, place, count, firstAt, lastAt } = row
  return (
    <li>
      <div>
        <b>{t(`records.kind.${kind}`)}</b> {count > 1 && <bdi>× {formatDecimal(String(count), i18n.language, 0)}</bdi>}
        <p className="small">
          {email ? <Email address={email} /> : <span className="muted">{t('records.nobody')}</span>}
        </p>
        {txid && (
          <p className="small">
            <Link to={`/admin-panel/escrows?txid=${encodeURIComponent(txid)}`}>
              <InlineCode size="small">{txid}</InlineCode>
            </Link>
          </p>
        )}
        {(subject !== '' || place !== '') && (
          <p className="small muted">
            {subject === OTHER_REFUSALS && t('records.others')}
            {subject !== '' && subject !== OTHER_REFUSALS && <InlineCode size="small">{subject}</InlineCode>}{' '}
            {place !== '' && <bdi>{place}</bdi>}
          </p>
        )}
      </div>
      <p className="small muted">
        <Moment at={firstAt} />
        {count > 1 && (
          <>
            {' – '}
            <Moment at={lastAt} as="clock" />
          </>
        )}
      </p>
    </li>
  )
}
