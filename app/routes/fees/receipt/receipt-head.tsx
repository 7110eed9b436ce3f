import { useTranslation } from 'react-i18next'
import type { FeeReceipt } from '#app/queries/fees/fee-receipt.server.ts'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Usd } from '#app/ui/kernel/text/amount.tsx'
import { InlineCode } from '#app/ui/kernel/text/code.tsx'
import { Moment } from '#app/ui/kernel/text/moment.tsx'

/** Which receipt this is, when it was paid and by whom. */
export function ReceiptHead({ receipt }: { receipt: FeeReceipt }) {
  const { t } = useTranslation()
  const { payer, paidAt, number, netUsd, usedFor } = receipt
  return (
    <Sheet>
      <Facts
        items={[
          { label: t('receipt.number'), value: number },
          { label: t('receipt.paidAt'), value: <Moment at={paidAt} />, detail: <bdi>{paidAt}</bdi> },
          { label: t('receipt.payer'), value: payer.name, detail: payer.email },
          ...(usedFor === null ? [] : [{ label: t('receipt.usedFor'), value: <InlineCode>{usedFor}</InlineCode> }]),
          { label: t('receipt.total'), value: <Usd value={netUsd} />, total: true },
        ]}
      />
    </Sheet>
  )
}
