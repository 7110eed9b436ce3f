import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documentTypesIn } from '#app/escrow/domain/document-types.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { formatDay, formatList } from '#app/kernel/i18n/format.ts'
import { Choice } from '#app/kernel/ui/forms/choice.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import type { ShownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Pick } from '#app/kernel/ui/frames/pick.tsx'
import { RichText } from '#app/kernel/ui/text/rich-text.tsx'
import { MOST_EXAMINE_DAYS, ON_SILENCE, onSilenceOf, type TypedDates } from '#app/trade/terms/domain/trade-dates.ts'
import { readWorkingDay } from '#app/trade/terms/domain/working-days.ts'
import { DocumentTicks } from '#app/trade/terms/ui/document-ticks.tsx'
import { WeekendChoice } from '#app/trade/terms/ui/weekend-choice.tsx'

type DatesPicksProps = {
  shown: ShownAgain
  usual: TypedDates
  /** The receiving wallet is left to the seller: then silence is never acceptance. */
  isWalletLeft: boolean
  /** The ledger that can hold the money. Null: only Quayside can. */
  ledger: Network | null
}

/** The deadlines of each side with their outcomes, one sentence each, or a trade without dates. */
export function DatesPicks({ shown, usual, isWalletLeft, ledger }: DatesPicksProps) {
  const { t } = useTranslation()
  const isWithout = shown.typed('dates') === 'none'
  return (
    <div className="picks">
      <DayPick name="fundBy" shown={shown} usual={usual} />
      <DayPick name="presentBy" shown={shown} usual={usual} held={ledger && t(`dates.presentByHeld.${ledger}`)} />
      <ExaminePick shown={shown} usual={usual} />
      <SilencePick shown={shown} usual={usual} isWalletLeft={isWalletLeft} />
      <PapersPick shown={shown} usual={usual} />
      <Pick is={t('dates.noneAsked')} open={isWithout} className="pick--quiet">
        <Choice
          name="dates"
          legend={t('dates.title')}
          defaultValue={isWithout ? 'none' : 'agreed'}
          options={[
            { value: 'agreed', label: t('dates.with') },
            {
              value: 'none',
              label: t('dates.without'),
              // With on-chain escrow, the ledger's own date applies.
              consequence: <span className="only--quayside">{t('dates.withoutText')}</span>,
            },
          ]}
        />
      </Pick>
    </div>
  )
}

type RowProps = { shown: ShownAgain; usual: TypedDates }

/** `held`: what differs with on-chain escrow. */
function DayPick({ name, shown, usual, held }: RowProps & { name: 'fundBy' | 'presentBy'; held?: string | null }) {
  const { t, i18n } = useTranslation()
  const begins = shown.typed(name) ?? usual[name]
  const [typed, setTyped] = useState(begins)
  const date = readWorkingDay(typed)
  const day = date ? formatDay(date.toISOString(), i18n.language) : typed
  const error = shown.error(name)
  return (
    <Pick
      is={<RichText text={t(`dates.${name}Is`, { day })} components={{ b: <b /> }} />}
      consequence={
        <>
          {t(`dates.${name}Hint`)} {held && <span className="only--ledger">{held}</span>}
        </>
      }
      open={error !== null}
      className={error === null ? 'only--dated' : undefined}
    >
      <Field
        name={name}
        type="date"
        label={t(`dates.${name}`)}
        hint={t('dates.hint')}
        error={error}
        defaultValue={begins}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        short
      />
    </Pick>
  )
}

function ExaminePick({ shown, usual }: RowProps) {
  const { t } = useTranslation()
  const begins = shown.typed('examineDays') ?? usual.examineDays
  const [typed, setTyped] = useState(begins)
  const error = shown.error('examineDays')
  return (
    <Pick
      is={<RichText text={t('dates.examineIs', { count: Number(typed) || 0 })} components={{ b: <b /> }} />}
      consequence={t('dates.examineDaysHint')}
      open={error !== null}
      className={error === null ? 'only--dated' : undefined}
    >
      <Field
        name="examineDays"
        type="number"
        inputMode="numeric"
        min={1}
        max={MOST_EXAMINE_DAYS}
        label={t('dates.examineDays')}
        hint={t('dates.examineDaysFrom', { most: MOST_EXAMINE_DAYS })}
        error={error}
        defaultValue={begins}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        short
      />
      <WeekendChoice id="weekend" chosen={shown.typed('weekend') ?? usual.weekend ?? ''} />
    </Pick>
  )
}

function SilencePick({ shown, usual, isWalletLeft }: RowProps & { isWalletLeft: boolean }) {
  const { t } = useTranslation()
  const begins = onSilenceOf(shown.typed('onSilence') ?? usual.onSilence)
  const [chosen, setChosen] = useState(begins)
  return (
    <Pick
      is={<RichText text={t(`dates.silenceIs.${chosen}`)} components={{ b: <b /> }} />}
      consequence={t(
        chosen === 'quayside' ? 'dates.quaysideText' : isWalletLeft ? 'dates.acceptedLeft' : 'dates.acceptedThen',
      )}
      className="only--dated"
    >
      <div onChange={({ target }) => target instanceof HTMLInputElement && setChosen(onSilenceOf(target.value))}>
        <Choice
          name="onSilence"
          legend={t('dates.silence')}
          legendShown
          defaultValue={begins}
          options={ON_SILENCE.map((value) => ({
            value,
            label: t(`dates.${value}`),
            consequence: t(value === 'accepted' && isWalletLeft ? 'dates.acceptedLeft' : `dates.${value}Text`),
          }))}
        />
      </div>
    </Pick>
  )
}

function PapersPick({ shown, usual }: RowProps) {
  const { t, i18n } = useTranslation()
  const begins = shown.typed('documents')?.split(' ') ?? usual.documents
  const [ticked, setTicked] = useState<readonly string[]>(begins)
  const names = documentTypesIn(ticked).map((type) => t(`documentType.${type}`))
  const follow = ({ value, checked }: HTMLInputElement) =>
    setTicked((before) => [...before.filter((type) => type !== value), ...(checked ? [value] : [])])
  return (
    <Pick
      what={t('dates.documents')}
      is={names.length > 0 ? formatList(names, i18n.language) : t('dates.noDocuments')}
      className="only--dated"
    >
      <div onChange={({ target }) => target instanceof HTMLInputElement && follow(target)}>
        <DocumentTicks id="documents" ticked={begins} />
      </div>
    </Pick>
  )
}
