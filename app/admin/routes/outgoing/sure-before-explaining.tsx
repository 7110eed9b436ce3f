import { useTranslation } from 'react-i18next'
import type { FitView } from '#app/admin/queries/outgoing.server.ts'
import { SureBefore } from '#app/admin/routes/forms/sure-before.tsx'
import { PayoutSubject } from '#app/admin/routes/panel/payout-subject.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import type { Fact } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import type { WeighedExplanation } from '#app/settlement/payouts/workflows/outgoing/explain-outgoing.server.ts'
import { UnmatchedOf } from './outgoing-row.tsx'

type Said = { outgoingId: string; answer: string; reason: string }

export type SureExplanation =
  | (Omit<WeighedExplanation, 'denied'> & Said & { intent: 'explain'; denied: FitView[] })
  | (Said & { intent: 'link'; hash: string; linked: FitView[] })
  | { intent: 'accept'; outgoingId: string; reason: string }

/** Asks for confirmation: an explanation is final, and payouts resume with the last one. */
export function SureBeforeExplaining({ sure }: { sure: SureExplanation }) {
  const { i18n } = useTranslation()
  const t = useAdmin()
  const { intent, outgoingId, reason } = sure
  const form = {
    back: '/admin-panel/outgoing',
    said: { title: t('cases.assign.note'), text: reason },
    fields: Object.entries({
      intent: intent === 'link' ? 'explain' : intent,
      transaction: outgoingId,
      ...(intent !== 'accept' && { answer: sure.answer }),
      ...(intent === 'explain' && { denied: sure.denied.map(({ caseId }) => caseId).join(' ') }),
      reason,
    }),
  }
  if (intent === 'accept') {
    return <SureBefore {...form} title={t('outgoing.gap.accept')} text={t('outgoing.gap.sureText')} />
  }
  const hashFact = { label: t('cases.facts.hash'), value: <Code value={sure.hash} size="small" /> }
  const factOf = (fit: FitView): Fact => ({
    label: t('cases.aCase'),
    value: <Amount value={fit.amount} asset={fit.asset} />,
    detail: <UnmatchedOf fit={fit} />,
  })
  if (intent === 'link') {
    const facts = [...sure.linked.map(factOf), hashFact]
    return <SureBefore {...form} title={t('outgoing.sureLink')} text={t('outgoing.sureLinkText')} facts={facts} />
  }
  const { payout, stillOpen, denied } = sure
  if (payout === null) {
    return (
      <SureBefore
        {...form}
        title={t('outgoing.foreign')}
        text={t('outgoing.sureForeignText')}
        facts={[...denied.map(factOf), hashFact]}
      >
        {stillOpen > 0 && (
          <Note tone="danger" role="alert">
            <p>{t('outgoing.stillOpen', { count: stillOpen })}</p>
          </Note>
        )}
        {denied.length > 0 && (
          <Note tone="danger" role="alert">
            <p>{t('outgoing.deniedText')}</p>
          </Note>
        )}
      </SureBefore>
    )
  }
  const { amount, asset, transactionId, address } = payout
  return (
    <SureBefore
      {...form}
      title={t('outgoing.paid', { amount: formatAmount(amount, asset, i18n.language) })}
      text={t('outgoing.surePaidText')}
      facts={[
        { label: t('outgoing.paidOf'), value: <PayoutSubject transactionId={transactionId} reseller={null} /> },
        { label: t('cases.facts.to'), value: <Code value={address} size="small" /> },
        hashFact,
        { label: t('cases.assign.payment'), value: <Amount value={amount} asset={asset} />, total: true },
      ]}
    />
  )
}
