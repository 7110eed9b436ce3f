import { useTranslation } from 'react-i18next'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'
import { Code, CopyRow } from '#app/ui/kernel/text/code.tsx'
import { Moment } from '#app/ui/kernel/text/moment.tsx'
import type { HeldProps } from './held-props.ts'

/** What the ledger holds, for whom and until when: all that anybody could look up there. */
export function HoldFacts({ escrow, hold }: HeldProps) {
  const { t } = useTranslation()
  const { agreed, lock } = hold
  const code = (label: string, value: string | null | undefined, detail?: string) =>
    value ? [{ label, value: <Code value={value} size="small" />, ...(detail && { detail }) }] : []
  return (
    <Sheet title={t('held.facts.title')}>
      <Facts
        items={[
          { label: t('escrow.facts.amount'), value: <Amount value={escrow.amount} asset={escrow.currency} /> },
          { label: t('ui.pay.network'), value: escrow.networkName },
          {
            label: t('held.facts.holds'),
            value: lock && !lock.end ? <Moment at={lock.at} /> : t('held.facts.nothing'),
          },
          { label: t('held.facts.until'), value: <Moment at={hold.until} /> },
          ...code(t('held.facts.buyerWallet'), hold.buyerWallet),
          ...(agreed
            ? code(
                t('held.facts.sellerWallet'),
                agreed.sellerWallet,
                agreed.sellerTag === null ? undefined : `${t('ui.pay.tag')} ${agreed.sellerTag}`,
              )
            : [{ label: t('held.facts.sellerWallet'), value: t('held.facts.notStated') }]),
          ...code(t('held.facts.account'), agreed?.account),
          ...code(t('held.facts.condition'), agreed?.condition),
          ...code(t('held.facts.balance'), lock?.balanceId),
          ...code(t('held.facts.lockedBy'), lock?.hash),
          ...code(t('held.facts.endedBy'), lock?.end?.hash),
        ]}
      />
      <CopyRow value={escrow.transactionId} what={t('escrow.facts.id')} />
    </Sheet>
  )
}
