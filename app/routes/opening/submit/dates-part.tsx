import { useTranslation } from 'react-i18next'
import { MOST_EXAMINE_DAYS, ON_SILENCE, type TypedDates } from '#app/domain/agreement/trade-dates.ts'
import type { Network } from '#app/domain/kernel/assets.ts'
import { DocumentTicks } from '#app/ui/agreement/document-ticks.tsx'
import { WeekendChoice } from '#app/ui/agreement/weekend-choice.tsx'
import { Choice } from '#app/ui/kernel/forms/choice.tsx'
import { Field } from '#app/ui/kernel/forms/field.tsx'
import type { ShownAgain } from '#app/ui/kernel/forms/refused-form.ts'
import { SheetPart } from '#app/ui/kernel/frames/sheet.tsx'

/** `ledgers`: those that can be chosen to hold the money. */
type DatesPartProps = { shown: ShownAgain; usual: TypedDates; ledgers: readonly Network[] }

/** Until when each side has to do its part, and what follows when it does not; or that the trade has no dates. */
export function DatesPart({ shown, usual, ledgers }: DatesPartProps) {
  const { t } = useTranslation()
  const isWrong = ['fundBy', 'presentBy', 'examineDays'].some((field) => shown.error(field))
  return (
    <SheetPart title={t('dates.title')} hint={t('dates.hint')}>
      <Choice
        name="dates"
        legend={t('dates.title')}
        defaultValue={shown.typed('dates') === 'none' ? 'none' : 'agreed'}
        options={[
          { value: 'agreed', label: t('dates.with'), consequence: t('dates.withText') },
          {
            value: 'none',
            label: t('dates.without'),
            // What the ledger holds waits until its own date.
            consequence: <span className="only--quayside">{t('dates.withoutText')}</span>,
          },
        ]}
      />
      {/* What is wrong shows whatever is chosen. */}
      <div className={isWrong ? 'only' : 'only only--dated'}>
        <DateFields shown={shown} usual={usual} ledgers={ledgers} />
      </div>
    </SheetPart>
  )
}

function DateFields({ shown, usual, ledgers }: DatesPartProps) {
  const { t } = useTranslation()
  const field = (name: 'fundBy' | 'presentBy' | 'examineDays') => ({
    name,
    label: t(`dates.${name}`),
    hint: t(`dates.${name}Hint`),
    error: shown.error(name),
    defaultValue: shown.typed(name) ?? usual[name],
    short: true,
  })
  return (
    <>
      <Field {...field('fundBy')} type="date" />
      <Field
        {...field('presentBy')}
        type="date"
        after={ledgers.map((network) => (
          <p className={`hint only--ledger only--${network}`} key={network}>
            {t(`dates.presentByHeld.${network}`)}
          </p>
        ))}
      />
      <Field {...field('examineDays')} type="number" inputMode="numeric" min={1} max={MOST_EXAMINE_DAYS} />
      <WeekendChoice id="weekend" chosen={shown.typed('weekend') ?? usual.weekend ?? ''} />
      <DocumentTicks id="documents" ticked={shown.typed('documents')?.split(' ') ?? usual.documents} />
      <Choice
        name="onSilence"
        legend={t('dates.silence')}
        legendShown
        defaultValue={shown.typed('onSilence') ?? usual.onSilence}
        options={ON_SILENCE.map((value) => ({
          value,
          label: t(`dates.${value}`),
          consequence: t(`dates.${value}Text`),
        }))}
      />
      {/* Whoever left the wallet to the seller has chosen that above, out of sight. */}
      <p className="hint only--left">{t('dates.acceptedLeft')}</p>
    </>
  )
}
