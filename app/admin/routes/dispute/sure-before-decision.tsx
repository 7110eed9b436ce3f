import { useTranslation } from 'react-i18next'
import type { AdminDispute, AdminEscrow } from '#app/admin/queries/escrow.server.ts'
import { SureBefore } from '#app/admin/routes/forms/sure-before.tsx'
import { memoWords } from '#app/admin/routes/panel/money-sheets.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { WalletCard, WalletCards } from '#app/settlement/payouts/ui/wallet-card.tsx'
import type { Decision } from '#app/trade/disputes/domain/decision.ts'

type Sure = {
  decision: Decision
  sellerAmount: string
  note: string
  /** Null: the dispute is dismissed. */
  shares: { seller: string; buyer: string } | null
  wallets: { seller: Wallet | null; buyer: Wallet | null }
}

type SureBeforeDecisionProps = { desk: AdminEscrow; dispute: AdminDispute; sure: Sure }

/** Asks for confirmation, naming who gets how much, and at which wallet. */
export function SureBeforeDecision({ desk, dispute, sure }: SureBeforeDecisionProps) {
  const t = useAdmin()
  const { decision, shares, wallets, note } = sure
  const sent = {
    decision,
    sellerAmount: sure.sellerAmount,
    sellerAmountIn: 'plain',
    note,
    sellerAddress: wallets.seller?.address ?? '',
    sellerMemo: wallets.seller?.memo ?? '',
    buyerAddress: wallets.buyer?.address ?? '',
    buyerMemo: wallets.buyer?.memo ?? '',
  }
  return (
    <SureBefore
      title={t(`decide.${decision}`)}
      text={t(shares ? 'decide.sureText' : 'decide.sureDismissed')}
      fields={Object.entries(sent)}
      said={{ title: t('decide.note'), text: note }}
      button={t(`decide.sure.${decision}`)}
      back={`/admin-panel/disputes/${dispute.id}`}
    >
      {shares && <Shares desk={desk} shares={shares} wallets={wallets} />}
    </SureBefore>
  )
}

type SharesProps = {
  desk: AdminEscrow
  shares: NonNullable<Sure['shares']>
  wallets: Sure['wallets']
}

function Shares({ desk: { view, buyer, seller }, shares, wallets }: SharesProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const money = (value: string) => <Amount value={value} asset={view.currency} />
  const toSeller = t('decide.toSeller', { name: seller?.name ?? seller?.email ?? '' })
  const toBuyer = t('decide.toBuyer', { name: buyer.name })
  return (
    <Sheet>
      <Facts
        items={[
          ...(wallets.seller ? [{ label: toSeller, value: money(shares.seller) }] : []),
          ...(wallets.buyer ? [{ label: toBuyer, value: money(shares.buyer) }] : []),
          { label: common('division.sum'), value: money(view.amount), total: true },
        ]}
      />
      <WalletCards>
        {wallets.seller && (
          <WalletCard title={toSeller} address={wallets.seller.address}>
            {memoWords(wallets.seller, t)}
          </WalletCard>
        )}
        {wallets.buyer && (
          <WalletCard title={toBuyer} address={wallets.buyer.address}>
            {memoWords(wallets.buyer, t)}
          </WalletCard>
        )}
      </WalletCards>
    </Sheet>
  )
}
