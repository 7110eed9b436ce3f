import { useTranslation } from 'react-i18next'
import type { CheckView } from '#app/admin/queries/audit.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { formatDecimal } from '#app/kernel/i18n/format.ts'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'

const TONES = { running: 'waiting', whole: 'good', wrong: 'danger' } as const

export function Checks({ checks }: { checks: CheckView[] }) {
  const { i18n } = useTranslation()
  const t = useAdmin()
  const count = (value: number) => formatDecimal(String(value), i18n.language, 0)
  return (
    <Sheet title={t('audit.checks')}>
      {checks.length === 0 ? (
        <p>{t('audit.noChecks')}</p>
      ) : (
        <ul className="payments">
          {checks.map(({ id, askedAt, by, size, checked, state, wrong }) => (
            <li key={id}>
              <div>
                <Tag tone={TONES[state]}>{t(`audit.state.${state}`)}</Tag>
                <p className="small">{t('audit.checkedOf', { checked: count(checked), size: count(size) })}</p>
                {wrong && (
                  <p className="small">
                    <b>
                      {wrong.place === null ? t('audit.wrongLoose') : t('audit.wrongAt', { place: count(wrong.place) })}
                    </b>{' '}
                    {t(`audit.why.${wrong.finding}`)}
                  </p>
                )}
                {wrong?.eventId && (
                  <p className="small">
                    <InlineCode size="small">{wrong.eventId}</InlineCode>
                  </p>
                )}
                <p className="small muted">
                  {by ? <bdi>{by}</bdi> : t('audit.byClock')} <Moment at={askedAt} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}
