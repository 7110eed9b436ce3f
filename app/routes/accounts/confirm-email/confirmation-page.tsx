import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ResendLetter } from '#app/ui/accounts/confirm-email-note.tsx'
import { Button, ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { Actions, PageHead } from '#app/ui/kernel/page/page.tsx'

export type Confirmation =
  /** The link is good: one button. The name, so that nobody confirms an account that somebody else has opened. */
  | { state: 'ask'; name: string; email: string; isSignedIn: boolean }
  | { state: 'done'; email: string; isSignedIn: boolean }
  | { state: 'dead'; isSignedIn: boolean }
  /** Without a link. */
  | { state: 'waiting' | 'sent'; email: string }
  | { state: 'visitor' }

export function ConfirmationPage({ confirmation }: { confirmation: Confirmation }) {
  const { t } = useTranslation()
  switch (confirmation.state) {
    case 'ask':
      return <Ask {...confirmation} />
    case 'done':
      return (
        <>
          <PageHead title={t('account.confirm.doneTitle')} lead={t('account.confirm.doneText', confirmation)} />
          <Actions>
            {confirmation.isSignedIn ? (
              <ButtonLink to="/dashboard">{t('pages.dashboard')}</ButtonLink>
            ) : (
              <ButtonLink to="/login">{t('nav.login')}</ButtonLink>
            )}
          </Actions>
        </>
      )
    case 'dead':
      return (
        <>
          <PageHead title={t('account.deadTitle')} lead={t('account.confirm.dead')} />
          {confirmation.isSignedIn ? <ResendLetter look="filled" /> : <LoginFirst />}
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
          <ResendLetter />
        </>
      )
    case 'visitor':
      return (
        <>
          <PageHead title={t('pages.confirmEmail')} lead={t('account.confirm.visitor')} />
          <LoginFirst />
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

function LoginFirst() {
  const { t } = useTranslation()
  return (
    <Actions>
      <ButtonLink to="/login?redirectTo=/confirm-email">{t('nav.login')}</ButtonLink>
    </Actions>
  )
}
