import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import type { Silence } from '#app/escrow/domain/silence.ts'
import { BackAt } from '#app/escrow/ui/back-at.tsx'
import { SettleForm, type SettlingProps, shownIn, WalletFields } from '#app/escrow/ui/settle-form.tsx'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { TextArea } from '#app/kernel/ui/forms/field.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import type { RefundsView } from '#app/trade/refunds/domain/refunds-view.ts'

/** What a party can do when the trade cannot go on, with its effect on the money. Empty where nothing is possible. */
export function WaysOut({ escrow, refused }: SettlingProps<EscrowDetails & RefundsView>) {
  const { t } = useTranslation()
  const { may } = escrow
  const { silence } = escrow
  if (!may.cancel && !may.askForRefund && !may.dispute && !silence) return null
  return (
    <Sheet id="settle" title={t('lookup.settle.title')} noPrint>
      {silence && <p className="small muted">{t(silenceKey(escrow, silence))}</p>}
      <div className="exits">
        {may.cancel && <CallOff escrow={escrow} refused={refused} />}
        {may.askForRefund && <AskForRefund escrow={escrow} refused={refused} />}
        {may.dispute && <OpenDispute escrow={escrow} refused={refused} />}
      </div>
    </Sheet>
  )
}

function silenceKey({ custody }: EscrowDetails, silence: Silence) {
  if (silence === 'sellerUnfunded' || silence === 'buyerUnfunded') return `lookup.silent.${silence}` as const
  return custody.says.silent
}

type WayProps = { title: string; what: string; isOpen: boolean; children: ReactNode }

function Way({ title, what, isOpen, children }: WayProps) {
  return (
    <details open={isOpen}>
      <summary className="exit">
        <span>
          <b className="exit__title">{title}</b>
          {what}
        </span>
      </summary>
      {children}
    </details>
  )
}

function CallOff({ escrow, refused }: SettlingProps<EscrowDetails & RefundsView>) {
  const { t, i18n } = useTranslation()
  const received = formatAmount(escrow.deposit.received, escrow.currency, i18n.language)
  const hasPart = escrow.deposit.state !== 'none'
  return (
    <Way
      title={t('lookup.settle.cancel.title')}
      what={t('lookup.settle.cancel.text')}
      isOpen={shownIn('cancel', refused).wasRefused}
    >
      <SettleForm escrow={escrow} intent="cancel" button={t('lookup.settle.cancel.button')}>
        {hasPart && (
          <>
            <p className="small muted">{t('lookup.settle.cancel.part', { received })}</p>
            <WalletFields escrow={escrow} refused={refused} intent="cancel" preset={escrow.suggestedWallet} />
          </>
        )}
      </SettleForm>
    </Way>
  )
}

function AskForRefund({ escrow, refused }: SettlingProps<EscrowDetails & RefundsView>) {
  const { t } = useTranslation()
  const shown = shownIn('ask_refund', refused)
  return (
    <Way title={t('lookup.settle.refund.title')} what={t(escrow.custody.says.askedBack)} isOpen={shown.wasRefused}>
      <SettleForm escrow={escrow} intent="ask_refund" button={t('lookup.settle.refund.button')}>
        <BackAt escrow={escrow} />
        <TextArea
          {...shown.field('refundReason')}
          label={t('lookup.settle.refund.reason')}
          hint={t('lookup.settle.refund.reasonHint')}
          rows={3}
        />
        <WalletFields escrow={escrow} refused={refused} intent="ask_refund" preset={escrow.suggestedWallet} />
      </SettleForm>
    </Way>
  )
}

function OpenDispute({ escrow, refused }: SettlingProps<EscrowDetails & RefundsView>) {
  const { t } = useTranslation()
  const amount = useAmount(escrow)
  const { may } = escrow
  const shown = shownIn('open_dispute', refused)
  return (
    <Way
      title={t('lookup.settle.dispute.title')}
      what={t(escrow.custody.says.disputed, { amount })}
      isOpen={shown.wasRefused}
    >
      <SettleForm escrow={escrow} intent="open_dispute" button={t('lookup.settle.dispute.button')}>
        <TextArea
          {...shown.field('disputeReason')}
          label={t('lookup.settle.dispute.reason')}
          hint={t('lookup.settle.dispute.reasonHint')}
          rows={4}
        />
        {may.disputeWithWallet && (
          <>
            <p className="small muted">{t('lookup.settle.wallet.dispute')}</p>
            <WalletFields escrow={escrow} refused={refused} intent="open_dispute" preset={escrow.suggestedWallet} />
          </>
        )}
      </SettleForm>
    </Way>
  )
}

function useAmount(escrow: EscrowDetails): string {
  return formatAmount(escrow.amount, escrow.currency, useTranslation().i18n.language)
}
