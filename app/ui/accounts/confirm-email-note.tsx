import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/kernel/forms/button.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'

/** To a person whose address is not confirmed yet: why it should be, and the letter again. */
export function ConfirmEmailNote({ title, text }: { title: string; text: string }) {
  return (
    <Note title={title}>
      <p>{text}</p>
      <ResendLetter />
    </Note>
  )
}

/** A plain form: the answer is a page of its own, with JavaScript and without. */
export function ResendLetter({ look = 'line' }: { look?: 'filled' | 'line' }) {
  const { t } = useTranslation()
  return (
    <form method="post" action="/confirm-email">
      <Actions after>
        <Button look={look} size={look === 'line' ? 'small' : undefined} name="intent" value="resend">
          {t('account.confirm.again')}
        </Button>
      </Actions>
    </form>
  )
}
