import type { StoppedReading } from '#app/admin/queries/overview.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { NETWORK_FACTS } from '#app/kernel/domain/assets.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'

/** Accounts whose payments are not read: money may arrive unseen. Says why, and what to do. */
export function StoppedReadings({ readings }: { readings: StoppedReading[] }) {
  const t = useAdmin()
  return (
    <Sheet title={t('overview.unread.title')}>
      <Note tone="danger" role="status">
        <p>{t('overview.unread.text')}</p>
      </Note>
      <ul className="payments">
        {readings.map(({ network, account, cause, since, detail }) => (
          <li key={`${network} ${account}`}>
            <div>
              <b>{NETWORK_FACTS[network].name}</b> <InlineCode size="small">{account}</InlineCode>
              <p>
                <MomentSentence at={since} text={(time) => t('overview.trouble.since', { time })} />
                <Gap />
                {t(`overview.unread.cause.${cause}`)}
              </p>
              <p className="small muted" lang="en">
                {detail}
              </p>
              {cause !== 'other_network' && (
                <p className="small">
                  {t('overview.unread.command')}
                  <Gap />
                  <InlineCode size="small">{commandFor({ network, account })}</InlineCode>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

/** As in docs/operating.md; the operator fills in the ledger and the reason. */
function commandFor({ network, account }: Pick<StoppedReading, 'network' | 'account'>): string {
  return `npm run reread -- --network ${network} --account ${account} --from … --reason "…"`
}
