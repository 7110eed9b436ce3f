import { useTranslation } from 'react-i18next'
import type { EscrowView } from '#app/domain/escrow-view.ts'
import { Moment } from '#app/ui/moment.tsx'
import { Note } from '#app/ui/note.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { WalletCard, WalletCards } from '#app/ui/wallet-card.tsx'

/** Where the money will go: the wallet that the seller stated beside the one that the buyer expected. */
export function PayoutWallets({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  const { payoutWallet: stated, expectedWallet: expected } = escrow
  const memoWords = (memo: string | null) => (memo ? t('lookup.wallets.memo', { memo }) : t('lookup.wallets.noMemo'))
  return (
    <Sheet id="wallets" title={t('lookup.wallets.title')}>
      {stated?.differs && escrow.may.review && (
        <Note tone="attention" title={t('lookup.wallets.differsTitle')}>
          <p>{t('lookup.wallets.differs')}</p>
        </Note>
      )}
      {!stated && <p className="muted">{t('lookup.wallets.none')}</p>}
      <WalletCards>
        {stated && (
          <WalletCard
            title={t('lookup.wallets.stated')}
            address={stated.address}
            differsFrom={stated.address === expected.address ? undefined : expected.address}
            tag={escrow.may.review ? t('lookup.wallets.paid') : undefined}
          >
            {memoWords(stated.memo)} {t('lookup.wallets.statedAt')} <Moment at={stated.statedAt} />.{' '}
            {!stated.differs && t('lookup.wallets.same')}
          </WalletCard>
        )}
        {(!stated || stated.differs) && (
          <WalletCard
            title={t('lookup.wallets.expected')}
            address={expected.address}
            differsFrom={stated && stated.address !== expected.address ? stated.address : undefined}
          >
            {memoWords(expected.memo)}
          </WalletCard>
        )}
      </WalletCards>
    </Sheet>
  )
}
