import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { RegisterForm } from '#app/accounts/ui/register-form.tsx'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'

/** Props of the registration form. */
export type Registering = Pick<Parameters<typeof RegisterForm>[0], 'countries' | 'guard'>

export type Way = {
  state: 'register' | 'login' | 'confirm' | 'become' | 'used' | 'other'
  /** The invited address. */
  email: string
  token: string
  /** Login URL that leads back here. */
  login: string
  /** The signed-in user. */
  viewer: { name: string; email: string } | null
  /** Null: no account is to be opened. */
  registering: Registering | null
}

/** The next step of the reader of an invitation. */
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

/** Registration below the trade. /register shows its problems and what was typed. */
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

/** A plain form: the full page load removes the data of the person who logs out. */
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
