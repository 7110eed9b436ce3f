import { useTranslation } from 'react-i18next'
import type { TypedForm } from '#app/kernel/domain/answers/unavailable.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Actions } from './page.tsx'

/** A form without JavaScript that could not be taken: its fields are kept on this page, to be sent again. */
export function SendAgain({ form }: { form: TypedForm }) {
  const { t } = useTranslation()
  return (
    <form className="stack" method="post" action={form.action} encType="multipart/form-data">
      {form.fields.map(([name, value], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing is moved, and names come several times.
        <input key={place} type="hidden" name={name} value={value} />
      ))}
      <p>{t('error.awayTyped')}</p>
      {form.files.length > 0 && <p>{t('error.awayFiles', { files: form.files.join(', ') })}</p>}
      <p>{t('error.awaySent')}</p>
      <Actions>
        <Button>{t('error.awaySend')}</Button>
      </Actions>
    </form>
  )
}
