import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { RegisterForm } from '#app/accounts/ui/register-form.tsx'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'

/** What the form carries that opens the account. */
export type Registering = Pick<Parameters<typeof RegisterForm>[0], 'countries' | 'guard'>

export type Way = {
  state: 'register' | 'login' | 'confirm' | 'become' | 'used' | 'other'
  /** Who was invited. */
  email: string
  token: string
  /** Signing in, and coming back here. */
  login: string
  /** Who is signed in. */
  viewer: { name: string; email: string } | null
  /** Null where no account is opened. */
  registering: Registering | null
}

/** How the reader of an invitation comes to its escrow. */
export function WayIn({ state, email, token, login, viewer, registering }: Way) {
  const { t } = useTranslation()
  if (registering) return <Register email={email} token={token} {...registering} />
  return (
    <Sheet title={t('invitation.next')} className="stack">
      {state === 'login' && (
        <>
          <p>{t('invitation.loginText', { email })}</p>
          <Actions after>
            <ButtonLink to={login}>{t('nav.login')}</ButtonLink>
          </Actions>
        </>
      )}
      {state === 'confirm' && <Take text={t('invitation.confirmText', { email })} button={t('invitation.confirm')} />}
      {state === 'become' && <Take text={t('invitation.buyerText', { email })} button={t('invitation.become')} />}
      {state === 'used' && <p>{t('invitation.usedText', { email })}</p>}
      {state === 'other' && viewer && <Other email={email} token={token} viewer={viewer} />}
    </Sheet>
  )
}

/** The account is opened here, under the trade. What is wrong with it says its own page, which keeps what was typed. */
function Register({ email, token, ...form }: Pick<Way, 'email' | 'token'> & Registering) {
  const { t } = useTranslation()
  return (
    <>
      <RegisterForm
        {...form}
        title={t('invitation.create')}
        action={`/register?invitation=${encodeURIComponent(token)}`}
        isPilot={false}
        from={null}
        invited={{ email }}
        redirectTo={null}
        refused={undefined}
      />
      <p className="fine">{t('invitation.keep', { email })}</p>
    </>
  )
}

function Take({ text, button }: { text: string; button: string }) {
  const isSending = useNavigation().state !== 'idle'
  return (
    <>
      <p>{text}</p>
      <Form method="post">
        <Actions after>
          <Button disabled={isSending}>{button}</Button>
        </Actions>
      </Form>
    </>
  )
}

type OtherProps = { email: string; token: string; viewer: { name: string; email: string } }

/** A plain form: whoever logs out leaves nothing of theirs in the page. */
function Other({ email, token, viewer }: OtherProps) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('invitation.otherText', { email, own: viewer.email })}</p>
      <form method="post" action="/logout">
        <input type="hidden" name="redirectTo" value={`/invitation?token=${encodeURIComponent(token)}`} />
        <Actions after>
          <Button>{t('invitation.logout')}</Button>
        </Actions>
      </form>
    </>
  )
}
