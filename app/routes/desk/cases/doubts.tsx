import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import type { ShownCase, ShownDoubt } from '#app/queries/desk/desk-cases.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { TextArea } from '#app/ui/kernel/forms/field.tsx'
import { HashDisclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Comma } from '#app/ui/kernel/text/between.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import { CopyButton } from '#app/ui/kernel/text/copy-button.tsx'
import { Moment } from '#app/ui/kernel/text/moment.tsx'
import { CaseForm } from './case-form.tsx'

/** What was typed, and why it was not enough. */
export type RefusedDenying = { text: string; field: string | undefined; reason: string }

type DoubtsProps = { row: ShownCase; operatorId: string; refused: RefusedDenying | null; isBusy: boolean }

/**
 * Payments out that may have paid the money of a case out already (decision 098): what is in the way of paying it back, and what ends
 * that. An operator who has denied them waits for a second one.
 */
export function Doubts({ row, operatorId, refused, isBusy }: DoubtsProps) {
  const t = useDesk()
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
        <CaseForm
          {...{ row, isBusy }}
          act="deny"
          look="quiet"
          summary={t('cases.doubt.deny')}
          isOpen={refused !== null}
        >
          <input type="hidden" name="payments" value={explained.map(({ outgoingId }) => outgoingId).join(' ')} />
          <TextArea
            name="reason"
            id={`reason-${row.id}`}
            rows={3}
            label={t('payouts.reason')}
            hint={t('payouts.reasonHint')}
            error={refused?.field === 'reason' ? refused.text : undefined}
            defaultValue={refused?.reason ?? ''}
            aria-required
          />
        </CaseForm>
      )}
    </>
  )
}

function PaidOut({ doubt }: { doubt: ShownDoubt }) {
  const { i18n } = useTranslation()
  const t = useDesk()
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
      <div className="seen__hash">
        <HashDisclosure label={t('cases.facts.hash')} hash={hash} />
        <CopyButton value={hash} what={t('cases.facts.hash')} />
        {explorer && <a href={explorer}>{t('cases.facts.explorer')}</a>}
      </div>
      {denial && (
        <>
          <p className="small">{t('cases.doubt.first', { name: denial.by })}</p>
          <p className="said">{denial.reason}</p>
        </>
      )}
    </>
  )
}
