import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ruleOf, troubleSubject, troubleValues } from '#app/domain/upkeep/trouble.ts'
import type { ShownTrouble } from '#app/queries/desk/desk-overview.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { InlineCode } from '#app/ui/kernel/text/code.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'

/** The desk's overview, on which this stands. */
const HERE = '/admin-panel'

/** What is wrong just now, as the letters to operators tell it, with the first step. */
export function Troubles({ troubles }: { troubles: ShownTrouble[] }) {
  const { t: common } = useTranslation()
  const t = useDesk()
  return (
    <Sheet title={t('overview.trouble.title')}>
      <ul className="payments">
        {troubles.map(({ kind, subject, since, facts }) => {
          const { account } = troubleSubject(subject)
          const { step, path } = ruleOf(kind)
          const first = common(`troubleStep.${step}`)
          return (
            <li key={`${kind} ${subject}`}>
              <div>
                <b>{common(`trouble.${kind}`, troubleValues({ subject, facts }))}</b>
                {account && (
                  <p>
                    <InlineCode size="small">{account}</InlineCode>
                  </p>
                )}
                <p className="small">{path === HERE ? first : <Link to={path}>{first}</Link>}</p>
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
