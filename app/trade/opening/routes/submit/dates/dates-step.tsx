import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Asset, isAsset, networkOf, USUAL_ASSET } from '#app/kernel/domain/assets.ts'
import { HolderPick } from '#app/trade/opening/ui/holder-pick.tsx'
import { StepForm } from '../steps/step-form.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { DatesPicks } from './dates-picks.tsx'
import { FoundPick } from './found-pick.tsx'
import { PayingPick } from './paying-pick.tsx'

/** Deadlines, who holds the money, and how it is paid. */
export function DatesStep({ shown, page, usualDates, held, token, next, keep }: StepProps) {
  const { t } = useTranslation()
  const currency = currencyIn(shown.typed('currency'))
  const [holder, setHolder] = useState(shown.typed('heldBy') === 'ledger' ? 'ledger' : 'quayside')
  const mayHold = held.assets.includes(currency)
  return (
    <StepForm
      step="dates"
      next={next}
      token={token}
      problems={shown.problems}
      keep={keep}
      button={t('submit.steps.on')}
      back="trade"
    >
      <section className="sheet">
        <header>
          <h2>{t('dates.title')}</h2>
        </header>
        <DatesPicks
          shown={shown}
          usual={usualDates}
          isWalletLeft={shown.typed('walletFrom') === 'seller'}
          ledger={mayHold ? networkOf(currency) : null}
        />
      </section>
      <section className="sheet">
        <header>
          <h2>{t('submit.payment')}</h2>
        </header>
        <div className="picks">
          {(mayHold || shown.error('heldBy')) && (
            <HolderPick shown={shown} held={held} currency={currency} onHolder={setHolder} />
          )}
          <PayingPick
            shown={shown}
            paying={page.paying}
            currency={currency}
            isNeeded={mayHold && holder === 'ledger'}
          />
          <FoundPick shown={shown} payAhead={page.payAhead} currency={currency} />
        </div>
      </section>
    </StepForm>
  )
}

function currencyIn(typed: string | undefined): Asset {
  return isAsset(typed ?? '') ? (typed as Asset) : USUAL_ASSET
}
