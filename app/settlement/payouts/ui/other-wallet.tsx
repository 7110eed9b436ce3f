import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { SettleForm, type SettlingProps, WalletFields } from '#app/escrow/ui/settle-form.tsx'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import type { PayoutsView } from '#app/settlement/payouts/domain/payout-view.ts'
import { WalletCard, WalletCards } from './wallet-card.tsx'

/** For a release that its wallet cannot receive: the seller proposes another one, the buyer compares and agrees. */
export function OtherWallet({ escrow, refused }: SettlingProps<EscrowDetails & PayoutsView>) {
  const { t } = useTranslation()
  const { walletProposal: proposal, may } = escrow
  if (!proposal && !may.proposeWallet) return null
  return (
    <Sheet id="other-wallet" title={t('otherWallet.title')} className="stack" noPrint>
      <p className="small muted">{t(may.agreeToWallet ? 'otherWallet.ask' : 'otherWallet.propose')}</p>
      {proposal && <ProposedWallet escrow={escrow} proposed={proposal} />}
      {proposal && may.agreeToWallet && (
        <>
          <CallFirst />
          <SettleForm escrow={escrow} intent="agree_wallet" button={t('otherWallet.agree')} look="filled">
            <input type="hidden" name="seenAddress" value={proposal.address} />
            <input type="hidden" name="seenMemo" value={proposal.memo ?? ''} />
          </SettleForm>
        </>
      )}
      {may.proposeWallet && (
        <SettleForm
          escrow={escrow}
          intent="propose_wallet"
          button={t('otherWallet.button')}
          look={proposal ? 'line' : 'filled'}
        >
          <WalletFields escrow={escrow} refused={refused} intent="propose_wallet" preset={proposal} of="wallet" />
        </SettleForm>
      )}
    </Sheet>
  )
}

/** The proposed wallet beside the former one, differing groups marked. */
export function ProposedWallet({ escrow, proposed }: { escrow: Pick<PayoutsView, 'payoutWallet'>; proposed: Wallet }) {
  const { t } = useTranslation()
  const { payoutWallet: before } = escrow
  const memoWords = (memo: string | null) => (memo ? t('lookup.wallets.memo', { memo }) : t('lookup.wallets.noMemo'))
  const isOtherAddress = before && before.address !== proposed.address
  return (
    <WalletCards>
      <WalletCard
        title={t('otherWallet.proposed')}
        address={proposed.address}
        differsFrom={isOtherAddress ? before.address : undefined}
        tag={t('otherWallet.paid')}
      >
        {memoWords(proposed.memo)}
      </WalletCard>
      {before && (
        <WalletCard
          title={t('otherWallet.before')}
          address={before.address}
          differsFrom={isOtherAddress ? proposed.address : undefined}
        >
          {memoWords(before.memo)}
        </WalletCard>
      )}
    </WalletCards>
  )
}

/** The warning against fraud, before agreeing and again before it is final. */
export function CallFirst() {
  const { t } = useTranslation()
  return (
    <Note tone="attention" title={t('otherWallet.callTitle')}>
      <p>{t('otherWallet.call')}</p>
    </Note>
  )
}
