import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { SettleForm } from '#app/escrow/ui/settle-form.tsx'
import { shortAddress } from '#app/kernel/domain/wallet.ts'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { Quote } from '#app/kernel/ui/text/quote.tsx'
import type { DisputesView, OpenDispute, PastDispute } from '#app/trade/disputes/domain/disputes-view.ts'
import type { DivisionsView } from '#app/trade/divisions/domain/divisions-view.ts'
import type { RefundsView } from '#app/trade/refunds/domain/refunds-view.ts'
import type { AgreementView } from '#app/trade/terms/domain/dates-view.ts'
import { DisputeStatementForm } from './statement-form.tsx'
import { Voices } from './voices.tsx'

type Shown = EscrowDetails & DisputesView & AgreementView & DivisionsView & RefundsView

export function DisputeSheet({ escrow }: { escrow: Shown }) {
  const { t } = useTranslation()
  const { dispute, pastDisputes: past } = escrow
  if (!dispute && past.length === 0) return null
  const isOpen = dispute !== null
  return (
    <Sheet
      id="dispute"
      className="stack"
      title={t(isOpen ? 'lookup.settle.dispute.voices' : 'lookup.settle.dispute.open')}
    >
      {dispute && <Open escrow={escrow} dispute={dispute} />}
      <Past isFolded={isOpen && past.length > 0}>
        {past.map((one) => (
          <Ended key={one.openedAt} dispute={one} escrow={escrow} />
        ))}
      </Past>
    </Sheet>
  )
}

function Past({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  return isFolded ? <Disclosure summary={t('lookup.settle.dispute.past')}>{children}</Disclosure> : children
}

type OpenProps = { escrow: Shown; dispute: OpenDispute }

function Open({ escrow, dispute }: OpenProps) {
  const { t } = useTranslation()
  const { ownSide, may, agreement } = escrow
  // Open for a side without a statement.
  const isSilent = ownSide !== null && !dispute.voices.some(({ side }) => side === ownSide)
  return (
    <>
      <Voices voices={dispute.voices} names={namesOf(escrow)} ownSide={ownSide} namesSilent />
      {dispute.maySpeak && (
        <Disclosure summary={t('pages.disputeStatement')} open={isSilent} noPrint>
          <DisputeStatementForm escrow={escrow} />
        </Disclosure>
      )}
      <h3>{t('lookup.settle.dispute.clock')}</h3>
      <Clock escrow={escrow} dispute={dispute} />
      {agreement?.disputeStands && <p className="small">{t('refusal.dispute_stands')}</p>}
      {may.withdrawDispute && (
        <Disclosure summary={t('lookup.settle.dispute.withdraw')} noPrint>
          <SettleForm escrow={escrow} intent="withdraw_dispute" button={t('lookup.settle.dispute.withdraw')}>
            <p className="small muted">{t('lookup.settle.dispute.withdrawWhat')}</p>
          </SettleForm>
        </Disclosure>
      )}
    </>
  )
}

/** The times that matter for the decision, and the refund wallet if it is still missing. */
function Clock({ escrow, dispute }: OpenProps) {
  const { t } = useTranslation()
  const { ownSide, refundWallet, custody, may } = escrow
  const { openedAt, openedBy, byDates, heardAt, decideBy, isLate } = dispute
  const opened = byDates ? 'byDates' : openedBy === ownSide ? 'byYou' : (`by.${openedBy}` as const)
  const wallet: Fact[] =
    ownSide === 'buyer' && custody.wallets === 'stated'
      ? [
          {
            label: t('lookup.settle.dispute.yourWallet'),
            value: refundWallet ? shortAddress(refundWallet.address) : t('lookup.settle.dispute.noWallet'),
            ...(may.stateRefundWallet && {
              detail: (
                <a href="#refund-wallet">{t(refundWallet ? 'ui.change' : 'lookup.settle.dispute.stateWallet')}</a>
              ),
            }),
          },
        ]
      : []
  return (
    <>
      <Facts
        items={[
          { label: t(`lookup.settle.dispute.${opened}`), value: <Moment at={openedAt} as="day" /> },
          {
            label: t('lookup.settle.dispute.heard'),
            value: heardAt ? <Moment at={heardAt} as="day" /> : t('lookup.settle.dispute.notHeard'),
          },
          { label: t('lookup.settle.dispute.due'), value: <Moment at={decideBy} /> },
          ...wallet,
        ]}
      />
      {isLate ? (
        <Note tone="danger">
          <MomentSentence at={decideBy} text={(time) => t('lookup.settle.dispute.late', { time })} />
        </Note>
      ) : (
        <p className="small muted">
          <MomentSentence at={decideBy} text={(time) => t('lookup.settle.dispute.decideBy', { time })} />
        </p>
      )}
    </>
  )
}

const namesOf = ({ buyerName, sellerName, sellerEmail }: EscrowDetails) => ({
  buyer: buyerName,
  seller: sellerName ?? sellerEmail,
})

function Ended({ dispute, escrow }: { dispute: PastDispute; escrow: Shown }) {
  const { t } = useTranslation()
  const { currency } = escrow
  const { decision, shares, note, voices } = dispute
  return (
    <div className="stack">
      <p className="small muted">
        {t(dispute.byDates ? 'lookup.settle.dispute.byDates' : `lookup.settle.dispute.by.${dispute.openedBy}`)}
        <Comma />
        <Moment at={dispute.openedAt} />
      </p>
      {dispute.byDates && <Quote>{dispute.reason}</Quote>}
      <Voices voices={voices} names={namesOf(escrow)} ownSide={escrow.ownSide} />
      <div className="spoken">
        <p className="spoken__who">
          {decision !== 'withdrawn' && decision !== 'settled' && (
            <>
              {t('lookup.settle.dispute.decided')}
              <Comma />
            </>
          )}
          <b className="spoken__what">{t(`lookup.settle.dispute.${decision}`)}</b>
          <Comma />
          <Moment at={dispute.decidedAt} />
        </p>
        {note && <Quote>{note}</Quote>}
        {shares && (
          <Facts
            items={[
              {
                label: t('lookup.settle.dispute.toSeller'),
                value: <Amount value={shares.seller} asset={currency} />,
              },
              { label: t('lookup.settle.dispute.toBuyer'), value: <Amount value={shares.buyer} asset={currency} /> },
            ]}
          />
        )}
      </div>
    </div>
  )
}
