import { Form } from '@remix-run/react'
import type { CalculatorField } from '#app/domain/site/savings.ts'
import { Button } from '#app/ui/kernel/forms/button.tsx'
import { Field } from '#app/ui/kernel/forms/field.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { useHydrated } from '#app/ui/kernel/live/use-hydrated.ts'
import type { SavingWords } from './saving.server.ts'
import { SavingBars } from './saving-bars.tsx'
import { useSaving } from './use-saving.ts'
import type { FreightWords } from './words.ts'

type CalculatorProps = {
  words: FreightWords['calculator']
  /** What the fields hold as the page opens. */
  texts: Record<CalculatorField, string>
  saving: SavingWords
}

/**
 * What a year costs (spec §2, §5, §9). A form that asks for the page anew; with JavaScript the result follows what is
 * typed.
 */
export function Calculator({ words, texts, saving: fromPage }: CalculatorProps) {
  const { saving, ignored, ask } = useSaving(fromPage)
  const isHydrated = useHydrated()
  const error = (field: CalculatorField, sentence: string) => (ignored.includes(field) ? sentence : null)
  return (
    <section className="sec" id="calculator">
      <div className="wrap">
        <h2>{words.title}</h2>
        <p className="sec__lead">{words.lead}</p>
        <div className="sheet calc">
          <Form
            method="get"
            // The router would scroll to the mark although the page stays.
            action={isHydrated ? PATH : `${PATH}#calculator`}
            preventScrollReset
            replace
            onInput={(event) => ask(event.currentTarget)}
          >
            <Field
              name="value"
              label={words.shipmentValue}
              error={error('shipmentValue', words.ignored)}
              defaultValue={texts.shipmentValue}
              prefix="$"
              {...NUMBER}
            />
            <Field
              name="shipments"
              label={words.shipmentsPerYear}
              error={error('shipmentsPerYear', words.ignored)}
              defaultValue={texts.shipmentsPerYear}
              {...NUMBER}
            />
            <Field
              name="bank"
              label={words.bankFeePercent}
              hint={words.bankHint}
              error={error('bankFeePercent', words.ignoredPercent)}
              defaultValue={texts.bankFeePercent}
              suffix="%"
              {...NUMBER}
            />
            <Button look="line">{words.calculate}</Button>
          </Form>
          <section className="calc__out" aria-label={words.result}>
            <p className="calc__save" aria-live="polite" aria-atomic>
              {words.keep}{' '}
              <b className="calc__sum">
                <bdi>{saving.savings}</bdi>
              </b>{' '}
              {saving.less}
            </p>
            <SavingBars label={words.chart} saving={saving} />
            {saving.minimum ? (
              <Note tone="attention" title={words.minimumTitle} after>
                <p>{saving.minimum.text}</p>
              </Note>
            ) : (
              <p className="fine">{saving.each}</p>
            )}
            <p className="fine">{words.fine}</p>
          </section>
        </div>
      </div>
    </section>
  )
}

const PATH = '/freight-forwarders'
const NUMBER = { inputMode: 'decimal', autoComplete: 'off', maxLength: 22, className: 'num' } as const
