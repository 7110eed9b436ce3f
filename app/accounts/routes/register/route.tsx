import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirectDocument } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { pathAfterRegistration } from '#app/accounts/domain/access.ts'
import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { readPilotCode } from '#app/accounts/domain/pilot-link.ts'
import { entrance, ownPath } from '#app/accounts/domain/way-back.ts'
import { ownPilotLink, type PilotLink } from '#app/accounts/queries/pilot-link.server.ts'
import { RegisterForm } from '#app/accounts/ui/register-form.tsx'
import { describeBrowser } from '#app/accounts/web/browser.server.ts'
import { type Guard, handOutGuard, looksHuman, takeGuard } from '#app/accounts/web/captcha.server.ts'
import { rememberDevice } from '#app/accounts/web/known-device.server.ts'
import { setCookies, startSession } from '#app/accounts/web/session.server.ts'
import { requireVisitor, wantedPath } from '#app/accounts/web/viewer.server.ts'
import { registerUser } from '#app/accounts/workflows/register-user.server.ts'
import { openSession } from '#app/accounts/workflows/sign-in.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { countryOptions } from '#app/kernel/i18n/country-options.ts'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { AdminFrame, PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { clientNetwork } from '#app/kernel/web/http/limits.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { ForCustomer } from '#app/site/ui/for-customer.tsx'
import type { InvitedTrade } from '#app/trade/opening/queries/invitation.server.ts'
import { readRegistration, typedRegistration } from './form.server.ts'
import { findInvited, registerByInvitation } from './invited.server.ts'
import { WhatFollows } from './what-follows.tsx'

export const handle: PageHandle = {
  title: 'nav.register',
  description: 'meta.register',
  invitation({ data, search }) {
    const shown = data as Awaited<ReturnType<typeof loader>> | undefined
    return shown?.invited ? new URLSearchParams(search).get('invitation') : null
  },
}

/** `guard`: for the next try, when the form's own is used up. */
type Refused = RefusedForm & { guard?: Guard }

export async function loader({ request }: LoaderFunctionArgs) {
  const invited = await findInvited(request)
  await requireVisitor('/register', request)
  const { searchParams } = new URL(request.url)
  const isPilot = invited === null && searchParams.get('pilot') === 'freight'
  return {
    isPilot,
    // Does not look up the code, so that nobody can try codes here.
    from: isPilot ? readPilotCode(searchParams.get('from')) : null,
    redirectTo: wantedPath(request),
    invited: invited?.trade ?? null,
    pilotLink: isPilot ? await ownPilotLink(deps.db, { viewer: null, origin: config.origin }) : null,
    countries: countryOptions(await detectLanguage(request)),
    guard: handOutGuard(),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const invited = await findInvited(request)
  await requireVisitor('/register', request)
  const fields = await readFields(request)
  const locale = await detectLanguage(request)
  const t = translatorFor(locale)
  const refuse = (problems: RefusedForm['problems'], status = 400) =>
    data<Refused>({ problems, values: typedRegistration(fields) }, { status })
  // Keeps what was typed, with an unused guard.
  const askAgain = () =>
    data<Refused>(
      { problems: [{ text: t('contact.again') }], values: typedRegistration(fields), guard: handOutGuard() },
      { status: 400 },
    )

  const read = readRegistration(fields, t, invited ? { email: invited.trade.email, role: 'seller' } : undefined)
  if ('problems' in read) return refuse(read.problems)
  if (!looksHuman(fields)) return askAgain()
  const network = clientNetwork(request)
  const minutes = await minutesToWait('register_by_ip', network)
  if (minutes !== null) return refuse([{ text: t('form.wait', { count: minutes }) }], 429)
  if (!(await takeGuard(fields))) return askAgain()
  const wantsPilot = !invited && read.registration.isPilot && read.registration.role === 'buyer'
  if (wantsPilot && (await minutesToWait('pilot_by_network', clientNetwork(request))) !== null) {
    return refuse([{ text: t('register.pilotLater') }], 429)
  }
  const { name, password, about } = read.registration
  const goOn = ownPath(fields.get('redirectTo'))
  const registered = invited
    ? await registerByInvitation(request, { invited, name, password, about, locale })
    : await registerUser(deps, { ...read.registration, locale, goOn })
  if (isRefusal(registered)) {
    // Slows down probing which addresses have accounts: one that has counts as five registrations.
    if (registered.refused === 'email_taken')
      for (let more = 0; more < 4; more += 1) await minutesToWait('register_by_ip', network)
    return refuse([{ field: registered.field, text: refusalText(t, registered) }])
  }
  if (registered instanceof Response) return registered

  const cookie = await startSession(request, await openSession(deps, registered.userId, describeBrowser(request)))
  const { role, email } = read.registration
  const headers = setCookies(cookie, await rememberDevice(request, normalizeEmail(email)))
  const pilot = { trialCredits: 1, plan: 'pilot' } as const
  const unpaid = { hasPaid: false, feeStanding: 'unpaid', trialCredits: 0, plan: null } as const
  const account = { role, ...unpaid, ...(registered.isPilot && pilot) }
  const next = pathAfterRegistration(account, goOn)
  // The page of the fee says why it asks for one.
  const isAsked = wantsPilot && !registered.isPilot && next === '/payment'
  return redirectDocument(isAsked ? '/payment?pilot=used' : next, { status: 303, headers })
}

export default function Register() {
  const { t } = useTranslation()
  const { isPilot, from, redirectTo, invited, pilotLink, countries, guard } = useLoaderData<typeof loader>()
  const refused = useAnswer<typeof action>()
  return (
    <>
      <PageHead title={t('nav.register')} lead={invited && t('register.invitedText')} />
      <AdminFrame aside={<Aside pilotLink={from === null ? pilotLink : null} />} asideLabel={t('home.steps.title')}>
        {isPilot && (
          <Note title={t('register.pilotTitle')}>
            <p>{t('register.pilotText')}</p>
            {from !== null && <p>{t('customer.from')}</p>}
          </Note>
        )}
        {invited && <InvitedNote trade={invited} />}
        <RegisterForm
          isPilot={isPilot}
          from={from}
          invited={invited}
          redirectTo={redirectTo}
          countries={countries}
          guard={refused?.guard ?? guard}
          refused={refused}
        />
        {!invited && (
          <p className="fine">
            {t('register.haveAccount')} <Link to={entrance('/login', redirectTo)}>{t('register.login')}</Link>
          </p>
        )}
      </AdminFrame>
    </>
  )
}

/** `pilotLink`: what a forwarder sends to a customer; null for everybody else, such customers included. */
function Aside({ pilotLink }: { pilotLink: PilotLink | null }) {
  return (
    <>
      {pilotLink !== null && <ForCustomer link={pilotLink} />}
      <WhatFollows />
    </>
  )
}

function InvitedNote({ trade }: { trade: InvitedTrade }) {
  const { t, i18n } = useTranslation()
  const amount = formatAmount(trade.amount, trade.currency, i18n.language)
  return <Note title={t('invitation.title', { buyer: trade.buyerName, amount })} />
}
