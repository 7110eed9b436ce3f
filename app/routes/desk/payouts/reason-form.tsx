import { Form } from '@remix-run/react'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Button } from '#app/ui/kernel/forms/button.tsx'
import { TextArea } from '#app/ui/kernel/forms/field.tsx'
import { Disclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'
import type { TypedForm } from './form.server.ts'

/** What a form of this page is about; it goes with the form, and once more with the question whether one is sure. */
export type About = Pick<TypedForm, 'form' | 'intent' | 'networks' | 'stopIds'> &
  Partial<Pick<TypedForm, 'payoutId' | 'wallet' | 'clearanceId'>>

/** A form that was refused, as it comes back. */
export type RefusedForm = { form: string; text: string; reason: string }

type ReasonFormProps = {
  about: About
  /** What the form does, in the words of its button. */
  summary: string
  label: string
  hint?: string
  refused: RefusedForm | null
  isBusy: boolean
}

/** Asks for the reason; opens without JavaScript, and stays open when it was refused. */
export function ReasonForm({ about, summary, label, hint, refused, isBusy }: ReasonFormProps) {
  const t = useDesk()
  const own = refused?.form === about.form ? refused : null
  return (
    <Disclosure look={about.intent === 'stop' ? 'act' : 'main'} summary={summary} open={own !== null} noPrint>
      <Form method="post" className="matter__close">
        <AboutFields about={about} />
        <TextArea
          name="reason"
          id={`reason-${about.form}`}
          rows={3}
          label={label}
          hint={hint ?? t('payouts.reasonHint')}
          error={own?.text}
          defaultValue={own?.reason ?? ''}
        />
        <Actions after>
          <Button disabled={isBusy}>{t(isBusy ? 'decide.working' : 'decide.next')}</Button>
        </Actions>
      </Form>
    </Disclosure>
  )
}

export function AboutFields({ about }: { about: About }) {
  const { form, intent, networks, stopIds, payoutId, wallet, clearanceId } = about
  return (
    <>
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="intent" value={intent} />
      {networks.map((network) => (
        <input key={network} type="hidden" name="network" value={network} />
      ))}
      {stopIds.map((id) => (
        <input key={id} type="hidden" name="stop" value={id} />
      ))}
      {payoutId && <input type="hidden" name="payout" value={payoutId} />}
      {clearanceId && <input type="hidden" name="clearance" value={clearanceId} />}
      {wallet && <input type="hidden" name="address" value={wallet.address} />}
      {wallet?.memo && <input type="hidden" name="memo" value={wallet.memo} />}
    </>
  )
}
