import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary, type Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'

type LinkPageProps = {
  title: string
  /** What the link would do; null: it is dead. */
  question: string | null
  button: string
  problems: Problem[]
  /** Where the holder of a dead link goes on. */
  otherwise: { to: string; label: string }
}

/** The page of a link about an account's address: it asks once, and a press answers. */
export function LinkPage({ title, question, button, problems, otherwise }: LinkPageProps) {
  const { t } = useTranslation()
  const isSending = useNavigation().state !== 'idle'
  if (question === null) {
    return (
      <Read>
        <PageHead title={t('account.deadTitle')} lead={t('refusal.link_dead')} />
        <Actions>
          <ButtonLink to={otherwise.to}>{otherwise.label}</ButtonLink>
        </Actions>
      </Read>
    )
  }
  return (
    <Read>
      <PageHead title={title} lead={question} />
      <ErrorSummary problems={problems} />
      <Form method="post">
        <Actions>
          <Button disabled={isSending}>{button}</Button>
        </Actions>
      </Form>
    </Read>
  )
}
