import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type DoneKind, isInHistory } from '#app/admin/domain/done-events.ts'
import type { DonePage, DoneView } from '#app/admin/queries/done.server.ts'
import { type AdminT, useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Pager } from '#app/kernel/ui/page/pager.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'

/** What was done here, by whom and why, newest first. `path`: of its page, with the query that finds it. */
export function DoneSheet({ done, path }: { done: DonePage; path: string }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const and = path.includes('?') ? '&' : '?'
  return (
    <Sheet id="done" title={t('done.title')}>
      {done.rows.length === 0 && <p className="muted">{t('person.notesNone')}</p>}
      {done.rows.length > 0 && (
        <ul className="notes">
          {done.rows.map((row) => (
            <li key={row.id}>
              <b>{nameOfDone(row.kind, { t, common })}</b>
              {row.reason && <p className="said">{row.reason}</p>}
              <p className="small muted">
                <Hand by={row.by} />
                <Comma />
                <Moment at={row.at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pager
        list={done}
        label={t('done.title')}
        pathOf={(place) => `${path}${and}${new URLSearchParams(place)}#done`}
      />
    </Sheet>
  )
}

function Hand({ by }: Pick<DoneView, 'by'>) {
  const t = useAdmin()
  if (by === 'itself') return <>{t('done.itself')}</>
  if (by === 'command') return <>{t('done.command')}</>
  return <bdi>{by.name || t('person.nameless')}</bdi>
}

function nameOfDone(kind: DoneKind, { t, common }: { t: AdminT; common: TFunction }): string {
  return isInHistory(kind) ? common(`escrow.events.${kind}`) : t(`done.event.${kind}`)
}
