import { useTranslation } from 'react-i18next'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'

/** To a person whose address is not confirmed: why it should be, and a button that sends the email again. */
export function ConfirmEmailNote({ title, text, goOn }: { title: string; text: string; goOn?: string }) {
  return (
    <Note title={title}>
      <p>{text}</p>
      <ResendEmail goOn={goOn} />
    </Note>
  )
}

type ResendEmailProps = {
  look?: 'filled' | 'line'
  /** A path of ours, where the email's link finally leads. */
  goOn?: string | null
}

/** A plain form: the answer is a page of its own, with and without JavaScript. */
export function ResendEmail({ look = 'line', goOn }: ResendEmailProps) {
  const { t } = useTranslation()
  return (
    <form method="post" action="/confirm-email">
      {goOn && <input type="hidden" name="redirectTo" value={goOn} />}
      <Actions after>
        <Button look={look} size={look === 'line' ? 'small' : undefined} name="intent" value="resend">
          {t('account.confirm.again')}
        </Button>
      </Actions>
    </form>
  )
}
