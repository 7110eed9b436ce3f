import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { LONGEST_NAME } from '#app/kernel/domain/words/person-name.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { LanguageSelect } from '#app/languages/ui/language-select.tsx'

type NameFormProps = {
  name: string
  /** What was typed before the session ended: signing in again does not lose it. */
  typed: string | null
  refused: RefusedForm | undefined
}

/** Name, and the language of pages and emails. */
export function NameForm({ name, typed, refused }: NameFormProps) {
  const { t } = useTranslation()
  const isSending = useNavigation().state !== 'idle'
  const shown = shownAgain(refused)
  return (
    <section className="sheet" aria-label={t('settings.nameAndLanguage')}>
      <ErrorSummary problems={shown.problems} />
      <div className="sheet__in stack">
        <Form method="post">
          <input type="hidden" name="intent" value="name" />
          <Field
            name="name"
            label={t('register.name')}
            hint={t('settings.nameHint')}
            error={shown.error('name')}
            defaultValue={shown.typed('name') ?? typed ?? name}
            maxLength={LONGEST_NAME}
            autoComplete="name"
            aria-required
          />
          <Actions after>
            <Button look="line" disabled={isSending}>
              {t('settings.save')}
            </Button>
          </Actions>
        </Form>
        <LanguageSelect label={t('nav.language')} />
      </div>
    </section>
  )
}
