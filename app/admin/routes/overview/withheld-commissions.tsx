import type { AdminOverview } from '#app/admin/queries/overview.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Usd } from '#app/kernel/ui/text/amount.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Code, InlineCode } from '#app/kernel/ui/text/code.tsx'
import { Email } from '#app/kernel/ui/text/email.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'

/** Commissions that the payer of the fee would have earned. */
export function WithheldCommissions({ desk: { withheld } }: { desk: AdminOverview }) {
  const t = useAdmin()
  return (
    <Sheet title={t('overview.withheld')} className="stack">
      <p className="small muted">{t('overview.withheldText')}</p>
      <ul className="payments">
        {withheld.map(({ hash, at, usd, code, reseller, email, wallet }) => (
          <li key={`${hash} ${email}`}>
            <div>
              <b>
                <bdi>{reseller}</bdi>
              </b>{' '}
              <InlineCode size="small">{code}</InlineCode>
              <p className="small muted">
                <Email address={email} />
                <Comma />
                <Moment at={at} />
              </p>
              <Code value={wallet} />
            </div>
            <Usd value={usd} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
