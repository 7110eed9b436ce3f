import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { AdminDispute } from '#app/admin/queries/escrow.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { useAdmin } from './words.tsx'

type DisputeListProps = { title: string; disputes: readonly AdminDispute[]; currency: Asset }

export function DisputeList({ title, disputes, currency }: DisputeListProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  if (disputes.length === 0) return null
  return (
    <Sheet title={title}>
      <ul className="asked">
        {disputes.map((dispute) => (
          <li key={dispute.id}>
            <p className="small muted">
              {common(`lookup.settle.dispute.by.${dispute.openedBy}`)}
              <Comma />
              <Moment at={dispute.openedAt} /> ·{' '}
              <Link to={`/admin-panel/disputes/${dispute.id}`}>{t('dispute.readDispute')}</Link>
            </p>
            <p className="said">{dispute.reason}</p>
            <p className="small">
              <b>{dispute.ended ? t(`disputes.ended.${dispute.ended.as}`) : t('dispute.openNow')}</b>
              {dispute.ended && (
                <>
                  <Comma />
                  <Moment at={dispute.ended.at} />
                </>
              )}
            </p>
            {dispute.ended?.shares && (
              <p className="small muted">
                {common('lookup.settle.dispute.toSeller')}{' '}
                <Amount value={dispute.ended.shares.seller} asset={currency} />
                <Comma />
                {common('lookup.settle.dispute.toBuyer')} <Amount value={dispute.ended.shares.buyer} asset={currency} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
