import { Form, Link, useNavigation, useSearchParams } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { entrance } from '#app/accounts/domain/way-back.ts'
import { ResendEmail } from '#app/accounts/ui/confirm-email-note.tsx'
import { AccountEmail, PasswordField } from '#app/accounts/ui/password-field.tsx'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Actions, PageHead } from '#app/kernel/ui/page/page.tsx'

import { NewPasswordForm } from '../new-password-form.tsx'

/** `goOn`: a path of ours, where the person goes on afterwards. */
export type EmailConfirmation =
  /** The link is valid: one button. It shows the name, so that nobody confirms an account that somebody else opened. */
  | { state: 'ask'; name: string; email: string }
  /** In a browser where the account is not signed in: asks for its password too. */
  | { state: 'prove'; name: string; email: string }
  /** For whoever does not know the password: sets a new one. */
  | { state: 'choose'; email: string }
  | { state: 'done'; email: string; isSignedIn: boolean; goOn: string | null }
  | { state: 'dead'; isSignedIn: boolean; goOn: string | null }
  /** Without a link. */
  | { state: 'waiting' | 'sent'; email: string; goOn: string | null }
  | { state: 'visitor'; goOn: string | null }

type PageProps = { confirmation: EmailConfirmation; refused: RefusedForm | undefined }

export function ConfirmationPage({ confirmation, refused }: PageProps) {
  const { t } = useTranslation()
  switch (confirmation.state) {
    case 'ask':
      return <Ask {...confirmation} />
    case 'prove':
      return <Prove {...confirmation} refused={refused} />
    case 'choose':
      return (
        <>
          <PageHead title={t('pages.resetPassword')} lead={t('account.confirm.unknownText')} />
          <NewPasswordForm email={confirmation.email} refused={refused} />
        </>
      )
    case 'done':
      return (
        <>
          <PageHead title={t('account.confirm.doneTitle')} lead={t('account.confirm.doneText', confirmation)} />
          <Actions>
            <WayOn {...confirmation} />
          </Actions>
        </>
      )
    case 'dead':
      return (
        <>
          <PageHead title={t('account.deadTitle')} lead={t('account.confirm.dead')} />
          {confirmation.isSignedIn ? (
            <ResendEmail look="filled" goOn={confirmation.goOn} />
          ) : (
            <LoginFirst {...confirmation} />
          )}
        </>
      )
    case 'sent':
    case 'waiting':
      return (
        <>
          <PageHead
            title={confirmation.state === 'sent' ? t('account.confirm.sentTitle') : t('pages.confirmEmail')}
            lead={t('account.confirm.sentTo', confirmation)}
          />
          <ErrorSummary problems={refused?.problems ?? []} />
          <ResendEmail goOn={confirmation.goOn} />
        </>
      )
    case 'visitor':
      return (
        <>
          <PageHead title={t('pages.confirmEmail')} lead={t('account.confirm.visitor')} />
          <LoginFirst {...confirmation} />
        </>
      )
  }
}

function Ask({ name, email }: { name: string; email: string }) {
  const { t } = useTranslation()
  const isSending = useNavigation().state !== 'idle'
  return (
    <>
      <PageHead title={t('pages.confirmEmail')} lead={t('account.confirm.ask', { name, email })} />
      <Form method="post">
        <Actions>
          <Button disabled={isSending}>{t('account.confirm.button')}</Button>
        </Actions>
      </Form>
      <p className="fine">{t('account.confirm.notMe')}</p>
    </>
  )
}

function Prove({ name, email, refused }: { name: string; email: string; refused: RefusedForm | undefined }) {
  const { t } = useTranslation()
  const isSending = useNavigation().state !== 'idle'
  const [search] = useSearchParams()
  const { problems, error } = shownAgain(refused)
  const toChoose = new URLSearchParams([...search, ['new', '1']])
  return (
    <>
      <PageHead title={t('pages.confirmEmail')} lead={t('account.confirm.ask', { name, email })} />
      <Form method="post" className="sheet">
        <ErrorSummary problems={problems} />
        <div className="part">
          <AccountEmail email={email} />
          <PasswordField
            error={error('password')}
            after={
              <p className="small">
                <Link to={`?${toChoose}`}>{t('account.confirm.unknown')}</Link>
              </p>
            }
          />
          <Actions after>
            <Button disabled={isSending}>{t('account.confirm.button')}</Button>
          </Actions>
        </div>
      </Form>
    </>
  )
}

function WayOn({ isSignedIn, goOn }: { isSignedIn: boolean; goOn: string | null }) {
  const { t } = useTranslation()
  if (!isSignedIn) return <ButtonLink to={entrance('/login', goOn)}>{t('nav.login')}</ButtonLink>
  if (goOn === null) return <ButtonLink to="/dashboard">{t('nav.dashboard')}</ButtonLink>
  return (
    <>
      <ButtonLink to={goOn}>
        {t(goOn.startsWith('/seller-confirm?') ? 'invitation.open' : 'account.confirm.goOn')}
      </ButtonLink>
      <ButtonLink look="line" to="/dashboard">
        {t('nav.dashboard')}
      </ButtonLink>
    </>
  )
}

function LoginFirst({ goOn }: { goOn: string | null }) {
  const { t } = useTranslation()
  return (
    <Actions>
      <ButtonLink to={entrance('/login', entrance('/confirm-email', goOn))}>{t('nav.login')}</ButtonLink>
    </Actions>
  )
}
