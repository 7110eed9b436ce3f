import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { findOwnAccess, findOwnAccount } from '#app/queries/accounts/own-account.server.ts'
import { findRoleOffer } from '#app/queries/accounts/role-offer.server.ts'
import { findReminderChoices } from '#app/queries/letters/reminder-choices.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { RoleSwitch } from '#app/ui/accounts/role-switch.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { ReminderChoices } from '#app/ui/letters/reminder-choices.tsx'
import { readSessionToken } from '#app/web/accounts/session.server.ts'
import { requireVisit } from '#app/web/accounts/viewer.server.ts'
import { readFields } from '#app/web/kernel/forms/read-fields.server.ts'
import { assertSameOrigin } from '#app/web/kernel/http/origin.server.ts'
import { endOneSession, endOtherSessions } from '#app/workflows/accounts/own/end-sessions.server.ts'
import { OwnFacts } from './own-facts.tsx'
import { Sessions } from './sessions.tsx'
import { SignIn } from './sign-in.tsx'

export const handle: PageHandle = { title: 'nav.account' }

/** What has just been done, as the address says it, and the sentence for it. */
const DONE = {
  password: 'account.reset.doneTitle',
  email: 'account.confirm.doneTitle',
  session: 'account.sessions.ended',
  others: 'account.sessions.endedOthers',
  about: 'about.saved',
} as const
type Done = keyof typeof DONE

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/account', request)
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
    done: (Object.keys(DONE) as Done[]).find((known) => known === said) ?? null,
  }
}

/** Ends one session, or all but the one that asks. */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const viewer = await requireVisit('/account', request)
  const fields = await readFields(request)
  if (fields.get('intent') === 'end-others') {
    const session = (await readSessionToken(request)) ?? ''
    await endOtherSessions(deps, { userId: viewer.id, session })
    return redirect('/account?done=others', 303)
  }
  await endOneSession(deps, { userId: viewer.id, id: fields.get('session') })
  return redirect('/account?done=session', 303)
}

/** What Quayside knows of a person as such, one section below the other; each section is a file of its own. */
export default function Account() {
  const { t } = useTranslation()
  const { role, account, access, offer, isRefused, reminders, isSaved, done } = useLoaderData<typeof loader>()
  return (
    <Read>
      <PageHead title={t('nav.account')} lead={t('account.own.lead')} />
      {isRefused && <Note tone="danger" role="alert" title={t('refusal.role_is_used')} />}
      {done && <Note tone="good" role="status" title={t(DONE[done])} />}
      <OwnFacts role={role} account={account} />
      {offer && <RoleSwitch offer={offer} />}
      <ReminderChoices choices={reminders} isSaved={isSaved} />
      <SignIn twoStepSince={access.twoStepSince} />
      <Sessions sessions={access.sessions} />
      <p className="fine">
        <Link to={`/contact?${new URLSearchParams({ subject: t('nav.account') })}`}>{t('account.own.wrong')}</Link>
      </p>
    </Read>
  )
}
