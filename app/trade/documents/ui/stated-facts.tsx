import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDecimal } from '#app/kernel/i18n/format.ts'
import { AmountField } from '#app/kernel/ui/forms/amount-field.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { containerNumbersIn } from '#app/trade/documents/domain/container-number.ts'
import { AMOUNT_OF_PAPER, type TypedFacts } from '#app/trade/documents/domain/typed-facts.ts'

type StatedFactsProps = {
  /** What was typed before a refusal. */
  typed: TypedFacts | null
  errorOf: (field: string) => string | null
}

/** Optional facts about the documents, which reveal slips before the buyer sees them. */
export function StatedFactsFields({ typed, errorOf }: StatedFactsProps) {
  const { t, i18n } = useTranslation()
  const [container, setContainer] = useState(typed?.containerNumber ?? '')
  const { all, odd } = containerNumbersIn(container)
  const isOdd = container.trim() !== '' && (all.length === 0 || odd.length > 0)
  const isOpen = typed !== null && Object.values(typed).some((text) => text !== '')
  const amount = (name: 'invoiceAmount' | 'insuredAmount') => ({
    name,
    label: t(`examination.facts.${name}`),
    kind: AMOUNT_OF_PAPER,
    show: (value: string) => formatDecimal(value, i18n.language, 2),
    typed: typed?.[name] || undefined,
    error: errorOf(name),
    short: true,
  })
  return (
    <Disclosure summary={t('examination.facts.title')} open={isOpen} noPrint>
      <Field
        name="containerNumber"
        label={t('examination.facts.containerNumber')}
        defaultValue={typed?.containerNumber}
        onInput={(event) => setContainer(event.currentTarget.value)}
        after={
          isOdd && (
            <p className="small" role="status">
              {t('examination.facts.containerHint')}
            </p>
          )
        }
        maxLength={260}
        code
      />
      <Field
        name="ladenOn"
        type="date"
        label={t('examination.facts.ladenOn')}
        defaultValue={typed?.ladenOn}
        error={errorOf('ladenOn')}
        short
      />
      <AmountField {...amount('invoiceAmount')} />
      <AmountField {...amount('insuredAmount')} />
    </Disclosure>
  )
}
