import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { recordAccess } from '#app/accounts/web/access-records.server.ts'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { notePersonView } from '#app/accounts/workflows/note-operator-view.server.ts'
import { loadDoneWithPerson } from '#app/admin/queries/done.server.ts'
import { type AdminPerson, loadAdminPerson } from '#app/admin/queries/person.server.ts'
import { DoneSheet } from '#app/admin/routes/history/done-sheet.tsx'
import { ListTable } from '#app/admin/routes/list/list-table.tsx'
import { nameOfList } from '#app/admin/routes/list/words.ts'
import { DoneNote } from '#app/admin/routes/panel/done-note.tsx'
import { placeIn } from '#app/admin/routes/panel/list-path.ts'
import { adminNetwork } from '#app/admin/routes/panel/networks.server.ts'
import { Notes } from '#app/admin/routes/panel/notes.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { AdminFrame, PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { Email } from '#app/kernel/ui/text/email.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { deps } from '#app/runtime.server.ts'
import { PersonActions } from './actions.tsx'
import { PersonChanges } from './changes.tsx'
import { PersonFacts } from './facts.tsx'
import { PersonReviews } from './reviews.tsx'

export const handle: PageHandle = { title: 'pages.deskPerson' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const operator = await requireAdmin(request)
  const person = await loadAdminPerson(deps.db, {
    ...{ userId: params.userId ?? '', operatorId: operator.id, now: deps.clock.now() },
    networks: adminNetwork(),
  })
  if (!person) throw new Response(null, { status: 404 })
  // Reading an account is recorded, like reading the access records.
  await recordAccess(request, { kind: 'records_read', userId: operator.id, subject: `account ${person.id}` })
  await notePersonView(deps, { subject: person.id, operatorId: operator.id })
  const query = new URL(request.url).searchParams
  const acts = await loadDoneWithPerson(deps.db, { userId: person.id, place: placeIn(query) })
  return { person, acts, done: query.get('done') }
}

export default function Person() {
  const t = useAdmin()
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
      <AdminFrame
        after
        aside={
          <>
            <PersonFacts person={person} />
            <Sessions person={person} />
          </>
        }
      >
        {person.changes.length > 0 && <PersonChanges changes={person.changes} />}
        {person.role !== 'admin' && !person.closedAt && <PersonActions person={person} />}
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
      </AdminFrame>
    </>
  )
}

function Sessions({ person: { sessions, email } }: { person: AdminPerson }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
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
