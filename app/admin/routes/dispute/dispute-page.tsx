import { useTranslation } from 'react-i18next'
import type { AdminDispute, AdminEscrow } from '#app/admin/queries/escrow.server.ts'
import { DisputeList } from '#app/admin/routes/panel/dispute-list.tsx'
import { Agreed, EscrowAside, Papers, PartiesSheet, RefundRequests } from '#app/admin/routes/panel/escrow-sheets.tsx'
import { PayoutsSheet, WalletsSheet } from '#app/admin/routes/panel/money-sheets.tsx'
import { Offers } from '#app/admin/routes/panel/offers.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { shortAddress } from '#app/kernel/domain/wallet.ts'
import { formatAmount, formatMoment } from '#app/kernel/i18n/format.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary, type Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { WithinPage } from '#app/kernel/ui/forms/within-page.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { AutoRefresh } from '#app/kernel/ui/live/auto-refresh.tsx'
import { AdminFrame } from '#app/kernel/ui/page/page.tsx'
import { Turn } from '#app/kernel/ui/progress/turn.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { Voices } from '#app/trade/disputes/ui/voices.tsx'
import type { DivisionView } from '#app/trade/divisions/domain/divisions-view.ts'
import { ChecksNote } from '#app/trade/documents/ui/checks-note.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { escrowLinesOf } from '#app/trade/lookup/ui/escrow-lines.tsx'
import { DisputeDecisionForm, decisionOf, obstacleTo } from './decision-form.tsx'
import type { TypedDisputeDecision } from './form.server.ts'

type DisputePageProps = {
  desk: AdminEscrow
  dispute: AdminDispute
  problem: Problem | null
  typed: TypedDisputeDecision | undefined
  /** The offer that prefills the decision. */
  offered: DivisionView | null
  isDecided: boolean
  /** The deadline of the decision has passed. */
  isLate: boolean
  isBusy: boolean
}

export function DisputePage({ desk, dispute, problem, typed, offered, isDecided, isLate, isBusy }: DisputePageProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { view } = desk
  const { isMoving } = view.parts
  return (
    <>
      {isMoving && <AutoRefresh seconds={3} />}
      {problem && <ErrorSummary problems={[problem]} />}
      {isDecided && !problem && <Note tone="good" role="status" title={t('decide.done')} />}
      <DisputeTurn desk={desk} dispute={dispute} />
      <AdminFrame after aside={<EscrowAside desk={desk} />}>
        <InShort desk={desk} dispute={dispute} isLate={isLate} />
        <BothSides desk={desk} dispute={dispute} />
        <Offers view={view} act={(offer) => <AsOffered view={view} dispute={dispute} offer={offer} />} />
        {dispute.ended ? (
          <Decided desk={desk} ended={dispute.ended} />
        ) : (
          <DisputeDecisionForm
            key={offered?.id}
            view={view}
            problem={problem}
            typed={typed}
            offered={offered}
            isBusy={isBusy}
          />
        )}
        <PayoutsSheet view={view} />
        <Disclosure look="act" summary={t('dispute.rest')}>
          <PartiesSheet desk={desk} />
          <Papers desk={desk} />
          <Agreed desk={desk} />
          <RefundRequests desk={desk} />
          <DisputeList
            title={common('lookup.settle.dispute.past')}
            disputes={desk.disputes.filter(({ id }) => id !== dispute.id)}
            currency={view.currency}
          />
          <WalletsSheet view={view} />
        </Disclosure>
      </AdminFrame>
    </>
  )
}

type DisputeProps = { desk: AdminEscrow; dispute: AdminDispute }

const ENDED_TITLES = {
  release: 'decide.releaseWhat',
  refund: 'decide.refundWhat',
  split: 'dispute.decidedTitle.split',
  dismissed: 'disputes.ended.dismissed',
  withdrawn: 'disputes.ended.withdrawn',
  settled: 'disputes.ended.settled',
} as const
const ENDED_TEXTS = {
  release: 'dispute.decidedText.release',
  refund: 'dispute.decidedText.release',
  split: 'dispute.decidedText.split',
  dismissed: 'decide.dismissedWhat',
  withdrawn: 'dispute.decidedText.withdrawn',
  settled: 'dispute.decidedText.split',
} as const

function DisputeTurn({ desk: { view }, dispute: { ended } }: DisputeProps) {
  const { t: common, i18n } = useTranslation()
  const t = useAdmin()
  const money = (value: string) => formatAmount(value, view.currency, i18n.language)
  const lines = escrowLinesOf({ escrow: view, t: common })
  const amount = money(view.amount)
  const { until } = view.custody
  if (!ended) {
    return (
      <Turn
        tone="yours"
        who={common('escrow.turn.yours')}
        title={t('dispute.title', { amount })}
        text={until ? common('held.until', { time: formatMoment(until, i18n.language) }) : t('dispute.text')}
        actions={<WithinPage part="decide">{t('dispute.go')}</WithinPage>}
        lines={lines}
      />
    )
  }
  const shares = ended.shares && { seller: money(ended.shares.seller), buyer: money(ended.shares.buyer) }
  return (
    <Turn
      tone={ended.shares ? 'done' : 'theirs'}
      who={t(ended.as === 'withdrawn' ? 'disputes.ended.withdrawn' : 'dispute.turnDone')}
      title={t(ENDED_TITLES[ended.as], { amount })}
      text={t(ENDED_TEXTS[ended.as], { ...shares })}
      lines={lines}
    />
  )
}

