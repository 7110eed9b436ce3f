import { useTranslation } from 'react-i18next'
import { Desk } from '#app/ui/kernel/page/page.tsx'
import { SubmitForm, type SubmitFormProps } from './submit-form.tsx'

export function SubmitDesk({ page, maxMegabytes, formToken, refused }: SubmitFormProps) {
  const { t } = useTranslation()
  return (
    <Desk
      aside={
        <section className="sheet">
          <header>
            <h2>{t('submit.next.title')}</h2>
          </header>
          <ol className="steps">
            {(['id', 'fund', 'ship', 'approve'] as const).map((step) => (
              <li key={step}>
                <p>{t(`submit.next.${step}`)}</p>
              </li>
            ))}
          </ol>
        </section>
      }
    >
      <SubmitForm page={page} maxMegabytes={maxMegabytes} formToken={formToken} refused={refused} />
    </Desk>
  )
}
