import { useTranslation } from 'react-i18next'
import type { ShownAgreement } from '#app/domain/agreement/shown-dates.ts'
import type { PastDispute, ShownDisputes } from '#app/domain/disputes/shown-disputes.ts'
import type { ShownEscrow } from '#app/domain/escrow/shown-escrow.ts'
import { SettleForm } from '#app/ui/escrow/settle-form.tsx'
import { Disclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Tag } from '#app/ui/kernel/frames/tag.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'
import { Comma } from '#app/ui/kernel/text/between.tsx'
import { Moment, MomentSentence } from '#app/ui/kernel/text/moment.tsx'
import { Quote } from '#app/ui/kernel/text/quote.tsx'

/** A dispute that is open, or how one ended: who opened it, why, what was decided, and for which reasons. */
export function DisputeSheet({ escrow }: { escrow: ShownEscrow & ShownDisputes & ShownAgreement }) {
  const { t } = useTranslation()
  const { dispute, pastDisputes: past, may } = escrow
  if (!dispute && past.length === 0) return null
  return (
    <Sheet
      id="dispute"
      className="stack"
      title={t('lookup.settle.dispute.open')}
      aside={
        dispute && (
          <Tag tone="attention" icon="clock">
            {t('lookup.settle.dispute.waits')}
          </Tag>
        )
      }
    >
      {dispute && (
        <div className="spoken">
          <p className="spoken__who">
            {t(`lookup.settle.dispute.by.${dispute.openedBy}`)}
            <Comma />
            <Moment at={dispute.openedAt} />
          </p>
          <Quote>{dispute.reason}</Quote>
        </div>
      )}
      {dispute && (
        <Note tone={dispute.isLate ? 'danger' : 'waiting'}>
          <MomentSentence
            at={dispute.decideBy}
            text={(time) => t(`lookup.settle.dispute.${dispute.isLate ? 'late' : 'decideBy'}`, { time })}
          />
        </Note>
      )}
      {escrow.agreement?.disputeStands && <p className="small">{t('refusal.dispute_stands')}</p>}
      {may.withdrawDispute && (
        <SettleForm escrow={escrow} intent="withdraw_dispute" button={t('lookup.settle.dispute.withdraw')}>
          <p className="small muted">{t('lookup.settle.dispute.withdrawWhat')}</p>
        </SettleForm>
      )}
      {dispute && past.length > 0 ? (
        <Disclosure summary={t('lookup.settle.dispute.past')}>
          <PastDisputes escrow={escrow} />
        </Disclosure>
      ) : (
        <PastDisputes escrow={escrow} />
      )}
    </Sheet>
  )
}

function PastDisputes({ escrow }: { escrow: ShownEscrow & ShownDisputes }) {
  return escrow.pastDisputes.map((dispute) => (
    <Ended key={dispute.openedAt} dispute={dispute} currency={escrow.currency} />
  ))
}

function Ended({ dispute, currency }: { dispute: PastDispute; currency: ShownEscrow['currency'] }) {
  const { t } = useTranslation()
  const { decision, shares, note } = dispute
  return (
    <div className="stack">
      <div className="spoken">
        <p className="spoken__who">
          {t(`lookup.settle.dispute.by.${dispute.openedBy}`)}
          <Comma />
          <Moment at={dispute.openedAt} />
        </p>
        <Quote>{dispute.reason}</Quote>
      </div>
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
