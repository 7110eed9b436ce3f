import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { ReviewInShort } from '#app/admin/queries/screening/screening.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'

export function PersonReviews({ reviews }: { reviews: readonly ReviewInShort[] }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  return (
    <Sheet title={common('pages.screening')}>
      {reviews.length === 0 && <p className="muted">{t('person.notesNone')}</p>}
      {reviews.length > 0 && (
        <ul className="notes">
          {reviews.map(({ id, by, state, typed, listed, list, openedAt, decidedAt }) => (
            <li key={id}>
              <b>{t(`screening.state.${state}`)}</b>
              <p>
                <Link to={`/admin-panel/screening?review=${id}`}>
                  <bdi>{typed}</bdi>
                  {by === 'name' && (
                    <>
                      {' '}
                      ≈ <bdi>{listed}</bdi>
                    </>
                  )}
                </Link>
              </p>
              <p className="small muted">
                {list ?? t('screening.ownList.title')}
                <Comma />
                <Moment at={decidedAt ?? openedAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}
