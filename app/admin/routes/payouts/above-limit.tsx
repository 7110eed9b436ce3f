import { useTranslation } from 'react-i18next'
import type { AboveLimitView, AdminPayouts } from '#app/admin/queries/payouts.server.ts'
import type { Returned } from '#app/admin/routes/forms/action-form.tsx'
import { memoWords } from '#app/admin/routes/panel/money-sheets.tsx'
import { PayoutSubject } from '#app/admin/routes/panel/payout-subject.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { formatUsd } from '#app/kernel/i18n/format.ts'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { ReasonForm } from './reason-form.tsx'

type AboveLimitsProps = Pick<AdminPayouts, 'above' | 'aboveCount'> & { returned: Returned | null }

/** Payouts and on-chain deposits above a limit, which wait for a second person. */
export function AboveLimits({ above, aboveCount, returned }: AboveLimitsProps) {
  const t = useAdmin()
  return (
    <Sheet id="above" title={t('payouts.above.title')}>
      {above.length === 0 ? (
        <p className="small muted">{t('overview.nothingWaits')}</p>
      ) : (
        <ul className="payments">
          {above.map((row) => (
            <Above key={row.id} row={row} returned={returned} />
          ))}
        </ul>
      )}
      {above.length < aboveCount && <p className="small muted">{t('overview.morePayouts', { count: above.length })}</p>}
    </Sheet>
  )
}

type AboveProps = { row: AboveLimitView; returned: Returned | null }

function Above({ row, returned }: AboveProps) {
  const { i18n, t: common } = useTranslation()
  const t = useAdmin()
  const { id, isLock, purpose, wallet, transactionId, reseller, since, limit, usd, own } = row
  const subject = { wallet, ...(isLock ? { clearanceId: id } : { payoutId: id }) }
  return (
    <li>
      <div>
        <b>{isLock ? t('payouts.above.lock') : t(`purpose.${purpose}`)}</b>{' '}
        <PayoutSubject transactionId={transactionId} reseller={reseller} />
        <p className="small muted">
          <MomentSentence at={since} text={(time) => t('overview.owedSince', { time })} />
          <Gap />
          {t(`payouts.above.limit.${limit}`, { usd: formatUsd(usd ?? '0', i18n.language) })}
        </p>
        <p className="small">
          {t('cases.facts.to')} <Code value={wallet.address} size="small" /> {memoWords(wallet, t)}
        </p>
        {own ? (
          <p className="small">{own === 'decision' ? t('payouts.above.own') : common('refusal.approval_own_change')}</p>
        ) : (
          <ReasonForm
            about={{ form: id, intent: 'approve', networks: [], stopIds: [], ...subject }}
            summary={t('payouts.above.approve')}
            label={t('payouts.above.reason')}
            returned={returned}
          />
        )}
      </div>
      <Amount value={row.amount} asset={row.asset} />
    </li>
  )
}
