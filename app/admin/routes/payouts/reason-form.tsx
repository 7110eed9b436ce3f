import { ActionForm, type Returned } from '#app/admin/routes/forms/action-form.tsx'
import { ReasonField } from '#app/admin/routes/forms/reason-field.tsx'
import type { TypedPayoutForm } from './form.server.ts'

/** What a form of this page is about: sent with the form, and again with the confirmation. */
export type About = Pick<TypedPayoutForm, 'form' | 'intent' | 'networks' | 'stopIds'> &
  Partial<Pick<TypedPayoutForm, 'payoutId' | 'wallet' | 'clearanceId'>>

type ReasonFormProps = {
  about: About
  /** What the form does, as the label of its button. */
  summary: string
  label: string
  returned: Returned | null
}

export function ReasonForm({ about, summary, label, returned }: ReasonFormProps) {
  const look = about.intent === 'stop' ? 'act' : 'main'
  return (
    <ActionForm form={about.form} look={look} summary={summary} hidden={fieldsAbout(about)} returned={returned}>
      {(field) => <ReasonField {...field('reason')} label={label} />}
    </ActionForm>
  )
}

export function fieldsAbout(about: About): [name: string, value: string][] {
  const { form, intent, networks, stopIds, payoutId, wallet, clearanceId } = about
  return [
    ['form', form],
    ['intent', intent],
    ...networks.map((network): [string, string] => ['network', network]),
    ...stopIds.map((id): [string, string] => ['stop', id]),
    ...(payoutId ? [['payout', payoutId] satisfies [string, string]] : []),
    ...(clearanceId ? [['clearance', clearanceId] satisfies [string, string]] : []),
    ...(wallet ? [['address', wallet.address] satisfies [string, string]] : []),
    ...(wallet?.memo ? [['memo', wallet.memo] satisfies [string, string]] : []),
  ]
}
