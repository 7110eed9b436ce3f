import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { entrance, ownPath } from '#app/accounts/domain/way-back.ts'
import { readReset } from '#app/accounts/queries/account-links.server.ts'
import { findLandingPath } from '#app/accounts/queries/landing.server.ts'
import { SignInForm } from '#app/accounts/ui/sign-in-form.tsx'
import { letIn } from '#app/accounts/web/second-step.server.ts'
import { checkSignIn, waitText } from '#app/accounts/web/sign-in.server.ts'
import { requireVisitor, wantedPath } from '#app/accounts/web/viewer.server.ts'
import { couponDoor } from '#app/fees/web/coupon-door.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { useAnswer } from '#app/kernel/ui/forms/use-answer.ts'
import { PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { readFields } from '#app/kernel/web/forms/read-fields.server.ts'
import { assertSameOrigin } from '#app/kernel/web/http/origin.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { detectLanguage } from '#app/languages/web/locale.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { ResellersDoor } from './resellers-door.tsx'

export const handle: PageHandle = { title: 'nav.login', description: 'meta.login' }

/** `redirectTo`: the page that asked for it. Signing in, registering and a new password all lead back there. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireVisitor('/login', request)
  // An email's link, for an owner who knows the password but is blocked by attempts of others.
  const proof = new URL(request.url).searchParams.get('token')
  const account = proof === null ? null : await readReset(deps.db, { token: proof, now: deps.clock.now() })
  const redirectTo = wantedPath(request)
  const { ref, txid } = wantedIn(redirectTo)
  return {
    redirectTo,
    proof: account && proof,
    email: account?.email,
    door: ref === null ? null : await couponDoor(request, ref),
    isOfEscrow: txid !== null,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  await requireVisitor('/login', request)
  const fields = await readFields(request)
  const t = translatorFor(await detectLanguage(request))
  const email = fields.get('email')
  const refuse = (problem: RefusedForm['problems'][number], status = 400) =>
    data<RefusedForm>({ problems: [problem], values: { email } }, { status })

  const signedIn = await checkSignIn(request, fields)
  if ('minutes' in signedIn) return refuse({ text: waitText(t, signedIn.minutes) }, 429)
  if (isRefusal(signedIn)) return refuse({ field: 'email', text: refusalText(t, signedIn) })

  const next =
    ownPath(fields.get('redirectTo')) ??
    (await findLandingPath(deps.db, { userId: signedIn.userId, serviceFee: deps.settings.serviceFee }))
  return letIn(request, { ...signedIn, next })
}

function wantedIn(path: string | null) {
  const query = new URL(path ?? '/', config.origin).searchParams
  return { ref: path?.startsWith('/payment') ? query.get('ref') : null, txid: query.get('txid') }
}

export default function Login() {
  const { t } = useTranslation()
  const { redirectTo, proof, email, door, isOfEscrow } = useLoaderData<typeof loader>()
  return (
    <Read>
      {door ? (
        <ResellersDoor door={door} register={entrance('/register', redirectTo)} />
      ) : (
        <PageHead title={t('nav.login')} lead={isOfEscrow && t('access.text')} />
      )}
      <SignInForm refused={useAnswer<typeof action>()} redirectTo={redirectTo} proof={proof} email={email} />
      {!door && (
        <p className="fine">
          {t('login.noAccount')} <Link to={entrance('/register', redirectTo)}>{t('nav.register')}</Link>
        </p>
      )}
    </Read>
  )
}
