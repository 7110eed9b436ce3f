import type { AdminOverview } from '#app/admin/queries/overview.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'

/** Free transactions that may belong to one person. */
export function SharedWallets({ desk: { sharedWallets } }: { desk: AdminOverview }) {
  const t = useAdmin()
  return (
    <Sheet title={t('overview.sharedWallets')} className="stack">
      <p className="small muted">{t('overview.sharedWalletsText')}</p>
      <ul className="payments">
        {sharedWallets.map(({ address, emails, referrers }) => (
          <li key={address}>
            <div>
              <Code value={address} />
              <p className="small muted">{emails.join(', ')}</p>
              {referrers.map((email) => (
                <p className="small muted" key={email}>
                  {t('escrow.referredBy', { email })}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
