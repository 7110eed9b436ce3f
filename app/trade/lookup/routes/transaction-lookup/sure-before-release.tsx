import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import { mustBeChecked } from '#app/settlement/payouts/domain/expectation.ts'
import { WalletCard } from '#app/settlement/payouts/ui/wallet-card.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { ComparedWallets, WalletWarning } from '#app/trade/lookup/ui/page/payout-wallets.tsx'
import { AlsoReleased } from './also-released.tsx'
import { sureKeysOf } from './decision-words.ts'
import { SeenDocuments } from './seen-documents.tsx'

type SureBeforeReleaseProps = {
  escrow: EscrowView
  seen: { address: string; memo: string | null }
  documents: readonly string[]
  decision: string
}

/** Confirmation page before the money moves, with amount and wallet. */
export function SureBeforeRelease({ escrow, seen, documents, decision }: SureBeforeReleaseProps) {
  const { t, i18n } = useTranslation()
  const isBusy = useNavigation().state !== 'idle'
  const amount = formatAmount(escrow.amount, escrow.currency, i18n.language)
  const keys = sureKeysOf(escrow.parts.decision)
  const stated = escrow.payoutWallet
  // Approves what the buyer saw; refused if the seller changed it meanwhile.
  const isWarned =
    stated && mustBeChecked(stated.expectation) && stated.address === seen.address && stated.memo === seen.memo
  return (
    <Read>
      <PageHead title={t(keys.title, { amount })} lead={t(keys.text, { amount })} />
      {isWarned ? (
        <>
          <WalletWarning escrow={escrow} />
          <ComparedWallets escrow={escrow} tag={t('lookup.wallets.paid')} />
        </>
      ) : (
        <WalletCard title={t('lookup.wallets.stated')} address={seen.address}>
          {seen.memo ? t('lookup.wallets.memo', { memo: seen.memo }) : t('lookup.wallets.noMemo')}
        </WalletCard>
      )}
      <AlsoReleased escrow={escrow} />
      <Form method="post">
        <input type="hidden" name="txid" value={escrow.transactionId} />
        <input type="hidden" name="seenAddress" value={seen.address} />
        <input type="hidden" name="seenMemo" value={seen.memo ?? ''} />
        <SeenDocuments ids={documents} decidedAt={decision} />
        <input type="hidden" name="approval" value="Approved" />
        <input type="hidden" name="checkedWallet" value="on" />
        <input type="hidden" name="sure" value="yes" />
        <Actions after>
          <Button name="intent" value="review" disabled={isBusy}>
            {isBusy ? t('lookup.decision.updating') : t(keys.button)}
          </Button>
          <ButtonLink look="line" to={`/transaction-lookup?txid=${escrow.transactionId}`}>
            {t('lookup.decision.back')}
          </ButtonLink>
        </Actions>
      </Form>
    </Read>
  )
}
