import { useTranslation } from 'react-i18next'
import { formatInField } from '#app/i18n/kernel/format.ts'
import type { LikeEscrow } from '#app/queries/opening/like-escrow.server.ts'
import type { RefusedForm } from '#app/ui/kernel/forms/refused-form.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Desk } from '#app/ui/kernel/page/page.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'
import { FeePart } from './fee-part.tsx'
import { SubmitForm, type SubmitFormProps } from './submit-form.tsx'
import { useKeptTyping } from './use-kept-typing.ts'

type SubmitDeskProps = Omit<SubmitFormProps, 'keep'> & { buyerId: string; like: LikeEscrow | null }

export function SubmitDesk({ buyerId, refused, like, ...form }: SubmitDeskProps) {
  const { t, i18n } = useTranslation()
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
      {like && !refused && !kept && (
        <Note>
          <p>
            <MomentSentence at={like.openedAt} as="day" text={(day) => t('submit.like', { day })} />
          </p>
        </Note>
      )}
      <SubmitForm
        {...form}
        refused={refused ?? kept ?? (like ? typedLike(like, i18n.language) : undefined)}
        keep={keep}
        key={kept ? 'kept' : 'new'}
      />
    </Desk>
  )
}

/** The earlier escrow, as if it had been typed. */
function typedLike({ currency, amount, notes, terms, sellerEmail }: LikeEscrow, language: string): RefusedForm {
  return { problems: [], values: { currency, amount: formatInField(amount, language), notes, terms, sellerEmail } }
}
