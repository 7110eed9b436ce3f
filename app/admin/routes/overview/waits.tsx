import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { AdminOverview } from '#app/admin/queries/overview.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { type WaitingCounts, waitingOf } from './waiting-of.ts'

/** What waits for a person, oldest first; the empty queues share one line. */
export function Waits({ desk }: { desk: AdminOverview }) {
  const t = useAdmin()
  const names = useNames()
  const { open, empty } = waitingOf(desk)
  return (
    <Sheet title={t('overview.waits')} className="waits__in">
      {open.length === 0 ? (
        <p>{t('overview.nothingWaits')}</p>
      ) : (
        <ul className="waits">
          {open.map((waiting) => (
            <Row key={waiting.what} {...waiting} />
          ))}
        </ul>
      )}
      {empty.length > 0 && (
        <Disclosure summary={t('overview.nothingIn', { count: empty.length })}>
          <ul className="waits__none">
            {empty.map(({ what, to }) => (
              <li key={what}>{to ? <Link to={to}>{names[what]}</Link> : names[what]}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Sheet>
  )
}

function Row({ count, what, to, since }: WaitingCounts) {
  const t = useAdmin()
  const label = useNames()[what]
  return (
    <li className="is-open">
      <b>{count}</b>
      <div>
        {to ? <Link to={to}>{label}</Link> : <span>{label}</span>}{' '}
        <small>
          {since && (
            <span className="waits__since">
              <MomentSentence at={since} as="relative" text={(time) => t('overview.oldest', { time })} />
            </span>
          )}
          {what === 'unreached' && (
            <span className="waits__why">
              {since && ' · '}
              {t('overview.unreachedText')}
            </span>
          )}
        </small>
      </div>
      {to && <Icon name="chev" flip />}
    </li>
  )
}

function useNames(): Record<WaitingCounts['what'], string> {
  const { t: common } = useTranslation()
  const t = useAdmin()
  return {
    disputes: common('pages.disputes'),
    cases: common('pages.cases'),
    screening: common('pages.screening'),
    outgoing: common('pages.outgoing'),
    approvals: t('payouts.above.title'),
    payouts: t('overview.payoutsTitle'),
    letters: t('overview.lettersTitle'),
    unreached: t('overview.unreachedTitle'),
  }
}
