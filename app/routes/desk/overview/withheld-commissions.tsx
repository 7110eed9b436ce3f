import type { DeskOverview } from '#app/queries/desk/desk-overview.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Usd } from '#app/ui/kernel/text/amount.tsx'
import { Comma } from '#app/ui/kernel/text/between.tsx'
import { Code, InlineCode } from '#app/ui/kernel/text/code.tsx'
import { Email } from '#app/ui/kernel/text/email.tsx'
import { Moment } from '#app/ui/kernel/text/moment.tsx'

/** Commissions that would have gone to whoever paid the fee. */
export function WithheldCommissions({ desk: { withheld } }: { desk: DeskOverview }) {
  const t = useDesk()
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
