import { Link } from '@remix-run/react'
import type { AdminOverview } from '#app/admin/queries/overview.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'

/** People whose emails bounce, why, and what failed by our fault: the operator may have another way to reach them. */
export function UnreachedPeople({ desk }: { desk: AdminOverview }) {
  const t = useAdmin()
  return (
    <Sheet id="unreached" title={t('overview.unreachedTitle')}>
      {desk.failedLetters.map(({ words, count }) => (
        <p key={words}>{t('overview.failedLetters', { count, words })}</p>
      ))}
      <ul className="payments">
        {desk.unreachedPeople.map(({ address, userId, name, trouble, since, words }) => (
          <li key={address}>
            <div>
              <b>
                <bdi>{address}</bdi>
              </b>{' '}
              {userId && (
                <Link to={`/admin-panel/people/${userId}`}>
                  <bdi>{name || t('person.nameless')}</bdi>
                </Link>
              )}
              <p>{t(`overview.unreachedWhy.${trouble}`)}</p>
              <p className="small muted">
                <MomentSentence at={since} text={(time) => t('overview.trouble.since', { time })} />
                <Gap />
                <bdi>{words}</bdi>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {desk.unreachedPeople.length < desk.unreached && (
        <p className="small muted">{t('overview.morePayouts', { count: desk.unreachedPeople.length })}</p>
      )}
    </Sheet>
  )
}
