import { useTranslation } from 'react-i18next'
import type { AdminEscrow } from '#app/admin/queries/escrow.server.ts'
import { ClaimsForAdmin } from '#app/escrow/ui/payment-claims.tsx'
import { textFacts } from '#app/escrow/ui/text-facts.ts'
import { takesTag } from '#app/kernel/domain/assets.ts'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Code, CopyRow, InlineCode } from '#app/kernel/ui/text/code.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { SeenPaymentList, SeenPaymentRow } from '#app/ledgers/payments/ui/seen-payment.tsx'
import { DocumentPreview } from '#app/trade/documents/ui/document-preview.tsx'
import { PresentationsSheet } from '#app/trade/documents/ui/presentations-sheet.tsx'
import { EscrowDocuments } from '#app/trade/lookup/ui/escrow-documents.tsx'
import { ContractLink, PayingWalletSheet } from '#app/trade/lookup/ui/escrow-facts.tsx'
import { EscrowTrack, TermsSheet } from '#app/trade/lookup/ui/later.tsx'
import { OnchainSheet } from '#app/trade/lookup/ui/onchain-sheet.tsx'
import { DatesSheet } from '#app/trade/terms/ui/dates-sheet.tsx'
import { PersonName } from './person.tsx'
import { useAdmin } from './words.tsx'

type EscrowProps = { desk: AdminEscrow }

export function EscrowAside({ desk }: EscrowProps) {
  const { custody, deposit } = desk.view
  return (
    <>
      <Terms desk={desk} />
      {custody.fundedBy === 'lock' && <OnchainSheet escrow={desk.view} />}
      {/* What still reaches an account of ours counts for nothing, and is an unmatched payment. */}
      {(custody.fundedBy === 'deposit' || deposit.payments.length > 0) && <Deposit desk={desk} />}
      <EscrowTrack escrow={desk.view} />
    </>
  )
}

/** The agreed dates and terms, and proposed changes, which the operator cannot answer. */
export function Agreed({ desk: { view } }: EscrowProps) {
  return (
    <>
      <DatesSheet escrow={view} refused={null} keeps={false} />
      <TermsSheet escrow={view} refused={null} />
    </>
  )
}

export function PartiesSheet({ desk: { buyer, seller } }: EscrowProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  return (
    <Sheet title={t('parties.title')}>
      <Facts
        items={[
          {
            label: t('parties.buyer'),
            value: <PersonName person={buyer} />,
            ...(buyer.referredBy && { detail: t('escrow.referredBy', { email: buyer.referredBy }) }),
          },
          seller
            ? {
                label: t('parties.seller'),
                value: <PersonName person={{ name: seller.name ?? '', email: seller.email }} />,
                detail: t(seller.isBound ? 'parties.bound' : 'parties.named'),
              }
            : { label: t('parties.seller'), value: common('escrow.facts.sellerOpen') },
        ]}
      />
    </Sheet>
  )
}

function Terms({ desk: { view, buyer } }: EscrowProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { contract } = view
  const facts: Fact[] = [
    { label: common('escrow.facts.amount'), value: <Amount value={view.amount} asset={view.currency} /> },
    { label: common('escrow.facts.opened'), value: <Moment at={view.createdAt} as="day" /> },
    contract
      ? {
          label: common('escrow.facts.contract'),
          value: <ContractLink escrowId={view.id} contract={contract} />,
          detail: t('escrow.contractBy', { name: buyer.name }),
        }
      : { label: common('escrow.facts.contract'), value: common('escrow.facts.noContract') },
    ...(view.payingWallet
      ? [{ label: t('escrow.paying'), value: <PayingWalletSheet wallet={view.payingWallet} /> }]
      : []),
    ...textFacts(view.texts, common).reverse(),
  ]
  return (
    <Sheet title={common('escrow.facts.title')} aside={<Tag>{common(`escrow.stage.${view.stage}`)}</Tag>}>
      <Facts items={facts} />
      {contract && <HashDisclosure label={common('escrow.facts.contractHash')} hash={contract.sha256} />}
      {contract && <DocumentPreview fileName={contract.fileName} href={`/contracts/${view.id}`} />}
      <CopyRow value={view.transactionId} what={common('escrow.facts.id')} />
    </Sheet>
  )
}

