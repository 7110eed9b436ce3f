import { useTranslation } from 'react-i18next'
import type { SubmitPage } from '#app/queries/submit-page.server.ts'
import { Desk } from '#app/ui/page.tsx'
import type { RefusedForm } from '#app/ui/refused-form.ts'
import { SubmitForm } from './submit-form.tsx'

type SubmitDeskProps = { page: SubmitPage; maxMegabytes: number; refused: RefusedForm | undefined }

export function SubmitDesk({ page, maxMegabytes, refused }: SubmitDeskProps) {
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
      <SubmitForm page={page} maxMegabytes={maxMegabytes} refused={refused} />
    </Desk>
  )
}
