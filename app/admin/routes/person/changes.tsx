import { useTranslation } from 'react-i18next'
import type { ChangeView } from '#app/admin/queries/person.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'

export function PersonChanges({ changes }: { changes: readonly ChangeView[] }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  return (
    <Sheet id="changes" title={t('changes.title')}>
      <ul className="notes">
        {changes.map(({ id, kind, by, isOwn, mayTakeBack, reason, at, stillUntil }) => (
          <li key={id}>
            <b>{t(`changes.kind.${kind}`)}</b>
            <p className="said">{reason}</p>
            <p className="small muted">
              {by === null ? t('done.command') : <bdi>{by}</bdi>}
              <Comma />
              <Moment at={at} />
            </p>
            <p>
              <MomentSentence at={stillUntil} text={(time) => t('changes.until', { time })} />
            </p>
            {isOwn && <p>{common('refusal.change_own')}</p>}
            <Actions>
              {!isOwn && (
                <ButtonLink to={`/admin-panel/acts/confirm_change/${id}`}>{t('acts.confirm_change.label')}</ButtonLink>
              )}
              {mayTakeBack && (
                <ButtonLink look="line" to={`/admin-panel/acts/take_back_change/${id}`}>
                  {t('acts.take_back_change.label')}
                </ButtonLink>
              )}
            </Actions>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
