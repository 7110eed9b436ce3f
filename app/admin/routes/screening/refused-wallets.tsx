import { Link } from '@remix-run/react'
import type { RefusedWallet } from '#app/admin/queries/screening/screening.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'

/** Listed wallets that somebody stated and that were refused. Nobody is under review, so nothing has to be decided. */
export function RefusedWallets({ refused }: { refused: RefusedWallet[] }) {
  const t = useAdmin()
  if (refused.length === 0) return null
  return (
    <Sheet title={t('screening.refused.title')}>
      <ul className="asked">
        {refused.map(({ id, person, page, address, at }) => (
          <li key={id}>
            <p>
              <Link to={page}>{person}</Link> <Moment at={at} />
            </p>
            <Code value={address} size="small" />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
