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
          <WhatNext
            holder="quayside"
            title={t('submit.next.title')}
            steps={STEPS.map((step) => t(`submit.next.${step}`))}
          />
          {form.held.assets.length > 0 && (
            <WhatNext
              holder="ledger"
              title={t('held.steps.title')}
              steps={LEDGERS_STEPS.map((step) => t(`held.steps.${step}`))}
            />
          )}
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

const STEPS = ['id', 'fund', 'ship', 'approve'] as const
const LEDGERS_STEPS = ['agree', 'lock', 'ship', 'approve'] as const

/** Shown for the holder that the form has chosen. */
function WhatNext({ holder, title, steps }: { holder: 'quayside' | 'ledger'; title: string; steps: string[] }) {
  return (
    <section className={`sheet next--${holder}`}>
      <header>
        <h2>{title}</h2>
      </header>
      <ol className="steps">
        {steps.map((step) => (
          <li key={step}>
            <p>{step}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The earlier escrow, as if it had been typed. */
function typedLike({ amount, transactionId: _, openedAt: __, ...like }: LikeEscrow, language: string): RefusedForm {
  return { problems: [], values: { ...like, amount: formatInField(amount, language) } }
}
