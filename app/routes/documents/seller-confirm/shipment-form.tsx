import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TypedFacts } from '#app/domain/documents/typed-facts.ts'
import type { PresentingPart } from '#app/domain/escrow/shown-parts.ts'
import type { ListPage } from '#app/domain/kernel/paging/list-place.ts'
import { isUnderWay } from '#app/domain/kernel/payout-state.ts'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import { waitsForDate } from '#app/domain/lookup/headline.ts'
import { formatFileSize } from '#app/i18n/kernel/format.ts'
import type { EscrowRow } from '#app/queries/lookup/escrow-pages.server.ts'
import { AcceptsSupplement } from '#app/ui/accounts/service-terms.tsx'
import { Trap } from '#app/ui/accounts/trap.tsx'
import { Turnstile } from '#app/ui/accounts/turnstile.tsx'
import { MissingNote } from '#app/ui/agreement/missing-note.tsx'
import { HintsNote } from '#app/ui/documents/hints-note.tsx'
import { StatedFactsFields } from '#app/ui/documents/stated-facts.tsx'
import { UploadRows } from '#app/ui/documents/upload-rows.tsx'
import { UploadStatus } from '#app/ui/documents/upload-status.tsx'
import type { RefusedSettling } from '#app/ui/escrow/settle-form.tsx'
import { Button } from '#app/ui/kernel/forms/button.tsx'
import { Checkbox } from '#app/ui/kernel/forms/checkbox.tsx'
import type { Problem } from '#app/ui/kernel/forms/error-summary.tsx'
import { Field } from '#app/ui/kernel/forms/field.tsx'
import { FormToken } from '#app/ui/kernel/forms/form-token.tsx'
import { useFirst } from '#app/ui/kernel/forms/use-first.ts'
import { Sheet, SheetPart } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions, Desk } from '#app/ui/kernel/page/page.tsx'
import { EscrowTurn } from '#app/ui/lookup/escrow-turn.tsx'
import { WayToTask } from '#app/ui/lookup/held-sheet.tsx'
import { RejectedVersions, Settlement } from '#app/ui/lookup/later.tsx'
import { TradeSheet } from '#app/ui/lookup/trade-sheet.tsx'
import { WaitsForOther } from '#app/ui/lookup/waits-for-other.tsx'
import type { News } from '#app/ui/waiting/hear-news.ts'
import { LiveUpdates } from '#app/ui/waiting/live-updates.tsx'
import { ContractNote, FundingNote } from './escrow-notes.tsx'
import { MyEscrows } from './my-escrows.tsx'
import { SettlementFirst, SettlementLast } from './settlement.tsx'
import { uploadRows } from './upload-fields.ts'
import { WalletPart, type WalletPartProps } from './wallet-part.tsx'

/** What tells people from robots, and one sending from the next. */
type Guard = { stamp: string; formToken: string; siteKey: string | null }

type ShipmentFormProps = {
  escrow: EscrowView | null
  /** The version of it that the page shows. */
  news: News | null
  typed: string
  mine: ListPage<EscrowRow> | null
  /** The wallet that the seller has prepared. */
  own: WalletPartProps['own']
  guard: Guard
  maxBytes: number
  /** Uploads are scanned for malware. */
  isScanned: boolean
  /** Confirming accepts the supplement of Quayside's terms, too. */
  asksSupplement: boolean
  values: {
    transactionId: string
    walletAddress: string
    walletMemo: string
    acceptsContract: boolean
    facts: TypedFacts
  } | null
  problems: Problem[]
  /** A form about the end of the escrow that was refused. */
  refused: RefusedSettling | null
  /** Of the last sending. */
  answer: unknown
  summary: ReactNode
  isBusy: boolean
}

