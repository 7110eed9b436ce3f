import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { OTHER_REFUSALS } from '#app/domain/kernel/records/access-kinds.ts'
import { formatDecimal } from '#app/i18n/kernel/format.ts'
import type { ShownRecord } from '#app/queries/desk/desk-records.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { InlineCode } from '#app/ui/kernel/text/code.tsx'
import { Email } from '#app/ui/kernel/text/email.tsx'
import { Moment } from '#app/ui/kernel/text/moment.tsx'

/** What one person, or nobody known, did from one place within an hour. */
export function RecordRow({ row }: { row: ShownRecord }) {
  const { i18n } = useTranslation()
  const t = useDesk()
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
