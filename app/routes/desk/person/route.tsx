import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { loadDoneWithPerson } from '#app/queries/desk/desk-done.server.ts'
import { type DeskPerson, loadDeskPerson } from '#app/queries/desk/desk-person.server.ts'
import { DoneSheet } from '#app/routes/desk/history/done-sheet.tsx'
import { ListTable } from '#app/routes/desk/list/list-table.tsx'
import { nameOfList } from '#app/routes/desk/list/words.ts'
import { DoneNote } from '#app/routes/desk/panel/done-note.tsx'
import { placeIn } from '#app/routes/desk/panel/list-path.ts'
import { deskNetwork } from '#app/routes/desk/panel/networks.server.ts'
import { Notes } from '#app/routes/desk/panel/notes.tsx'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { deps } from '#app/runtime.server.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Desk, PageHead } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { Gap } from '#app/ui/kernel/text/between.tsx'
import { Email } from '#app/ui/kernel/text/email.tsx'
import { Moment, MomentSentence } from '#app/ui/kernel/text/moment.tsx'
import { recordAccess } from '#app/web/accounts/access-records.server.ts'
import { requireAdmin } from '#app/web/accounts/viewer.server.ts'
import { notePersonView } from '#app/workflows/accounts/note-operator-view.server.ts'
import { PersonActs } from './acts.tsx'
import { PersonChanges } from './changes.tsx'
import { PersonFacts } from './facts.tsx'
import { PersonReviews } from './reviews.tsx'

export const handle: PageHandle = { title: 'pages.deskPerson' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const operator = await requireAdmin(request)
  const person = await loadDeskPerson(deps.db, {
    ...{ userId: params.userId ?? '', operatorId: operator.id, now: deps.clock.now() },
    networks: deskNetwork(),
  })
  if (!person) throw new Response(null, { status: 404 })
  // Who reads whose account is a record, as it is of the records themselves.
  await recordAccess(request, { kind: 'records_read', userId: operator.id, subject: `account ${person.id}` })
  await notePersonView(deps, { subject: person.id, operatorId: operator.id })
  const query = new URL(request.url).searchParams
  const acts = await loadDoneWithPerson(deps.db, { userId: person.id, place: placeIn(query) })
  return { person, acts, done: query.get('done') }
}

export default function Person() {
  const t = useDesk()
  const { person, acts, done } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={<bdi>{person.name || t('person.nameless')}</bdi>}
        lead={person.shownEmail && <Email address={person.shownEmail} />}
      />
      <DoneNote done={done} />
      {person.lockedAt && (
        <Note tone="danger" after={done !== null}>
          <p>
            <MomentSentence at={person.lockedAt} text={(time) => t('person.locked', { time })} />
          </p>
        </Note>
      )}
      {person.closedAt && (
        <Note tone="waiting" after={done !== null}>
          <p>
            <MomentSentence at={person.closedAt} text={(time) => t('person.closed', { time })} />
          </p>
        </Note>
      )}
      <Desk
        after
        aside={
          <>
            <PersonFacts person={person} />
            <Sessions person={person} />
          </>
        }
      >
        {person.changes.length > 0 && <PersonChanges changes={person.changes} />}
        {person.role !== 'admin' && !person.closedAt && <PersonActs person={person} />}
        <PersonReviews reviews={person.reviews} />
        {person.lists.map(({ list, rows }) => (
          <Sheet key={list} title={nameOfList(list, t)}>
            <ListTable list={list} rows={rows} />
            <p className="more">
              <Link to={`/admin-panel/lists/${list}?${new URLSearchParams({ q: person.email })}`}>
                {t('lists.showAll')}
              </Link>
            </p>
          </Sheet>
        ))}
        <Notes notes={person.notes} to={`/admin-panel/acts/note_person/${person.id}`} />
        <DoneSheet done={acts} path={`/admin-panel/people/${person.id}`} />
      </Desk>
    </>
  )
}

function Sessions({ person: { sessions, email } }: { person: DeskPerson }) {
  const { t: common } = useTranslation()
  const t = useDesk()
  return (
    <Sheet title={t('person.sessions')}>
      {sessions.length === 0 && <p className="muted">{t('person.notesNone')}</p>}
      {sessions.length > 0 && (
        <ul className="notes">
          {sessions.map(({ id, browser, system, network, seenAt }) => (
            <li key={id}>
              <bdi>{[browser, system].filter(Boolean).join(', ') || common('account.sessions.unknown')}</bdi>
              <p className="small muted">
                {network && <bdi>{network}</bdi>}
                {network && <Gap />}
                <Moment at={seenAt} as="relative" />
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className="more">
        <Link to={`/admin-panel/records?${new URLSearchParams({ email })}`}>{common('pages.accessRecords')}</Link>
      </p>
    </Sheet>
  )
}
