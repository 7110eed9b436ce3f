import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EscrowView } from '#app/domain/escrow-view.ts'
import { formatFileSize } from '#app/i18n/format.ts'
import type { EscrowRow } from '#app/queries/escrow-pages.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import type { Problem } from '#app/ui/error-summary.tsx'
import { EscrowTurn } from '#app/ui/escrow/escrow-turn.tsx'
import { Field } from '#app/ui/field.tsx'
import { LiveUpdates } from '#app/ui/live-updates.tsx'
import { Actions, Desk } from '#app/ui/page.tsx'
import { Sheet, SheetPart } from '#app/ui/sheet.tsx'
import { UploadRows } from '#app/ui/upload-rows.tsx'
import { ContractNote, FundingNote } from './escrow-notes.tsx'
import { MyEscrows } from './my-escrows.tsx'
import { uploadRows } from './upload-fields.ts'

type ShipmentFormProps = {
  escrow: EscrowView | null
  typed: string
  mine: EscrowRow[]
  stamp: string
  maxBytes: number
  values: { transactionId: string; walletAddress: string; walletMemo: string; acceptsContract: boolean } | null
  problems: Problem[]
  summary: ReactNode
  isBusy: boolean
}

/** Escrow, documents, wallet and confirmation in one form, as the seller hands them over. */
export function ShipmentForm({ escrow, values, problems, summary, ...page }: ShipmentFormProps) {
  const { t, i18n } = useTranslation()
  const errorOf = (field: string) => problems.find((problem) => problem.field === field)?.text ?? null
  const isClosed = escrow !== null && !escrow.may.confirm
  const txid = values?.transactionId ?? escrow?.transactionId ?? page.typed
  return (
    <Desk asideFirst aside={<FormAside escrow={escrow} mine={page.mine} typed={txid} />}>
      <Form method="post" encType="multipart/form-data" className="sheet">
        {summary}
        <SheetPart title={t('seller.escrow')} hint={escrow ? undefined : t('seller.escrowHint')}>
          <Field
            name="transactionId"
            label={t('seller.transactionId')}
            error={errorOf('transactionId')}
            defaultValue={txid}
            readOnly={escrow !== null}
            code
          />
          {escrow && <FundingNote escrow={escrow} />}
          {escrow && !escrow.times.verifiedAt && <LiveUpdates seconds={7} />}
        </SheetPart>
        {isClosed ? (
          <SheetPart title={t('seller.documents')}>
            <p>{t('seller.closed')}</p>
          </SheetPart>
        ) : (
          <>
            <SheetPart
              title={t('seller.documents')}
              hint={
                <>
                  {t('seller.documentsHint', { max: formatFileSize(page.maxBytes, i18n.language) })}
                  {problems.length > 0 && ` ${t('seller.chooseAgain')}`}
                </>
              }
            >
              <UploadRows rows={uploadRows({ t, escrow, errorOf })} deleteForm="delete-document" />
            </SheetPart>
            <SheetPart title={t('seller.wallet')} hint={t('seller.walletHint')}>
              <Field
                name="walletAddress"
                label={escrow ? t('seller.addressFor', { currency: escrow.currency }) : t('seller.address')}
                error={errorOf('walletAddress')}
                defaultValue={values?.walletAddress ?? escrow?.payoutWallet?.address ?? ''}
                autoComplete="off"
                code
              />
              <Field
                name="walletMemo"
                label={t('seller.memo')}
                note={t('seller.memoNote')}
                error={errorOf('walletMemo')}
                defaultValue={values?.walletMemo ?? escrow?.payoutWallet?.memo ?? ''}
                autoComplete="off"
                code
                short
              />
            </SheetPart>
            <SheetPart title={t('seller.confirm')}>
              {escrow && <ContractNote escrow={escrow} />}
              <Checkbox
                name="acceptsContract"
                label={t('seller.acceptTerms')}
                error={errorOf('acceptsContract')}
                defaultChecked={values?.acceptsContract}
              />
              <Checkbox name="captcha" label={t('seller.captcha')} error={errorOf('captcha')} />
              <Trap stamp={page.stamp} />
              <Actions after>
                <Button disabled={page.isBusy}>{page.isBusy ? t('seller.sending') : t('seller.button')}</Button>
              </Actions>
            </SheetPart>
          </>
        )}
      </Form>
    </Desk>
  )
}

/** What backs the captcha checkbox: robots fill the field that people neither see nor hear (app/web/captcha.server.ts). */
function Trap({ stamp }: { stamp: string }) {
  return (
    <>
      <input type="hidden" name="issued" value={stamp} />
      <div className="vh" aria-hidden="true">
        <input type="text" name="website" tabIndex={-1} autoComplete="off" aria-label="website" />
      </div>
    </>
  )
}

/** Before the ID is known: the way to look whether the money is there. Then: the turn. */
function FormAside({ escrow, mine, typed }: { escrow: EscrowView | null; mine: EscrowRow[]; typed: string }) {
  const { t } = useTranslation()
  return (
    <>
      {escrow && <EscrowTurn escrow={escrow} reader="seller" place="aside" />}
      <Sheet title={t('seller.shipTitle')}>
        <div className="stack">
          <p className="small muted">{t(escrow ? 'seller.shipText' : 'seller.lookFirst')}</p>
          {!escrow && (
            <Form method="get">
              <Field
                name="txid"
                id="find"
                label={t('seller.transactionId')}
                defaultValue={typed}
                code
                autoComplete="off"
              />
              <Actions after>
                <Button look="line">{t('seller.find')}</Button>
              </Actions>
            </Form>
          )}
        </div>
      </Sheet>
      {mine.length > 0 && <MyEscrows escrows={mine} />}
    </>
  )
}
