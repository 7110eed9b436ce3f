import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { entrance } from '#app/accounts/domain/way-back.ts'
import { findOwnAccess, findOwnAccount } from '#app/accounts/queries/own-account.server.ts'
import { findRoleOffer } from '#app/accounts/queries/role-offer.server.ts'
import { RoleSwitch } from '#app/accounts/ui/role-switch.tsx'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { readSessionToken } from '#app/accounts/web/session.server.ts'
import { loadViewer, requireVisit } from '#app/accounts/web/viewer.server.ts'
import { endOneSession, endOtherSessions } from '#app/accounts/workflows/own/end-sessions.server.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { findReminderChoices } from '#app/notices/queries/reminder-choices.server.ts'
import { ReminderChoices } from '#app/notices/ui/reminder-choices.tsx'
import { config, deps } from '#app/runtime.server.ts'
import { changeName } from '#app/settings/workflows/change-name.server.ts'
import { Further } from './further.tsx'
import { NameForm } from './name-form.tsx'
import { OwnFacts } from './own-facts.tsx'
import { Sessions } from './sessions.tsx'
import { SignIn } from './sign-in.tsx'

export const handle: PageHandle = { title: 'nav.account' }

/** What has just been done, as the query says it, and its message. */
const DONE = {
  password: 'account.reset.doneTitle',
  email: 'account.confirm.doneTitle',
  session: 'account.sessions.ended',
  others: 'account.sessions.endedOthers',
  name: 'settings.saved',
  about: 'about.saved',
} as const
type Done = keyof typeof DONE

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/settings', request)
  const { searchParams } = new URL(request.url)
  const said = searchParams.get('done')
  const offer = await findRoleOffer(deps.db, viewer.id)
  const token = (await readSessionToken(request)) ?? ''
  return {
    role: viewer.role ?? ('unknown' as const),
    account: await findOwnAccount(deps.db, viewer.id),
    offer,
    isRefused: offer === null && searchParams.has('refused'),
    reminders: await findReminderChoices(deps.db, viewer),
    isSaved: searchParams.get('reminders') === 'saved',
    access: await findOwnAccess(deps.db, { userId: viewer.id, token, now: deps.clock.now() }),
    typedName: searchParams.get('name'),
    done: (Object.keys(DONE) as Done[]).find((known) => known === said) ?? null,
  }
}

/** Ends one session, or all but the one that asks; or changes the name. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const fields = await readFields(request)
  const intent = fields.get('intent')
  // Carries what was typed through signing in again.
  if (intent === 'name' && !(await loadViewer(request))) {
    throw redirect(entrance('/login', `/settings?${new URLSearchParams({ name: fields.get('name') })}`), 303)
  }
  const viewer = await requireVisit('/settings', request)
  if (intent === 'name') return rename(request, { userId: viewer.id, name: fields.get('name') })
  if (intent === 'end-others') {
    const session = (await readSessionToken(request)) ?? ''
    await endOtherSessions(deps, { userId: viewer.id, session })
    return redirect('/settings?done=others', 303)
  }
  await endOneSession(deps, { userId: viewer.id, id: fields.get('session') })
  return redirect('/settings?done=session', 303)
}

async function rename(request: Request, { userId, name }: { userId: string; name: string }) {
  const t = translatorFor(await readerLanguage(request))
  const refuse = (problem: RefusedForm['problems'][number], status = 400) =>
    data<RefusedForm>({ problems: [problem], values: { name } }, { status })
  const minutes = await minutesToWait('change_name_by_user', userId)
  if (minutes !== null) return refuse({ text: t('form.wait', { count: minutes }) }, 429)
  const changed = await changeName(deps, { userId, name })
  if (changed) return refuse({ field: changed.field, text: refusalText(t, changed) })
  return redirect('/settings?done=name', 303)
}

export default function Account() {
  const { t } = useTranslation()
  const { role, account, access, offer, isRefused, reminders, isSaved, done, typedName } =
    useLoaderData<typeof loader>()
  const refused = useAnswer<typeof action>()
  return (
    <Read>
      <PageHead title={t('nav.account')} />
      {isRefused && <Note tone="danger" role="alert" title={t('refusal.role_is_used')} />}
      {done && !refused && <Note tone="good" role="status" title={t(DONE[done])} />}
      <NameForm name={account.name} typed={typedName} refused={refused} />
      <OwnFacts role={role} account={account} />
      {offer && <RoleSwitch offer={offer} />}
      <ReminderChoices choices={reminders} isSaved={isSaved} />
      <SignIn twoStepSince={access.twoStepSince} />
      <Sessions sessions={access.sessions} />
      <Further />
      <p className="fine">
        <Link to={`/contact?${new URLSearchParams({ subject: t('nav.account') })}`}>{t('account.own.wrong')}</Link>
      </p>
    </Read>
  )
}
