import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Asset, custodyFactsOf, networkOf } from '#app/kernel/domain/assets.ts'
import { Choice } from '#app/kernel/ui/forms/choice.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import type { ShownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Pick } from '#app/kernel/ui/frames/pick.tsx'
import type { OnchainChoice } from './onchain-choice.ts'

type Holder = 'quayside' | 'ledger'

type HolderPickProps = {
  shown: ShownAgain
  held: OnchainChoice
  currency: Asset
  onHolder: (holder: Holder) => void
}

/** Who holds the money; for on-chain escrow also until when, and what cannot be undone. */
export function HolderPick({ shown, held, currency, onHolder }: HolderPickProps) {
  const { t } = useTranslation()
  const begins = holderIn(shown.typed('heldBy'))
  const [holder, setHolder] = useState(begins)
  const choose = (chosen: Holder) => {
    setHolder(chosen)
    onHolder(chosen)
  }
  return (
    <Pick
      what={t('held.choice.title')}
      is={t(`held.choice.${holder}`)}
      open={Boolean(shown.error('heldBy') || shown.error('heldUntil'))}
    >
      <div
        onChange={({ target }) =>
          target instanceof HTMLInputElement && target.name === 'heldBy' && choose(holderIn(target.value))
        }
      >
        <Choice
          name="heldBy"
          legend={t('held.choice.title')}
          defaultValue={begins}
          error={shown.error('heldBy')}
          options={[
            { value: 'quayside', label: t('held.choice.quayside'), consequence: t('held.choice.quaysideText') },
            { value: 'ledger', label: t('held.choice.ledger'), consequence: t(`held.choice.${networkOf(currency)}`) },
          ]}
        />
      </div>
      {/* A field with an error is shown whatever is chosen. */}
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
        {custodyFactsOf(currency).settledBy === 'secret' && <WhatIsFinal />}
      </div>
    </Pick>
  )
}

function holderIn(typed: string | undefined): Holder {
  return typed === 'ledger' ? 'ledger' : 'quayside'
}

/** Limits of an escrow that a secret opens, shown before anybody agrees to it. */
function WhatIsFinal() {
  const { t } = useTranslation()
  return (
    <Note tone="attention" title={t('held.final.title')} after>
      <ul>
        <li>{t('held.choice.noRefund')}</li>
        <li>{t('held.final.division')}</li>
        <li>{t('held.choice.oneWallet')}</li>
        <li>{t('held.final.deposit')}</li>
      </ul>
    </Note>
  )
}
