import { Form, useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TypedDates } from '#app/domain/agreement/trade-dates.ts'
import { CONTRACT_KINDS } from '#app/domain/documents/documents.ts'
import { type Asset, isAsset, networkOf } from '#app/domain/kernel/assets.ts'
import { acceptAttribute } from '#app/domain/kernel/file-kind.ts'
import type { SubmitPage } from '#app/queries/opening/submit-page.server.ts'
import { EmailField } from '#app/ui/accounts/email-field.tsx'
import { AcceptsSupplement } from '#app/ui/accounts/service-terms.tsx'
import { UploadStatus } from '#app/ui/documents/upload-status.tsx'
import { Button } from '#app/ui/kernel/forms/button.tsx'
import { ErrorSummary } from '#app/ui/kernel/forms/error-summary.tsx'
import { FileField, TextArea } from '#app/ui/kernel/forms/field.tsx'
import { FormToken } from '#app/ui/kernel/forms/form-token.tsx'
import { type RefusedForm, type ShownAgain, shownAgain } from '#app/ui/kernel/forms/refused-form.ts'
import { useFirst } from '#app/ui/kernel/forms/use-first.ts'
import { SheetPart } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'
import { type HeldChoice, HolderPart, OptionalUnlessHeld } from '#app/ui/opening/holder-part.tsx'
import { SellerLanguage } from '#app/ui/opening/seller-language.tsx'
import { DatesPart } from './dates-part.tsx'
import { PaymentPart } from './payment-part.tsx'
import { TradePart } from './trade-part.tsx'
import { PayingPart, ReceivingPart } from './wallet-parts.tsx'

export type SubmitFormProps = {
  page: SubmitPage
  /** With which the dates begin. */
  usualDates: TypedDates
  held: HeldChoice
  maxMegabytes: number
  /** Uploads are scanned for malware. */
  isScanned: boolean
  formToken: string
  refused: RefusedForm | undefined
  keep: (form: HTMLFormElement) => void
}

export function SubmitForm({
  page,
  usualDates,
  held,
  maxMegabytes,
  isScanned,
  formToken,
  refused,
  keep,
}: SubmitFormProps) {
  const { t } = useTranslation()
  const isSending = useNavigation().formData !== undefined
  const shown = shownAgain(refused)
  const isReloaded = useFirst(refused) === refused
  const [currency, setCurrency] = useState<Asset>(presetCurrency(shown, page))
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="sheet answers"
      onSubmit={({ currentTarget }) => keep(currentTarget)}
    >
      <ErrorSummary problems={shown.problems} />
      {/* The form of another number is another form. */}
      <FormToken token={formToken} key={formToken} />
      <TradePart
        shown={shown}
        paidTrade={page.paidTrade}
        prices={page.prices}
        currency={currency}
        onCurrency={setCurrency}
      />
      <ContractPart shown={shown} maxMegabytes={maxMegabytes} isScanned={isScanned} isReloaded={isReloaded} />
      <SellerPart shown={shown} held={held} />
      <HolderPart shown={shown} held={held} />
      <ReceivingPart shown={shown} saved={page.saved} currency={currency} />
      <PayingPart shown={shown} paying={page.paying} currency={currency} held={held} />
      <PaymentPart shown={shown} payAhead={page.payAhead} />
      <DatesPart shown={shown} usual={usualDates} ledgers={[...new Set(held.assets.map(networkOf))]} />
      <div className="part">
        <UploadStatus />
        {page.asksSupplement && <AcceptsSupplement by="opening" />}
        <Actions>
          <Button disabled={isSending}>{isSending ? t('submit.sending') : t('submit.send')}</Button>
        </Actions>
      </div>
    </Form>
  )
}

function presetCurrency({ typed }: ShownAgain, page: SubmitPage): Asset {
  const currency = typed('currency')
  return isAsset(currency) ? currency : (page.paidTrade?.currency ?? page.saved?.currency ?? 'USDC')
}

type ContractPartProps = { shown: ShownAgain; maxMegabytes: number; isScanned: boolean; isReloaded: boolean }

function ContractPart({ shown, maxMegabytes, isScanned, isReloaded }: ContractPartProps) {
  const { t } = useTranslation()
  // With JavaScript the field still holds its file after a refusal.
  const wasLost = isReloaded && shown.typed('contract') === 'sent'
  return (
    <SheetPart
      title={t('submit.contractTitle')}
      hint={`${t('submit.contractHint')}${isScanned ? '' : ` ${t('ui.document.unscannedHere')}`}`}
    >
      <FileField
        name="contract"
        label={t('submit.contract')}
        note={t('form.optional')}
        hint={t('submit.contractKinds', { max: maxMegabytes })}
        error={shown.error('contract') ?? (wasLost ? t('submit.chooseAgain') : null)}
        accept={acceptAttribute(CONTRACT_KINDS)}
      />
    </SheetPart>
  )
}

function SellerPart({ shown, held }: { shown: ShownAgain; held: HeldChoice }) {
  const { t } = useTranslation()
  return (
    <SheetPart title={t('submit.sellerTitle')}>
      <EmailField
        name="sellerEmail"
        label={t('submit.sellerEmail')}
        note={<OptionalUnlessHeld held={held} />}
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
      <TextArea
        name="terms"
        label={t('submit.terms')}
        note={t('form.optional')}
        hint={t('submit.termsHint')}
        error={shown.error('terms')}
        defaultValue={shown.typed('terms')}
        rows={3}
      />
    </SheetPart>
  )
}
