import { useTranslation } from 'react-i18next'
import { shortAddress, type Wallet } from '#app/kernel/domain/wallet.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { WalletCard, WalletCards } from '#app/settlement/payouts/ui/wallet-card.tsx'

type WalletCheckProps = {
  stated: Wallet
  /** Null: the buyer named none. */
  expected: Wallet | null
}

/** Warns before the deposit when the wallet was not expected: after it nobody can change the wallet. */
export function WalletCheck({ stated, expected }: WalletCheckProps) {
  const { t } = useTranslation()
  const memoOf = ({ memo }: Wallet) => (memo ? t('lookup.wallets.memo', { memo }) : t('lookup.wallets.noMemo'))
  const isOtherAddress = expected !== null && expected.address !== stated.address
  return (
    <Note tone="attention" title={t(expected ? 'lookup.wallets.differsTitle' : 'lookup.wallets.leftTitle')}>
      <p>{t('held.check', { wallet: shortAddress(stated.address) })}</p>
      {expected && (
        <WalletCards>
          <WalletCard
            title={t('lookup.wallets.stated')}
            address={stated.address}
            differsFrom={isOtherAddress ? expected.address : undefined}
          >
            {memoOf(stated)}
          </WalletCard>
          <WalletCard
            title={t('lookup.wallets.expected')}
            address={expected.address}
            differsFrom={isOtherAddress ? stated.address : undefined}
          >
            {memoOf(expected)}
          </WalletCard>
        </WalletCards>
      )}
    </Note>
  )
}
