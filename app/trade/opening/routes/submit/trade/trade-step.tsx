import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmailField } from '#app/accounts/ui/email-field.tsx'
import { rulesOf, TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import { type Asset, isAsset, USUAL_ASSET } from '#app/kernel/domain/assets.ts'
import type { ShownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { SheetPart } from '#app/kernel/ui/frames/sheet.tsx'
import { UploadStatus } from '#app/trade/documents/ui/upload-status.tsx'
import type { SubmitPage } from '#app/trade/opening/queries/submit-page.server.ts'
import { SellerLanguage } from '#app/trade/opening/ui/seller-language.tsx'
import { TermField } from '#app/trade/opening/ui/term-field.tsx'
import { StepForm } from '../steps/step-form.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { ContractPart } from './contract-part.tsx'
import { ReceivingPick } from './receiving-pick.tsx'
import { TradePart } from './trade-part.tsx'

const FOLDED = TEXTS.filter((name) => rulesOf(name).place === 'contract')

export function TradeStep({ shown, page, contract, maxMegabytes, isScanned, token, next, keep }: StepProps) {
  const { t } = useTranslation()
  const [currency, setCurrency] = useState<Asset>(presetCurrency(shown, page))
  return (
    <StepForm
      step="trade"
      next={next}
      token={token}
      problems={shown.problems}
      keep={keep}
      button={t('submit.steps.on')}
      before={<UploadStatus />}
    >
      <div className="sheet">
        <TradePart
          shown={shown}
          paidTrade={page.paidTrade}
          prices={page.prices}
          currency={currency}
          onCurrency={setCurrency}
        />
        <SheetPart title={t('submit.sellerTitle')}>
          <EmailField
            name="sellerEmail"
            label={t('submit.sellerEmail')}
            hint={t('submit.sellerEmailHint')}
            error={shown.error('sellerEmail')}
            typed={shown.typed('sellerEmail')}
            chosen={shown.typed('sellerEmailChosen')}
            autoComplete="off"
          />
          <SellerLanguage
            name="sellerLanguage"
            error={shown.error('sellerLanguage')}
            defaultValue={shown.typed('sellerLanguage')}
          />
        </SheetPart>
        <SheetPart title={t('submit.contractTitle')}>
          <ContractPart shown={shown} contract={contract} maxMegabytes={maxMegabytes} isScanned={isScanned} />
          <Disclosure
            summary={t('submit.termsToo')}
            open={FOLDED.some((name) => (shown.typed(name) ?? '') !== '' || shown.error(name))}
          >
            {FOLDED.map((name) => (
              <TermField name={name} shown={shown} rows={3} key={name} />
            ))}
          </Disclosure>
        </SheetPart>
        <div className="picks">
          <ReceivingPick shown={shown} saved={page.saved} currency={currency} />
        </div>
      </div>
    </StepForm>
  )
}

function presetCurrency({ typed }: ShownAgain, page: SubmitPage): Asset {
  const currency = typed('currency')
  return isAsset(currency) ? currency : (page.paidTrade?.currency ?? page.saved?.currency ?? USUAL_ASSET)
}