function Deposit({ desk: { view } }: EscrowProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { deposit, currency } = view
  const isTag = takesTag(currency)
  const money = (value: string) => <Amount value={value} asset={currency} />
  return (
    <Sheet title={common('escrow.deposit.title')}>
      <Facts
        items={[
          { label: common('escrow.deposit.received'), value: money(deposit.received) },
          { label: common('escrow.deposit.stillDue'), value: money(deposit.stillDue) },
          ...(deposit.state === 'over'
            ? [{ label: common('escrow.deposit.excess'), value: money(deposit.excess) }]
            : []),
          { label: common('escrow.deposit.network'), value: view.networkName },
          {
            label: common(isTag ? 'escrow.deposit.tag' : 'escrow.deposit.memo'),
            value: <InlineCode>{deposit.reference}</InlineCode>,
          },
          { label: t('escrow.account'), value: <Code value={deposit.account} size="small" /> },
        ]}
      />
      <SeenPaymentList smaller={deposit.smaller}>
        {deposit.payments.map((payment) => (
          <SeenPaymentRow key={payment.id} payment={payment} explorer={payment.explorer}>
            {payment.problem !== null && t('escrow.odd')}
          </SeenPaymentRow>
        ))}
      </SeenPaymentList>
      <ClaimsForAdmin escrow={view} />
    </Sheet>
  )
}

/** The documents, the buyer's discrepancies, and the state of the approval. */
export function Papers({ desk: { view } }: EscrowProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { approval, times, parts } = view
  return (
    <>
      <EscrowDocuments escrow={view} />
      <PresentationsSheet escrow={view} />
      <Sheet
        title={t('escrow.approval')}
        aside={
          <Tag tone={approval === 'Approved' ? 'good' : approval === 'Rejected' ? 'danger' : 'waiting'}>
            {common(`lookup.decision.${approval}`)}
          </Tag>
        }
      >
        <Facts
          items={[
            {
              label: common('lookup.confirmed'),
              value: times.confirmedAt ? (
                <Moment at={times.confirmedAt} />
              ) : (
                common(parts.isOver ? 'escrow.lines.never' : 'escrow.lines.waiting')
              ),
            },
            ...(times.decidedAt ? [{ label: t('dispute.decidedAt'), value: <Moment at={times.decidedAt} /> }] : []),
          ]}
        />
      </Sheet>
    </>
  )
}

/** What the buyer asked to get back, and the seller's answers; nothing when nothing was asked. */
export function RefundRequests({ desk: { view } }: EscrowProps) {
  const t = useAdmin()
  const { pastRequests, refundRequest } = view
  if (pastRequests.length === 0 && !refundRequest) return null
  return (
    <Sheet title={t('escrow.requests')}>
      <ul className="asked">
        {pastRequests.map((request) => (
          <li key={request.askedAt}>
            <Asked request={request} />
            <p className="small muted">
              {t(`escrow.answered.${request.answer}`)}
              <Comma />
              <Moment at={request.answeredAt} />
            </p>
            {request.answerReason && <p className="said">{request.answerReason}</p>}
          </li>
        ))}
        {refundRequest && (
          <li>
            <Asked request={refundRequest} />
            <p className="small muted">{t('escrow.unanswered')}</p>
          </li>
        )}
      </ul>
    </Sheet>
  )
}

function Asked({ request }: { request: { reason: string; askedAt: string } }) {
  const t = useAdmin()
  return (
    <>
      <p className="small muted">
        <MomentSentence at={request.askedAt} text={(time) => t('escrow.asked', { time })} />
      </p>
      <p className="said">{request.reason}</p>
    </>
  )
}
