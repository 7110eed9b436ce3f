import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { SettleForm } from '#app/escrow/ui/settle-form.tsx'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'

/** Lets the buyer waive a small outstanding amount, at once or with the seller's consent. */
export function SmallRest({ escrow }: { escrow: EscrowDetails }) {
  const { t, i18n } = useTranslation()
  const { deposit, currency, amount } = escrow
  if (deposit.rest === null) return null
  const show = (value: string) => formatAmount(value, currency, i18n.language)
  const values = { received: show(deposit.received), stillDue: show(deposit.stillDue), amount: show(amount) }
  return (
    <Disclosure summary={t('rest.summary', values)} look="act" noPrint>
      <SettleForm
        escrow={escrow}
        intent="take_arrived"
        button={t(`rest.button.${deposit.rest}`, values)}
        page="/transaction-lookup"
      >
        <p>{t(`rest.text.${deposit.rest}`, values)}</p>
        <input type="hidden" name="seenReceived" value={deposit.received} />
      </SettleForm>
    </Disclosure>
  )
}
