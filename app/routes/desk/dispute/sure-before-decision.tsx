import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Decision } from '#app/domain/disputes/decision.ts'
import type { Wallet } from '#app/domain/kernel/wallet.ts'
import type { DeskDispute, DeskEscrow } from '#app/queries/desk/desk-escrow.server.ts'
import { memoWords } from '#app/routes/desk/panel/money-sheets.tsx'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Button, ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions, PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'
import { WalletCard, WalletCards } from '#app/ui/payouts/wallet-card.tsx'

type Sure = {
  decision: Decision
  sellerAmount: string
  note: string
  /** Null when the dispute is dismissed. */
  shares: { seller: string; buyer: string } | null
  wallets: { seller: Wallet | null; buyer: Wallet | null }
}

type SureBeforeDecisionProps = { desk: DeskEscrow; dispute: DeskDispute; sure: Sure }

/** Asked once more before the decision is final, naming who gets how much, and at which wallet. */
export function SureBeforeDecision({ desk, dispute, sure }: SureBeforeDecisionProps) {
  const t = useDesk()
  const isBusy = useNavigation().state !== 'idle'
  const { decision, shares, wallets, note } = sure
  const text = shares ? t('decide.sureText') : t('decide.sureDismissed')
  return (
    <Read>
      <PageHead title={t(`decide.${decision}`)} lead={text} />
      {shares && <Shares desk={desk} shares={shares} wallets={wallets} />}
      <Sheet title={t('decide.note')}>
        <p className="said">{note}</p>
      </Sheet>
      <Form method="post">
        <input type="hidden" name="decision" value={decision} />
        <input type="hidden" name="sellerAmount" value={sure.sellerAmount} />
        <input type="hidden" name="sellerAmountIn" value="plain" />
        <input type="hidden" name="note" value={note} />
        <input type="hidden" name="sellerAddress" value={wallets.seller?.address ?? ''} />
        <input type="hidden" name="sellerMemo" value={wallets.seller?.memo ?? ''} />
        <input type="hidden" name="buyerAddress" value={wallets.buyer?.address ?? ''} />
        <input type="hidden" name="buyerMemo" value={wallets.buyer?.memo ?? ''} />
        <input type="hidden" name="sure" value="yes" />
        <Actions after>
          <Button disabled={isBusy}>{isBusy ? t('decide.working') : t(`decide.sure.${decision}`)}</Button>
          <ButtonLink look="line" to={`/admin-panel/disputes/${dispute.id}`}>
            {t('decide.back')}
          </ButtonLink>
        </Actions>
      </Form>
    </Read>
  )
}

type SharesProps = {
  desk: DeskEscrow
  shares: NonNullable<Sure['shares']>
  wallets: Sure['wallets']
}

function Shares({ desk: { view, buyer, seller }, shares, wallets }: SharesProps) {
  const { t: common } = useTranslation()
  const t = useDesk()
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
