import { useTranslation } from 'react-i18next'
import { Desk } from '#app/ui/kernel/page/page.tsx'
import { FeePart } from './fee-part.tsx'
import { SubmitForm, type SubmitFormProps } from './submit-form.tsx'
import { useKeptTyping } from './use-kept-typing.ts'

type SubmitDeskProps = Omit<SubmitFormProps, 'keep'> & { buyerId: string }

export function SubmitDesk({ buyerId, refused, ...form }: SubmitDeskProps) {
  const { t } = useTranslation()
  const { kept, keep } = useKeptTyping({ buyerId, formToken: form.formToken })
  return (
    <Desk
      aside={
        <>
          <FeePart fee={form.page.fee} difference={refused?.values.feeDifference ?? ''} />
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
        </>
      }
    >
      {/* Filled in again it is drawn anew: its fields take what they begin with once. */}
      <SubmitForm {...form} refused={refused ?? kept ?? undefined} keep={keep} key={kept ? 'kept' : 'new'} />
    </Desk>
  )
}
