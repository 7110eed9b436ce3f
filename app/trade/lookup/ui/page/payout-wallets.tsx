import { useTranslation } from 'react-i18next'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { shortAddress } from '#app/kernel/domain/wallet.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { mustBeChecked } from '#app/settlement/payouts/domain/expectation.ts'
import { WalletCard, WalletCards } from '#app/settlement/payouts/ui/wallet-card.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { WALLET_TITLES } from './titles.ts'

/** The seller's stated wallet beside the one that the buyer expected. */
export function PayoutWallets({ escrow, reader }: { escrow: EscrowView; reader: Reader }) {
  const { t } = useTranslation()
  const { payoutWallet: stated, parts } = escrow
  const { wallets } = parts
  return (
    <Sheet id="wallets" title={t(WALLET_TITLES[wallets.is])}>
      {stated && mustBeChecked(stated.expectation) && escrow.may.review && <WalletWarning escrow={escrow} />}
      {wallets.isAwaited && <p className="muted">{t('lookup.wallets.none')}</p>}
      {stated?.expectation === 'differs' && reader === 'seller' && escrow.may.confirm && (
        <p className="muted">{t('lookup.wallets.expectedNot')}</p>
      )}
      <ComparedWallets escrow={escrow} tag={escrow.may.review ? t('lookup.wallets.paid') : undefined} />
    </Sheet>
  )
}

/** Warning against paying the wrong wallet, before the decision and again on the confirmation page. */
export function WalletWarning({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  const stated = escrow.payoutWallet
  if (!stated) return null
  const { changedAt } = stated
  const isLeft = stated.expectation === 'left_to_seller'
  return (
    <Note tone="attention" title={t(isLeft ? 'lookup.wallets.leftTitle' : 'lookup.wallets.differsTitle')}>
      {!isLeft && !isOtherAddress(escrow) && <p>{t('lookup.wallets.differsMemo')}</p>}
      <p>{t('lookup.wallets.call', { wallet: shortAddress(stated.address) })}</p>
      {changedAt && (
        <p>
          <MomentSentence at={changedAt} text={(time) => t('lookup.wallets.changed', { time })} />
        </p>
      )}
    </Note>
  )
}

/** Otherwise only the memo or tag differs, which at an exchange means another customer. */
function isOtherAddress({ payoutWallet: stated, expectedWallet: expected }: EscrowView): boolean {
  return stated !== null && expected !== null && stated.address !== expected.address
}

/** Both wallets with differing groups marked. The seller sees only the own one. */
export function ComparedWallets({ escrow, tag }: { escrow: EscrowView; tag?: string }) {
  const { t } = useTranslation()
  const { payoutWallet: stated, expectedWallet: expected } = escrow
  const isOtherMemo = stated && expected && stated.memo !== expected.memo
  const memoWords = (memo: string | null) => {
    const words = memo ? t('lookup.wallets.memo', { memo }) : t('lookup.wallets.noMemo')
    return isOtherMemo ? <mark>{words}</mark> : words
  }
  const isOther = isOtherAddress(escrow)
  return (
    <WalletCards>
      {stated && (
        <WalletCard
          title={t('lookup.wallets.stated')}
          address={stated.address}
          differsFrom={isOther ? expected?.address : undefined}
          tag={tag}
        >
          {memoWords(stated.memo)}
          <Gap />
          <MomentSentence at={stated.statedAt} text={(time) => t('lookup.wallets.statedAt', { time })} />
          <Gap />
          {expected && stated.expectation === 'met' && t('lookup.wallets.same')}
          <Gap />
          {stated.expectation === 'met' && stated.changedAt && (
            <MomentSentence at={stated.changedAt} text={(time) => t('lookup.wallets.changed', { time })} />
          )}
        </WalletCard>
      )}
      {expected && (!stated || stated.expectation === 'differs') && (
        <WalletCard
          title={t('lookup.wallets.expected')}
          address={expected.address}
          differsFrom={isOther ? stated?.address : undefined}
        >
          {memoWords(expected.memo)}
        </WalletCard>
      )}
    </WalletCards>
  )
}
