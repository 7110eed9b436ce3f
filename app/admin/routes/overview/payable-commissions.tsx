import { Link } from '@remix-run/react'
import type { PayableCommissions as Payable } from '#app/admin/queries/resellers/payable-commissions.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Usd } from '#app/kernel/ui/text/amount.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'

/** Commissions that only an operator can pay; nothing while there are none. */
export function PayableCommissionsSheet({ payable: { count, rows } }: { payable: Payable }) {
  const t = useAdmin()
  if (rows.length === 0) return null
  return (
    <Sheet id="commissions" title={t('resellers.due')}>
      <ul className="payments">
        {rows.map(({ id, name, usd, since, hasWallet }) => (
          <li key={id}>
            <div>
              <Link to={`/admin-panel/resellers/${id}`}>
                <bdi>{name}</bdi>
              </Link>
              <p className="small muted">
                <MomentSentence at={since} as="day" text={(time) => t('overview.owedSince', { time })} />
              </p>
              <p className="small muted">
                <Moment at={since} as="relative" />
              </p>
              {!hasWallet && <p className="small">{t('resellers.problem.wallet_missing')}</p>}
            </div>
            <Usd value={usd} />
          </li>
        ))}
      </ul>
      {rows.length < count && <p className="small muted">{t('overview.morePayouts', { count: rows.length })}</p>}
    </Sheet>
  )
}
