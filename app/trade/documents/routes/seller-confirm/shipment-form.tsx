import { Form } from '@remix-run/react'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { AcceptsSupplement } from '#app/accounts/ui/service-terms.tsx'
import { Trap } from '#app/accounts/ui/trap.tsx'
import { Turnstile } from '#app/accounts/ui/turnstile.tsx'
import { formatFileSize } from '#app/kernel/i18n/format.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { FormToken } from '#app/kernel/ui/forms/form-token.tsx'
import { useFirst } from '#app/kernel/ui/forms/use-first.ts'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { SheetPart, SheetPlace } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import type { TypedFacts } from '#app/trade/documents/domain/typed-facts.ts'
import { UploadRows } from '#app/trade/documents/ui/upload-rows.tsx'
import { UploadStatus } from '#app/trade/documents/ui/upload-status.tsx'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { RejectedVersions } from '#app/trade/lookup/ui/later.tsx'
import { MissingNote } from '#app/trade/terms/ui/missing-note.tsx'
import { AcceptTerms } from './accept-terms.tsx'
import { ChecksNote, RejectionNote, StatedFactsFields } from './late/late.tsx'
import { sortRows, uploadRows } from './upload-fields.ts'
import { WalletPart, type WalletPartProps } from './wallet-part.tsx'

type Guard = { stamp: string; formToken: string; siteKey: string | null }

export type ShipmentFormProps = {
  escrow: PartyView | null
  typed: string
  /** The seller's saved wallet. */
  own: WalletPartProps['own']
  guard: Guard
  maxBytes: number
  isScanned: boolean
  /** Confirming also accepts the supplement of Quayside's terms. */
  asksSupplement: boolean
  values: {
    transactionId: string
    walletAddress: string
    walletMemo: string
    acceptsContract: boolean
    facts: TypedFacts
  } | null
  problems: Problem[]
  /** The answer to the last submission. */
  answer: unknown
  isBusy: boolean
}

/** Documents, wallet and confirmation in one form, with a field for the escrow's ID while no escrow is found. */
export function ShipmentForm({ escrow, values, problems, ...page }: ShipmentFormProps) {
  const { t } = useTranslation()
  const place = useContext(SheetPlace)
  const errorOf = (field: string) => problems.find((problem) => problem.field === field)?.text ?? null
  const txid = values?.transactionId ?? escrow?.transactionId ?? page.typed
  return (
    <Form method="post" encType="multipart/form-data" id="present" className={place === 'page' ? 'sheet' : undefined}>
      {escrow ? (
        <>
          <input type="hidden" name="transactionId" value={escrow.transactionId} />
          <input type="hidden" name="seenCorrection" value={escrow.times.correctedAt ?? ''} />
          {escrow.sealed.fingerprint && <input type="hidden" name="seenTerms" value={escrow.sealed.fingerprint} />}
        </>
      ) : (
        <SheetPart title={t('seller.escrow')}>
          <Field
            name="transactionId"
            label={t('seller.transactionId')}
            note={t('ui.escrowId')}
            error={errorOf('transactionId')}
            defaultValue={txid}
            code
          />
        </SheetPart>
      )}
      <Papers escrow={escrow} values={values} errorOf={errorOf} page={page} />
      <WalletPart escrow={escrow} own={page.own} values={values} errorOf={errorOf} />
      <SheetPart title={t('seller.confirm')}>
        <AcceptTerms escrow={escrow} error={errorOf('acceptsContract')} isTicked={values?.acceptsContract ?? false} />
        <Checkbox name="captcha" label={t('seller.captcha')} error={errorOf('captcha')} />
        <Trap stamp={page.guard.stamp} />
        <FormToken token={page.guard.formToken} />
        {page.guard.siteKey && <Turnstile siteKey={page.guard.siteKey} answer={page.answer} />}
        {escrow?.agreement && <MissingNote documents={escrow.agreement.documents} />}
        <UploadStatus />
        {page.asksSupplement && <AcceptsSupplement by="confirming" />}
        <Actions after>
          <Button
            look={place !== 'page' || (escrow && waitsForAnswer(escrow)) ? 'line' : 'filled'}
            disabled={page.isBusy}
          >
            {page.isBusy ? t('seller.sending') : t('seller.button')}
          </Button>
        </Actions>
      </SheetPart>
    </Form>
  )
}

/** True if the seller must answer the buyer first. */
function waitsForAnswer({ may, divisions }: PartyView): boolean {
  return may.answerRefund || divisions.some(({ mayAnswer }) => mayAnswer)
}

type PapersProps = Pick<ShipmentFormProps, 'escrow' | 'values'> & {
  errorOf: (field: string) => string | null
  page: Pick<ShipmentFormProps, 'answer' | 'maxBytes' | 'isScanned'>
}

/** First the rejection, then the agreed documents; those in order and the less common ones are folded. */
function Papers({ escrow, values, errorOf, page }: PapersProps) {
  const { t, i18n } = useTranslation()
  // With JavaScript, the file fields keep their files after a refusal.
  const isReloaded = useFirst(page.answer) === page.answer
  const max = formatFileSize(page.maxBytes, i18n.language)
  const isAgain = escrow !== null && escrow.times.confirmedAt !== null
  const { shown, inOrder, more } = sortRows(uploadRows({ t, escrow, errorOf }), escrow)
  return (
    <SheetPart
      title={t('seller.documents')}
      hint={
        <>
          {t('seller.documentsKinds', { max })}
          {!isAgain && !page.isScanned && ` ${t('ui.document.unscannedHere')}`}
          {isReloaded && values && ` ${t('seller.chooseAgain')}`}
        </>
      }
    >
      {escrow && <RejectionNote escrow={escrow} />}
      <UploadRows rows={shown} deleteForm="delete-document" />
      {inOrder.length > 0 && (
        <Disclosure summary={t('seller.inOrder', { number: String(inOrder.length) })}>
          <UploadRows rows={inOrder} deleteForm="delete-document" />
        </Disclosure>
      )}
      {more.length > 0 && (
        <Disclosure summary={t('seller.more')}>
          <UploadRows rows={more} deleteForm="delete-document" />
        </Disclosure>
      )}
      {escrow && <RejectedVersions escrow={escrow} />}
      <StatedFactsFields typed={values?.facts ?? null} errorOf={errorOf} />
      {escrow?.approval === 'Pending' && <ChecksNote hints={escrow.examination.hints} />}
    </SheetPart>
  )
}
