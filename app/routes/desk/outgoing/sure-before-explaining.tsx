import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import { PayoutSubject } from '#app/routes/desk/panel/payout-subject.tsx'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Button, ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions, PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import type { WeighedExplanation } from '#app/workflows/payouts/outgoing/explain-outgoing.server.ts'

export type SureExplanation =
  | (WeighedExplanation & { intent: 'explain'; outgoingId: string; answer: string; reason: string })
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
        <input type="hidden" name="intent" value={sure.intent} />
        <input type="hidden" name="transaction" value={sure.outgoingId} />
        {sure.intent === 'explain' && <input type="hidden" name="answer" value={sure.answer} />}
        <input type="hidden" name="reason" value={sure.reason} />
        <input type="hidden" name="sure" value="yes" />
        <Actions after>
          <Button disabled={isBusy}>{t('outgoing.yes')}</Button>
          <ButtonLink look="line" to="/admin-panel/outgoing">
            {t('outgoing.back')}
          </ButtonLink>
        </Actions>
      </Form>
    </Read>
  )
}

function Question({ sure }: { sure: SureExplanation }) {
  const { i18n } = useTranslation()
  const t = useDesk()
  if (sure.intent === 'accept') return <PageHead title={t('outgoing.gap.sure')} lead={t('outgoing.gap.sureText')} />
  const { payout, hash, stillOpen } = sure
  const hashFact = { label: t('cases.facts.hash'), value: <Code value={hash} size="small" /> }
  if (payout === null) {
    return (
      <>
        <PageHead title={t('outgoing.sureForeign')} lead={t('outgoing.sureForeignText')} />
        {stillOpen > 0 && (
          <Note tone="danger" role="alert">
            <p>{t('outgoing.stillOpen', { count: stillOpen })}</p>
          </Note>
        )}
        <Sheet>
          <Facts items={[hashFact]} />
        </Sheet>
      </>
    )
  }
  const { amount, asset, transactionId, address } = payout
  return (
    <>
      <PageHead
        title={t('outgoing.surePaid', { amount: formatAmount(amount, asset, i18n.language) })}
        lead={t('outgoing.surePaidText')}
      />
      <Sheet>
        <Facts
          items={[
            { label: t('outgoing.paidOf'), value: <PayoutSubject transactionId={transactionId} reseller={null} /> },
            { label: t('outgoing.facts.to'), value: <Code value={address} size="small" /> },
            hashFact,
            { label: t('cases.assign.payment'), value: <Amount value={amount} asset={asset} />, total: true },
          ]}
        />
      </Sheet>
    </>
  )
}
