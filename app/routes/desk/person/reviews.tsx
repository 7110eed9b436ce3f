import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { ReviewInShort } from '#app/queries/desk/screening/desk-screening.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Comma } from '#app/ui/kernel/text/between.tsx'
import { Moment } from '#app/ui/kernel/text/moment.tsx'

/** Which entries of sanctions lists the person or a wallet of theirs is like, how that stands, and the way there. */
export function PersonReviews({ reviews }: { reviews: readonly ReviewInShort[] }) {
  const { t: common } = useTranslation()
  const t = useDesk()
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
