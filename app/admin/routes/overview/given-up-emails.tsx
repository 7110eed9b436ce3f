import type { AdminOverview } from '#app/admin/queries/overview.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'

/** Recipients of failed emails: the operator may have another way to reach them. */
export function GivenUpEmails({ desk }: { desk: AdminOverview }) {
  const t = useAdmin()
  return (
    <Sheet id="letters" title={t('overview.lettersTitle')}>
      <ul className="payments">
        {desk.letters.map(({ id, recipient, kind, why, error, at }) => (
          <li key={id}>
            <div>
              <b>
                <bdi>{recipient}</bdi>
              </b>{' '}
              <InlineCode size="small">{kind}</InlineCode>
              <p className="small muted">
                {t(`overview.letterWhy.${why}`)}
                <Gap />
                <bdi>{error}</bdi>
              </p>
            </div>
            <div className="letter__act">
              <Moment at={at} as="relative" />
              <ButtonLink look="line" size="small" to={`/admin-panel/acts/send_letter/${id}`}>
                {t('acts.send_letter.label')}
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
      {desk.letters.length < desk.givenUpLetters && (
        <p className="small muted">{t('overview.moreLetters', { count: desk.letters.length })}</p>
      )}
    </Sheet>
  )
}
