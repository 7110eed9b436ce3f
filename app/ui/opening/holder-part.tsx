import { useTranslation } from 'react-i18next'
import { type Asset, NETWORKS, networkOf } from '#app/domain/kernel/assets.ts'
import { colonOf, formatList } from '#app/i18n/kernel/format.ts'
import { Choice } from '#app/ui/kernel/forms/choice.tsx'
import { Field } from '#app/ui/kernel/forms/field.tsx'
import type { ShownAgain } from '#app/ui/kernel/forms/refused-form.ts'
import { SheetPart } from '#app/ui/kernel/frames/sheet.tsx'

/** The currencies that their ledger can hold here, and the day with which the form begins. Paused: there were more of them. */
export type HeldChoice = { assets: Asset[]; isPaused: boolean; until: string }

/** Who holds the money; with the ledger, until when. Where the ledger is given no new escrow, why. */
export function HolderPart({ shown, held }: { shown: ShownAgain; held: HeldChoice }) {
  const { t } = useTranslation()
  if (held.assets.length === 0) return held.isPaused ? <Paused /> : null
  return (
    <SheetPart title={t('held.choice.title')}>
      <Choice
        name="heldBy"
        legend={t('held.choice.title')}
        defaultValue={shown.typed('heldBy') === 'ledger' ? 'ledger' : 'quayside'}
        error={shown.error('heldBy')}
        options={[
          { value: 'quayside', label: t('held.choice.quayside'), consequence: t('held.choice.quaysideText') },
          {
            value: 'ledger',
            label: t('held.choice.ledger'),
            consequence: <OfEachLedger assets={held.assets} />,
          },
        ]}
      />
      {/* What is wrong shows whatever is chosen. */}
      <div className={shown.error('heldUntil') ? 'only' : 'only only--ledger'}>
        <p className="hint">{t('held.choice.needs')}</p>
        <Field
          name="heldUntil"
          type="date"
          label={t('held.choice.until')}
          hint={t('held.choice.untilHint')}
          error={shown.error('heldUntil')}
          defaultValue={shown.typed('heldUntil') ?? held.until}
          short
        />
      </div>
    </SheetPart>
  )
}

/** Each ledger its own, by the currencies that it holds: where the page cannot follow the chosen currency, all of it stands there. */
function OfEachLedger({ assets }: { assets: readonly Asset[] }) {
  const { t, i18n } = useTranslation()
  return NETWORKS.map((network) => {
    const own = assets.filter((asset) => networkOf(asset) === network)
    if (own.length === 0) return null
    return (
      <span className={`only--${network}`} key={network}>
        {formatList(own, i18n.language)}
        {colonOf(i18n.language)}
        {t(`held.choice.${network}`)}{' '}
      </span>
    )
  })
}

/** A form that was open before may ask for the ledger; what it is told is this sentence. */
function Paused() {
  const { t } = useTranslation()
  return (
    <SheetPart title={t('held.choice.title')}>
      <p className="hint" id="heldBy">
        {t('refusal.held_paused')}
      </p>
    </SheetPart>
  )
}
