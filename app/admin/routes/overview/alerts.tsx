import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { AlertView } from '#app/admin/queries/overview.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { type AlertStep, alertSubject, alertValues, ruleOf } from '#app/ops/domain/alert-cause.ts'

/** The overview, which shows these alerts. */
const HERE = '/admin-panel'
/** Where to read more for a first step without a page of its own. */
const MORE: Partial<Record<AlertStep, string>> = {
  worker: '#health',
  prices: '#health',
  mail: '/admin-panel/lists/letters',
  log: '/admin-panel/lists/jobs',
  changes: '/admin-panel/lists/people',
}

/** The open alerts, worded as in the emails to operators, with the first step. */
export function Alerts({ troubles }: { troubles: AlertView[] }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  return (
    <Sheet title={t('overview.trouble.title')} isWrong>
      <ul className="payments">
        {troubles.map(({ kind, subject, since, facts }) => {
          const { account } = alertSubject(subject)
          const { step, path } = ruleOf(kind)
          const first = common(`troubleStep.${step}`)
          const to = path === HERE ? MORE[step] : path
          return (
            <li key={`${kind} ${subject}`}>
              <div>
                <b>{common(`trouble.${kind}`, alertValues({ subject, facts }))}</b>
                {account && (
                  <p>
                    <InlineCode size="small">{account}</InlineCode>
                  </p>
                )}
                <p className="small">{to ? <Link to={to}>{first}</Link> : first}</p>
                <p className="small muted">
                  <MomentSentence at={since} text={(time) => t('overview.trouble.since', { time })} />
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </Sheet>
  )
}