/** Prefills the decision, which still asks for confirmation before it is final. */
function AsOffered({ view, dispute, offer }: { view: EscrowView; dispute: AdminDispute; offer: DivisionView }) {
  const t = useAdmin()
  const isOpen = offer.kind === 'offer' && offer.answer === null && !dispute.ended
  if (!isOpen || obstacleTo(decisionOf(offer), view)) return null
  return (
    <ButtonLink look="line" size="small" to={`/admin-panel/disputes/${dispute.id}?offer=${offer.id}#decide`}>
      {t('dispute.asOffered')}
    </ButtonLink>
  )
}

function InShort({ desk, dispute, isLate }: DisputeProps & { isLate: boolean }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { view, buyer, seller } = desk
  const { payoutWallet, refundWallet } = view
  const of = (side: Reader) => (side === 'buyer' ? buyer.name : (seller?.name ?? seller?.email ?? ''))
  const shown = shownOf(desk, dispute)
  const openedBy = shown?.byDates ? common('lookup.settle.dispute.byDates') : t(`parties.${dispute.openedBy}`)
  return (
    <Sheet title={t('dispute.inShort')}>
      <Facts
        items={[
          { label: t('parties.buyer'), value: of('buyer') },
          { label: t('parties.seller'), value: of('seller') || common('escrow.facts.sellerOpen') },
          { label: common('escrow.facts.amount'), value: <Amount value={view.amount} asset={view.currency} /> },
          ...(view.custody.until
            ? [{ label: common('held.choice.until'), value: <Moment at={view.custody.until} /> }]
            : []),
          { label: t('dispute.by'), value: openedBy, detail: <Moment at={dispute.openedAt} /> },
          ...(dispute.ended
            ? []
            : [
                {
                  label: t('dispute.decideBy'),
                  value: <Moment at={dispute.decideBy} />,
                  ...(isLate && { detail: t('dispute.late') }),
                },
              ]),
          ...(payoutWallet
            ? [
                {
                  label: t('wallets.seller'),
                  value: shortAddress(payoutWallet.address),
                  ...(payoutWallet.expectation === 'differs' && { detail: t('wallets.notExpected') }),
                  ...(payoutWallet.expectation === 'left_to_seller' && { detail: t('wallets.leftToSeller') }),
                },
              ]
            : []),
          ...(refundWallet ? [{ label: t('wallets.buyer'), value: shortAddress(refundWallet.address) }] : []),
          ...view.documents.map(({ id, type, fileName }) => ({
            label: common(`documentType.${type}`),
            value: (
              <a href={`/documents/${id}`} download>
                {fileName}
              </a>
            ),
          })),
        ]}
      />
      <ChecksNote hints={view.examination.hints} />
    </Sheet>
  )
}

/** What both parties say in this dispute. When a date opened it, its reason is nobody's statement. */
function BothSides({ desk, dispute }: DisputeProps) {
  const { t: common } = useTranslation()
  const shown = shownOf(desk, dispute)
  if (!shown) return null
  const { view } = desk
  return (
    <Sheet title={common('lookup.settle.dispute.voices')} className="stack">
      {shown.byDates && <p className="said">{dispute.reason}</p>}
      <Voices
        voices={shown.voices}
        names={{ buyer: view.buyerName, seller: view.sellerName ?? view.sellerEmail }}
        ownSide={null}
        hashes
        namesSilent={!dispute.ended}
      />
    </Sheet>
  )
}

/** As the two parties see it. */
function shownOf({ view }: AdminEscrow, { id }: AdminDispute) {
  return [view.dispute, ...view.pastDisputes].find((one) => one?.id === id) ?? null
}

function Decided({ desk: { view }, ended }: { desk: AdminEscrow; ended: NonNullable<AdminDispute['ended']> }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const money = (value: string) => <Amount value={value} asset={view.currency} />
  return (
    <Sheet title={t('dispute.decision')}>
      {ended.note && <p className="said">{ended.note}</p>}
      <Facts
        items={[
          ...(ended.shares
            ? [
                { label: common('lookup.settle.dispute.toSeller'), value: money(ended.shares.seller) },
                { label: common('lookup.settle.dispute.toBuyer'), value: money(ended.shares.buyer) },
              ]
            : []),
          { label: t('dispute.decidedBy'), value: ended.by },
          { label: t('dispute.decidedAt'), value: <Moment at={ended.at} /> },
        ]}
      />
    </Sheet>
  )
}
