import { useTranslation } from 'react-i18next'
import { isUnderWay } from '#app/domain/kernel/payout-state.ts'
import { waitsForDate } from '#app/domain/lookup/headline.ts'
import { formatAmount, formatMoment } from '#app/i18n/kernel/format.ts'
import type { DeskDispute, DeskEscrow } from '#app/queries/desk/desk-escrow.server.ts'
import { DisputeList } from '#app/routes/desk/panel/dispute-list.tsx'
import { Agreed, EscrowAside, Papers, Parties, RefundRequests } from '#app/routes/desk/panel/escrow-sheets.tsx'
import { Payouts, Wallets } from '#app/routes/desk/panel/money-sheets.tsx'
import { Offers } from '#app/routes/desk/panel/offers.tsx'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { ErrorSummary, type Problem } from '#app/ui/kernel/forms/error-summary.tsx'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { AutoRefresh } from '#app/ui/kernel/live/auto-refresh.tsx'
import { Desk } from '#app/ui/kernel/page/page.tsx'
import { Turn } from '#app/ui/kernel/progress/turn.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'
import { Moment } from '#app/ui/kernel/text/moment.tsx'
import { linesOf } from '#app/ui/lookup/escrow-lines.tsx'
import { DecisionForm } from './decision-form.tsx'
import type { TypedDecision } from './form.server.ts'

type DisputePageProps = {
  desk: DeskEscrow
  dispute: DeskDispute
  problem: Problem | null
  typed: TypedDecision | undefined
  /** It was decided a moment ago. */
  isDecided: boolean
  /** It should have been decided. */
  isLate: boolean
  isBusy: boolean
}

/** All that the operator needs to decide; afterwards what was decided, and how far the money is. */
export function DisputePage({ desk, dispute, problem, typed, isDecided, isLate, isBusy }: DisputePageProps) {
  const t = useDesk()
  const { view } = desk
  const isMoving = view.payouts.some(({ state }) => isUnderWay(state)) && !waitsForDate(view)
  return (
    <>
      {isMoving && <AutoRefresh seconds={3} />}
      {problem && <ErrorSummary problems={[problem]} />}
      {isDecided && !problem && <Note tone="good" role="status" title={t('decide.done')} />}
      <DisputeTurn desk={desk} dispute={dispute} />
      <Desk after aside={<EscrowAside desk={desk} />}>
        <Subject desk={desk} dispute={dispute} isLate={isLate} />
        <Offers view={view} />
        {dispute.ended && <Decided desk={desk} ended={dispute.ended} />}
        <Payouts view={view} />
        <Parties desk={desk} />
        <Papers desk={desk} />
        <Agreed desk={desk} />
        <RefundRequests desk={desk} />
        <DisputeList
          title={t('dispute.earlier')}
          disputes={desk.disputes.filter(({ id }) => id !== dispute.id)}
          currency={view.currency}
        />
        <Wallets view={view} />
        {!dispute.ended && <DecisionForm view={view} problem={problem} typed={typed} isBusy={isBusy} />}
      </Desk>
    </>
  )
}

type DisputeProps = { desk: DeskEscrow; dispute: DeskDispute }

function DisputeTurn({ desk: { view }, dispute: { ended } }: DisputeProps) {
  const { t: common, i18n } = useTranslation()
  const t = useDesk()
  const money = (value: string) => formatAmount(value, view.currency, i18n.language)
  const lines = linesOf({ escrow: view, t: common })
  const amount = money(view.amount)
  const until = view.heldUntil
  if (!ended) {
    return (
      <Turn
        tone="yours"
        who={t('dispute.turn')}
        title={t('dispute.title', { amount })}
        text={until ? common('held.until', { time: formatMoment(until, i18n.language) }) : t('dispute.text')}
        actions={<ButtonLink to="#decide">{t('dispute.go')}</ButtonLink>}
        lines={lines}
      />
    )
  }
  const shares = ended.shares && { seller: money(ended.shares.seller), buyer: money(ended.shares.buyer) }
  return (
    <Turn
      tone={ended.shares ? 'done' : 'theirs'}
      who={t(ended.as === 'withdrawn' ? 'dispute.turnWithdrawn' : 'dispute.turnDone')}
      title={t(`dispute.decidedTitle.${ended.as}`, { amount })}
      text={t(`dispute.decidedText.${ended.as}`, { ...shares })}
      lines={lines}
    />
  )
}

function Subject({ desk, dispute, isLate }: DisputeProps & { isLate: boolean }) {
  const t = useDesk()
  const name = dispute.openedBy === 'buyer' ? desk.buyer.name : (desk.seller?.name ?? desk.seller?.email ?? '')
  return (
    <Sheet title={t('dispute.subject')}>
      <p className="said">{dispute.reason}</p>
      <Facts
        items={[
          { label: t('dispute.by'), value: t(`dispute.openedBy.${dispute.openedBy}`, { name }) },
          { label: t('dispute.opened'), value: <Moment at={dispute.openedAt} /> },
          ...(dispute.ended
            ? []
            : [
                {
                  label: t('dispute.decideBy'),
                  value: <Moment at={dispute.decideBy} />,
                  ...(isLate && { detail: t('dispute.late') }),
                },
              ]),
        ]}
      />
    </Sheet>
  )
}

function Decided({ desk: { view }, ended }: { desk: DeskEscrow; ended: NonNullable<DeskDispute['ended']> }) {
  const t = useDesk()
  const money = (value: string) => <Amount value={value} asset={view.currency} />
  return (
    <Sheet title={t('dispute.decision')}>
      {ended.note && <p className="said">{ended.note}</p>}
      <Facts
        items={[
          ...(ended.shares
            ? [
                { label: t('dispute.sharesSeller'), value: money(ended.shares.seller) },
                { label: t('dispute.sharesBuyer'), value: money(ended.shares.buyer) },
              ]
            : []),
          { label: t('dispute.decidedBy'), value: ended.by },
          { label: t('dispute.decidedAt'), value: <Moment at={ended.at} /> },
        ]}
      />
    </Sheet>
  )
}
