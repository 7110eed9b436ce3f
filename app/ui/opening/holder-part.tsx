import { useTranslation } from 'react-i18next'
import { type Asset, custodyFactsOf, NETWORKS, networkOf } from '#app/domain/kernel/assets.ts'
import { colonOf, formatList } from '#app/i18n/kernel/format.ts'
import { Choice } from '#app/ui/kernel/forms/choice.tsx'
import { Field } from '#app/ui/kernel/forms/field.tsx'
import type { ShownAgain } from '#app/ui/kernel/forms/refused-form.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { SheetPart } from '#app/ui/kernel/frames/sheet.tsx'

/** The currencies that their ledger can hold here, and the day with which the form begins. */
export type HeldChoice = { assets: Asset[]; until: string }

/** Who holds the money; with the ledger, until when. */
export function HolderPart({ shown, held }: { shown: ShownAgain; held: HeldChoice }) {
  const { t } = useTranslation()
  if (held.assets.length === 0) return null
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
      <div className={shown.error('heldUntil') ? 'only stack' : 'only only--ledger stack'}>
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
        <WhatIsFinal assets={held.assets} />
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

/** What a ledger that a secret opens cannot do, before anybody agrees to it; its assets are named, as above. */
function WhatIsFinal({ assets }: { assets: readonly Asset[] }) {
  const { t, i18n } = useTranslation()
  const own = assets.filter((asset) => custodyFactsOf(asset).settledBy === 'secret')
  if (own.length === 0) return null
  return (
    <div className="only--xrpl">
      <Note
        tone="attention"
        title={`${formatList(own, i18n.language)}${colonOf(i18n.language)}${t('held.final.title')}`}
        after
      >
        <ul>
          <li>{t('held.choice.noRefund')}</li>
          <li>{t('held.final.division')}</li>
          <li>{t('held.choice.oneWallet')}</li>
          <li>{t('held.final.deposit')}</li>
        </ul>
      </Note>
    </div>
  )
}

/** Beside a field that the ledger needs and Quayside does not. Where the page cannot follow the choice, both are said. */
export function OptionalUnlessHeld({ held }: { held: HeldChoice }) {
  const { t } = useTranslation()
  if (held.assets.length === 0) return t('form.optional')
  return (
    <>
      <span className="only--quayside">{t('form.optional')}</span>
      <span className="only--quayside only--ledger"> · </span>
      <span className="only--ledger">{t('held.choice.needed')}</span>
    </>
  )
}
