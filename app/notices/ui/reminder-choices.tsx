import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import type { ReminderKind } from '#app/notices/domain/reminder-kinds.ts'

type ReminderChoicesProps = {
  choices: { kind: ReminderKind; isWanted: boolean }[]
  isSaved: boolean
}

/** The reader's choice of reminders. Emails about what has happened to the money come in any case. */
export function ReminderChoices({ choices, isSaved }: ReminderChoicesProps) {
  const { t } = useTranslation()
  if (choices.length === 0) return null
  return (
    <Sheet id="reminders" title={t('reminders.title')} className="stack">
      {isSaved && <Note tone="good" role="status" title={t('reminders.saved')} />}
      <p className="small muted">{t('reminders.always')}</p>
      <Form method="post" action="/letters">
        {choices.map(({ kind, isWanted }) => (
          <Checkbox key={kind} name={kind} label={t(`reminders.kind.${kind}`)} defaultChecked={isWanted} />
        ))}
        <Actions after>
          <Button look="line">{t('reminders.save')}</Button>
        </Actions>
      </Form>
    </Sheet>
  )
}
