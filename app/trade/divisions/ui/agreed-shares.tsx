import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import type { PayoutsView } from '#app/settlement/payouts/domain/payout-view.ts'
import { WalletCard, WalletCards } from '#app/settlement/payouts/ui/wallet-card.tsx'
import type { DivisionsView } from '#app/trade/divisions/domain/divisions-view.ts'
import type { RefundsView } from '#app/trade/refunds/domain/refunds-view.ts'

type AgreedSharesProps = {
  escrow: EscrowDetails & DivisionsView & PayoutsView & RefundsView
  /** The submitted fields: which split, and the buyer's wallet if it was typed in the same form. */
  values: Record<string, string>
}

/** Confirmation page before both are paid: how much each side gets, and in which wallet, if the reader may know it. */
export function AgreedShares({ escrow, values }: AgreedSharesProps) {
  const { t } = useTranslation()
  const { divisions, payoutWallet, refundWallet, currency } = escrow
  const division = divisions.find(({ id }) => id === values.division)
  if (!division) return null
  const money = (value: string) => <Amount value={value} asset={currency} />
  const back = refundWallet ?? { address: values.refundAddress ?? '', memo: values.refundMemo || null }
  const words = (memo: string | null) => (memo ? t('lookup.wallets.memo', { memo }) : t('lookup.wallets.noMemo'))
  return (
    <Sheet>
      <Facts
        items={[
          { label: t('lookup.settle.dispute.toSeller'), value: money(division.seller) },
          { label: t('lookup.settle.dispute.toBuyer'), value: money(division.buyer) },
          { label: t('division.sum'), value: money(escrow.amount), total: true },
        ]}
      />
      <WalletCards>
        {payoutWallet && division.seller !== '0' && (
          <WalletCard title={t('lookup.settle.dispute.toSeller')} address={payoutWallet.address}>
            {words(payoutWallet.memo)}
          </WalletCard>
        )}
        {back.address !== '' && division.buyer !== '0' && (
          <WalletCard title={t('lookup.settle.dispute.toBuyer')} address={back.address}>
            {words(back.memo)}
          </WalletCard>
        )}
      </WalletCards>
    </Sheet>
  )
}
