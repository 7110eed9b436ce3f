import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { SettleForm, type SettlingProps, WalletFields } from '#app/escrow/ui/settle-form.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import type { PayoutsView } from '#app/settlement/payouts/domain/payout-view.ts'

/** Changes the seller's payout wallet without a new confirmation. */
export function ChangeWallet({ escrow, refused }: SettlingProps<EscrowDetails & PayoutsView>) {
  const { t } = useTranslation()
  if (!escrow.may.changeWallet) return null
  const isApproved = escrow.approval === 'Approved'
  return (
    <Sheet id="change-wallet" title={t('seller.changeWallet.title')} className="stack" noPrint>
      <p className="small muted">{t(isApproved ? 'seller.changeWallet.approved' : 'seller.changeWallet.text')}</p>
      <SettleForm escrow={escrow} intent="change_wallet" button={t('seller.changeWallet.title')}>
        <WalletFields
          escrow={escrow}
          refused={refused}
          intent="change_wallet"
          preset={escrow.payoutWallet}
          of="wallet"
        />
      </SettleForm>
    </Sheet>
  )
}
