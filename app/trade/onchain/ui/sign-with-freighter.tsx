import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { useHydrated } from '#app/kernel/ui/live/use-hydrated.ts'
import { type AskedOfFreighter, type Failure, signWithFreighter } from './freighter.ts'

const NAME = { wallet: 'Freighter' }

type SignProps = AskedOfFreighter & {
  /** The form's field for the signed transaction. */
  field: string
  networkName: string
}

/** Signs with Freighter and submits the result as if it had been pasted into the form. Nothing without JavaScript. */
export function SignWithFreighter({ field, networkName, ...asked }: SignProps) {
  const { t } = useTranslation()
  const isHydrated = useHydrated()
  const [state, setState] = useState<'idle' | 'asking' | Failure>('idle')
  if (!isHydrated) return null
  const sign = async (form: HTMLFormElement | null) => {
    setState('asking')
    const answer = await signWithFreighter(asked).catch((): Failure => 'refused')
    if (typeof answer === 'string') return setState(answer)
    setState('idle')
    if (form) handIn(form, field, answer.signed)
  }
  return (
    <div className="field">
      <p className="acts">
        <Button
          type="button"
          look="line"
          disabled={state === 'asking'}
          onClick={({ currentTarget }) => sign(currentTarget.form)}
        >
          {t('held.wallet.sign', NAME)}
        </Button>
      </p>
      <p className="small" aria-live="polite">
        {state === 'missing' && t('held.wallet.missing', { ...NAME, site: 'freighter.app' })}
        {state === 'network' && t('held.wallet.network', { ...NAME, network: networkName })}
        {state === 'refused' && t('held.wallet.refused', NAME)}
      </p>
    </div>
  )
}

/** Submits by the form's own button, so that its intent is sent. */
function handIn(form: HTMLFormElement, field: string, signed: string): void {
  const control = form.elements.namedItem(field)
  if (control instanceof HTMLTextAreaElement) control.value = signed
  form.requestSubmit(form.querySelector<HTMLButtonElement>('button[name=intent]'))
}
