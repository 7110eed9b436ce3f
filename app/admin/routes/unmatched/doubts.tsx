import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { DoubtView, UnmatchedView } from '#app/admin/queries/unmatched.server.ts'
import type { Returned } from '#app/admin/routes/forms/action-form.tsx'
import { HashRow } from '#app/admin/routes/panel/list-parts.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { DenyDoubts } from './unmatched-forms.tsx'

type DoubtsProps = { row: UnmatchedView; operatorId: string; returned: Returned | null }

/**
 * Outgoing payments that may already have paid out this money (decision 098): why a refund is blocked, and what
 * unblocks it. After one operator's denial it waits for a second operator.
 */
export function Doubts({ row, operatorId, returned }: DoubtsProps) {
  const t = useAdmin()
  const explained = row.doubts.filter(({ isUnexplained }) => !isUnexplained)
  const isMine = explained.every(({ denial }) => denial?.byId === operatorId)
  return (
    <>
      <Note tone="danger" title={t('cases.doubt.title')}>
        <p>{t('cases.doubt.lead')}</p>
        <ul>
          {row.doubts.map((doubt) => (
            <li key={doubt.outgoingId}>
              <PaidOut doubt={doubt} />
            </li>
          ))}
        </ul>
        {explained.length > 0 && <p className="small">{t('cases.doubt.link')}</p>}
      </Note>
      {explained.length > 0 && !isMine && (
        <DenyDoubts row={row} returned={returned} payments={explained.map(({ outgoingId }) => outgoingId).join(' ')} />
      )}
    </>
  )
}

function PaidOut({ doubt }: { doubt: DoubtView }) {
  const { i18n } = useTranslation()
  const t = useAdmin()
  const { hash, explorer, at, paid, asset, to, isUnexplained, denial } = doubt
  return (
    <>
      <p>
        <b>{formatAmount(paid, asset, i18n.language)}</b>
        <Comma />
        <Moment at={at} />
        <Comma />
        <Link to={`/admin-panel/outgoing${isUnexplained ? '' : '?state=closed'}`}>{t('cases.doubt.explain')}</Link>
      </p>
      {to !== null && (
        <p className="small">
          {t('cases.facts.to')} <Code value={to} size="small" />
        </p>
      )}
      <HashRow hash={hash} explorer={explorer} />
      {denial && (
        <>
          <p className="small">{t('cases.doubt.first', { name: denial.by })}</p>
          <p className="said">{denial.reason}</p>
        </>
      )}
    </>
  )
}
