import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { SettleForm, type SettlingProps, WalletFields } from '#app/escrow/ui/settle-form.tsx'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import type { PayoutsView } from '#app/settlement/payouts/domain/payout-view.ts'
import { waitsForRefundWallet } from '#app/settlement/payouts/domain/waiting-payout.ts'
import { isRefundWalletUrgent } from '#app/trade/refunds/domain/refund-wallet-urgent.ts'
import type { RefundsView } from '#app/trade/refunds/domain/refunds-view.ts'

type Shown = EscrowDetails & PayoutsView & RefundsView

/**
 * The form for the buyer's refund wallet. What is owed back is sent there at once, payouts that a wallet problem blocks
 * go there instead, and a decision in a dispute can be carried out.
 */
export function RefundWallet({ escrow, refused }: SettlingProps<Shown>) {
  const words = useWords(escrow)
  if (!escrow.may.stateRefundWallet) return null
  return (
    <Sheet id="refund-wallet" title={words.title} className="stack" noPrint>
      {words.text && <p className="small muted">{words.text}</p>}
      <SettleForm
        escrow={escrow}
        intent="state_wallet"
        button={words.button}
        look={isRefundWalletUrgent(escrow) ? 'filled' : 'line'}
      >
        <WalletFields escrow={escrow} refused={refused} intent="state_wallet" preset={escrow.suggestedWallet} />
      </SettleForm>
    </Sheet>
  )
}

/** The most urgent reason to ask. */
function useWords(escrow: Shown): { title: string; text?: string; button: string } {
  const { t, i18n } = useTranslation()
  const amountOf = (value: string) => formatAmount(value, escrow.currency, i18n.language)
  const blocked = escrow.payouts.filter(waitsForRefundWallet)
  if (blocked.length > 0) {
    return {
      title: t('lookup.settle.wallet.blockedTitle'),
      button: t('lookup.settle.wallet.blockedButton'),
    }
  }
  if (escrow.stage === 'refund_open') {
    return {
      title: t('escrow.next.refund_open.buyer.title', { amount: amountOf(escrow.amount) }),
      button: t('lookup.settle.wallet.owedButton'),
    }
  }
  if (escrow.owedBack !== '0') {
    return {
      title: t('lookup.settle.wallet.owedTitle', { amount: amountOf(escrow.owedBack) }),
      button: t('lookup.settle.wallet.owedButton'),
    }
  }
  return {
    title: t('lookup.settle.wallet.title'),
    text: t('lookup.settle.wallet.dispute'),
    button: t('lookup.settle.wallet.save'),
  }
}
