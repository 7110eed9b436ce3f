import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import type { ShownFit } from '#app/queries/desk/desk-outgoing.server.ts'
import { PayoutSubject } from '#app/routes/desk/panel/payout-subject.tsx'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Button, ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { type Fact, Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions, PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import type { WeighedExplanation } from '#app/workflows/payouts/outgoing/explain-outgoing.server.ts'
import { CaseOf } from './outgoing-row.tsx'

type Said = { outgoingId: string; answer: string; reason: string }

export type SureExplanation =
  | (Omit<WeighedExplanation, 'denied'> & Said & { intent: 'explain'; denied: ShownFit[] })
  | (Said & { intent: 'link'; hash: string; linked: ShownFit[] })
  | { intent: 'accept'; outgoingId: string; reason: string }

/** Asked once more: what is said of a transaction is said for good, and payouts go on with the last one. */
export function SureBeforeExplaining({ sure }: { sure: SureExplanation }) {
  const t = useDesk()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Read>
      <Question sure={sure} />
      <Sheet title={t('cases.assign.note')}>
        <p className="said">{sure.reason}</p>
      </Sheet>
      <Form method="post">
        <input type="hidden" name="intent" value={sure.intent === 'link' ? 'explain' : sure.intent} />
        <input type="hidden" name="transaction" value={sure.outgoingId} />
        {sure.intent !== 'accept' && <input type="hidden" name="answer" value={sure.answer} />}
        {sure.intent === 'explain' && (
          <input type="hidden" name="denied" value={sure.denied.map(({ caseId }) => caseId).join(' ')} />
        )}
        <input type="hidden" name="reason" value={sure.reason} />
        <input type="hidden" name="sure" value="yes" />
        <Actions after>
          <Button disabled={isBusy}>{t('acts.yes')}</Button>
          <ButtonLink look="line" to="/admin-panel/outgoing">
            {t('decide.back')}
          </ButtonLink>
        </Actions>
      </Form>
    </Read>
  )
}

const factOf = (fit: ShownFit, t: ReturnType<typeof useDesk>): Fact => ({
  label: t('cases.aCase'),
  value: <Amount value={fit.amount} asset={fit.asset} />,
  detail: <CaseOf fit={fit} />,
})

function Question({ sure }: { sure: SureExplanation }) {
  const { i18n } = useTranslation()
  const t = useDesk()
  if (sure.intent === 'accept') return <PageHead title={t('outgoing.gap.accept')} lead={t('outgoing.gap.sureText')} />
  const hashFact = { label: t('cases.facts.hash'), value: <Code value={sure.hash} size="small" /> }
  if (sure.intent === 'link') {
    return (
      <>
        <PageHead title={t('outgoing.sureLink')} lead={t('outgoing.sureLinkText')} />
        <Sheet>
          <Facts items={[...sure.linked.map((fit) => factOf(fit, t)), hashFact]} />
        </Sheet>
      </>
    )
  }
  const { payout, stillOpen, denied } = sure
  if (payout === null) {
    return (
      <>
        <PageHead title={t('outgoing.foreign')} lead={t('outgoing.sureForeignText')} />
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
        <Sheet>
          <Facts items={[...denied.map((fit) => factOf(fit, t)), hashFact]} />
        </Sheet>
      </>
    )
  }
  const { amount, asset, transactionId, address } = payout
  return (
    <>
      <PageHead
        title={t('outgoing.paid', { amount: formatAmount(amount, asset, i18n.language) })}
        lead={t('outgoing.surePaidText')}
      />
      <Sheet>
        <Facts
          items={[
            { label: t('outgoing.paidOf'), value: <PayoutSubject transactionId={transactionId} reseller={null} /> },
            { label: t('cases.facts.to'), value: <Code value={address} size="small" /> },
            hashFact,
            { label: t('cases.assign.payment'), value: <Amount value={amount} asset={asset} />, total: true },
          ]}
        />
      </Sheet>
    </>
  )
}
