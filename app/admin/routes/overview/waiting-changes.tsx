import { Link } from '@remix-run/react'
import type { WaitingChange } from '#app/admin/queries/overview.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'

/** Accounts that are paused until a second operator has checked a change, with links. */
export function WaitingChanges({ changes }: { changes: readonly WaitingChange[] }) {
  const t = useAdmin()
  return (
    <Sheet title={t('changes.title')}>
      <ul className="payments">
        {changes.map(({ id, userId, name, kind, since }) => (
          <li key={id}>
            <div>
              <Link to={`/admin-panel/people/${userId}#changes`}>
                <bdi>{name || t('person.nameless')}</bdi>
              </Link>
              <p>{t(`changes.kind.${kind}`)}</p>
              <p className="small muted">
                <MomentSentence at={since} text={(time) => t('overview.trouble.since', { time })} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