/** Escrow, documents, wallet and confirmation in one form, as the seller hands them over. */
export function ShipmentForm({ escrow, values, problems, summary, ...page }: ShipmentFormProps) {
  const { t, i18n } = useTranslation()
  const errorOf = (field: string) => problems.find((problem) => problem.field === field)?.text ?? null
  // With JavaScript the fields still hold their files after a refusal.
  const isReloaded = useFirst(page.answer) === page.answer
  const presenting = escrow?.parts.presenting ?? 'open'
  const isClosed = presenting !== 'open'
  const txid = values?.transactionId ?? escrow?.transactionId ?? page.typed
  return (
    <Desk asideFirst aside={<FormAside escrow={escrow} mine={page.mine} typed={txid} />}>
      {escrow && <TradeSheet escrow={escrow} />}
      {escrow && <SettlementFirst escrow={escrow} refused={page.refused} />}
      <Frame isClosed={isClosed}>
        {summary}
        <SheetPart title={t('seller.escrow')} hint={escrow ? undefined : t('seller.escrowHint')}>
          <Field
            name="transactionId"
            label={t('seller.transactionId')}
            note={t('ui.escrowId')}
            error={errorOf('transactionId')}
            defaultValue={txid}
            readOnly={escrow !== null}
            code
          />
          {escrow && <input type="hidden" name="seenCorrection" value={escrow.times.correctedAt ?? ''} />}
          {escrow?.sealed.fingerprint && <input type="hidden" name="seenTerms" value={escrow.sealed.fingerprint} />}
          {escrow && <FundingNote escrow={escrow} />}
          {escrow && isAwaited(escrow) && <LiveUpdates news={page.news} seconds={7} />}
        </SheetPart>
        {escrow && presenting !== 'open' ? (
          <SheetPart title={t('seller.documents')}>
            <p>{t(CLOSED_BY[presenting])}</p>
            <RejectedVersions escrow={escrow} />
          </SheetPart>
        ) : (
          <>
            <SheetPart
              title={t('seller.documents')}
              hint={
                <>
                  {t('seller.documentsHint', { max: formatFileSize(page.maxBytes, i18n.language) })}
                  {!page.isScanned && ` ${t('ui.document.unscannedHere')}`}
                  {isReloaded && values && ` ${t('seller.chooseAgain')}`}
                </>
              }
            >
              <UploadRows rows={uploadRows({ t, escrow, errorOf })} deleteForm="delete-document" />
              {escrow && <RejectedVersions escrow={escrow} />}
              <StatedFactsFields typed={values?.facts ?? null} errorOf={errorOf} />
              {escrow && <HintsNote hints={escrow.examination.hints} />}
            </SheetPart>
            <WalletPart escrow={escrow} own={page.own} values={values} errorOf={errorOf} />
            <SheetPart title={t('seller.confirm')}>
              {escrow && <ContractNote escrow={escrow} />}
              <Checkbox
                name="acceptsContract"
                label={t('seller.acceptTerms')}
                error={errorOf('acceptsContract')}
                defaultChecked={values?.acceptsContract}
              />
              <Checkbox name="captcha" label={t('seller.captcha')} error={errorOf('captcha')} />
              <Trap stamp={page.guard.stamp} />
              <FormToken token={page.guard.formToken} />
              {page.guard.siteKey && <Turnstile siteKey={page.guard.siteKey} answer={page.answer} />}
              {escrow?.agreement && <MissingNote documents={escrow.agreement.documents} />}
              <UploadStatus />
              {page.asksSupplement && <AcceptsSupplement by="confirming" />}
              <Actions after>
                <Button look={escrow?.may.answerRefund ? 'line' : 'filled'} disabled={page.isBusy}>
                  {page.isBusy ? t('seller.sending') : t('seller.button')}
                </Button>
              </Actions>
            </SheetPart>
          </>
        )}
      </Frame>
      {escrow && <SettlementLast escrow={escrow} refused={page.refused} />}
    </Desk>
  )
}

/** Why nothing can be presented now. */
const CLOSED_BY = {
  after_lock: 'seller.afterLock',
  none_left: 'examination.noneLeftSeller',
  frozen: 'seller.frozen',
  closed: 'seller.closed',
} as const satisfies Record<Exclude<PresentingPart, 'open'>, string>

/** A closed escrow is only shown: there is nothing to send. */
function Frame({ isClosed, children }: { isClosed: boolean; children: ReactNode }) {
  if (isClosed) return <div className="sheet">{children}</div>
  return (
    <Form method="post" encType="multipart/form-data" className="sheet">
      {children}
    </Form>
  )
}

/** Money is on its way: into the escrow, or out of it. */
function isAwaited(escrow: EscrowView): boolean {
  const isMoving = escrow.payouts.some(({ state }) => isUnderWay(state)) && !waitsForDate(escrow)
  return escrow.stage === 'awaiting_funds' || isMoving
}

type FormAsideProps = { escrow: EscrowView | null; typed: string } & Pick<ShipmentFormProps, 'mine'>

/** Before the ID is known: the way to look whether the money is there. Then: the turn. */
function FormAside({ escrow, mine, typed }: FormAsideProps) {
  return (
    <>
      {escrow && (
        <EscrowTurn
          escrow={escrow}
          reader="seller"
          place="aside"
          actions={escrow.parts.task ? <WayToTask escrow={escrow} /> : <WaitsForOther escrow={escrow} />}
        />
      )}
      {escrow && <Settlement part="PaidOut" escrow={escrow} refused={null} />}
      {(!escrow || escrow.parts.isToShip) && <BeforeShipping isFound={escrow !== null} typed={typed} />}
      {mine && mine.rows.length > 0 && <MyEscrows list={mine} />}
    </>
  )
}

/** Ship against money, not against promises; and the way to look for it. */
function BeforeShipping({ isFound, typed }: { isFound: boolean; typed: string }) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('seller.shipTitle')}>
      <div className="stack">
        <p className="small muted">{t(isFound ? 'seller.shipText' : 'seller.lookFirst')}</p>
        <p className="small">
          <Link to={typed ? `/wallet-check?${new URLSearchParams({ txid: typed })}` : '/wallet-check'}>
            {t('walletCheck.first')}
          </Link>
        </p>
        {!isFound && (
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
  )
}
