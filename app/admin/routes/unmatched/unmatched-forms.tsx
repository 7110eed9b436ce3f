/** Forms of the actions on an unmatched payment. Each asks for confirmation before it acts. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnmatchedView } from '#app/admin/queries/unmatched.server.ts'
import { ActionForm, type FieldOf, type Returned } from '#app/admin/routes/forms/action-form.tsx'
import { ReasonField } from '#app/admin/routes/forms/reason-field.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Choice } from '#app/kernel/ui/forms/choice.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { CLOSED_BY_HAND, isAssignable } from '#app/ledgers/payments/domain/unmatched-payment.ts'
import type { UnmatchedAction } from './actions.server.ts'

type UnmatchedProps = { row: UnmatchedView; returned: Returned | null }

type UnmatchedFormProps = UnmatchedProps & {
  act: UnmatchedAction
  look: 'main' | 'act' | 'quiet'
  summary: string
  preset?: Record<string, string>
  hidden?: Record<string, string>
  children: (field: FieldOf) => ReactNode
}

/** Sends the kind and amount shown here: the action is refused if they have changed meanwhile. */
function UnmatchedForm({ row: { id, kind, amount }, act, hidden, ...form }: UnmatchedFormProps) {
  const t = useAdmin()
  return (
    <ActionForm
      form={`${act}-${id}`}
      hidden={{ intent: act, case: id, kind, amount, ...hidden }}
      button={t('cases.assign.next')}
      {...form}
    />
  )
}

/** Accepts a fee as paid although a small rest is missing, with the reason. */
export function AcceptShort(props: UnmatchedProps) {
  const t = useAdmin()
  return (
    <UnmatchedForm {...props} act="accept" look="act" summary={t('cases.accept.do')}>
      {(field) => <ReasonField {...field('note')} aria-required />}
    </UnmatchedForm>
  )
}

/** Reopens an unmatched payment whose money was kept, with the reason. */
export function TakeUp(props: UnmatchedProps) {
  const t = useAdmin()
  return (
    <UnmatchedForm {...props} act="take-up" look="act" summary={t('cases.takeUp')}>
      {(field) => <ReasonField {...field('note')} aria-required />}
    </UnmatchedForm>
  )
}

/** States that outgoing payments have nothing to do with this money. */
export function DenyDoubts({ payments, ...props }: UnmatchedProps & { payments: string }) {
  const t = useAdmin()
  return (
    <UnmatchedForm {...props} act="deny" look="quiet" summary={t('cases.doubt.deny')} hidden={{ payments }}>
      {(field) => <ReasonField {...field('reason')} aria-required />}
    </UnmatchedForm>
  )
}

export function AssignPayment(props: UnmatchedProps) {
  const t = useAdmin()
  return (
    <UnmatchedForm {...props} act="assign" look="main" summary={t('cases.assign.open')}>
      {(field) => (
        <>
          <Field
            {...field('target')}
            label={t('cases.assign.target')}
            hint={t('cases.assign.targetHint')}
            autoComplete="off"
            code
          />
          <ReasonField {...field('note')} label={t('cases.assign.note')} />
        </>
      )}
    </UnmatchedForm>
  )
}

/**
 * Refunds the money to a wallet that its payer names, or redirects a waiting refund. The sender's address is shown but
 * never filled in: it may be an exchange's pool. A wallet that the payer has stated is filled in.
 */
export function PayBack(props: UnmatchedProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { payback, wanted } = props.row
  return (
    <UnmatchedForm
      {...props}
      act="pay-back"
      look={isMain(props.row) ? 'main' : 'act'}
      summary={payback ? common('lookup.settle.wallet.blockedTitle') : t('cases.back.open')}
      preset={{ walletAddress: wanted?.address ?? '', walletMemo: wanted?.memo ?? '' }}
    >
      {(field) => (
        <>
          <p className="small">{t('cases.back.lead')}</p>
          <Field {...field('walletAddress')} label={t('cases.facts.back')} autoComplete="off" code />
          <Field {...field('walletMemo')} label={t('cases.facts.memo')} autoComplete="off" code />
          <ReasonField {...field('note')} label={t('cases.assign.note')} />
        </>
      )}
    </UnmatchedForm>
  )
}

/** Only one button is filled: the action that `cases.do` names for this kind. Assignment or full payment goes first. */
function isMain({ kind, payback }: UnmatchedView): boolean {
  return payback !== null || !(isAssignable(kind) || kind === 'fee_short' || kind === 'fee_late')
}

/** Records how it ended without a refund here, and what becomes of the money, which we still have. */
export function CloseUnmatched(props: UnmatchedProps) {
  const t = useAdmin()
  const options = CLOSED_BY_HAND.map((end) => ({
    value: end,
    label: t(`cases.end.${end}`),
    consequence: t(`cases.end.${end}Text`),
  }))
  return (
    <UnmatchedForm {...props} act="close" look="quiet" summary={t('cases.close')}>
      {(field) => (
        <>
          <Choice {...field('end')} legend={t('cases.end.question')} legendShown options={options} />
          <Field
            {...field('hash')}
            label={t('cases.end.hash')}
            note={t('cases.end.hashNote')}
            autoComplete="off"
            code
          />
          <ReasonField {...field('outcome')} label={t('cases.outcome')} />
        </>
      )}
    </UnmatchedForm>
  )
}
