import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SureIntent } from '#app/escrow/domain/settle-intents.ts'
import { BackAt } from '#app/escrow/ui/back-at.tsx'
import { walletOf } from '#app/kernel/domain/wallet.ts'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import { CallFirst, ProposedWallet } from '#app/settlement/payouts/ui/other-wallet.tsx'
import { WalletCard } from '#app/settlement/payouts/ui/wallet-card.tsx'
import { AgreedShares } from '#app/trade/divisions/ui/agreed-shares.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'

type SureProps = {
  escrow: EscrowView
  intent: SureIntent
  /** What was typed before, sent again. */
  values: Record<string, string>
  page: '/transaction-lookup' | '/seller-confirm'
}

/** Confirmation page before an irreversible action. */
export function Sure({ escrow, intent, values, page }: SureProps) {
  const { t, i18n } = useTranslation()
  const amountOf = (value: string) => formatAmount(value, escrow.currency, i18n.language)
  const props = { escrow, intent, values, page }
  if (intent === 'agree_refund') {
    return (
      <SurePage
        {...props}
        title={t('lookup.settle.answer.sureTitle', { amount: amountOf(escrow.amount) })}
        text={t('lookup.settle.answer.sureText')}
        when={<BackAt escrow={escrow} />}
        button={t('lookup.settle.answer.sure')}
      />
    )
  }
  if (intent === 'agree_wallet') {
    const release = escrow.payouts.find(({ purpose }) => purpose === 'release')
    return (
      <SurePage
        {...props}
        title={t('otherWallet.sureTitle', { amount: amountOf(release?.amount ?? escrow.amount) })}
        text={t('lookup.decision.sureText')}
        button={t('otherWallet.sure')}
      >
        <CallFirst />
        {/* Agrees to what the buyer saw; refused if the seller changed it meanwhile. */}
        <ProposedWallet
          escrow={escrow}
          proposed={walletOf({ address: values.seenAddress ?? '', memo: values.seenMemo ?? '' })}
        />
      </SurePage>
    )
  }
  if (intent === 'agree_division') {
    return (
      <SurePage {...props} title={t('division.sureTitle')} text={t('division.sureText')} button={t('division.sure')}>
        <AgreedShares escrow={escrow} values={values} />
      </SurePage>
    )
  }
  const { refundAddress: address, refundMemo: memo } = values
  return (
    <SurePage
      {...props}
      title={t('lookup.settle.cancel.sureTitle')}
      text={t('lookup.settle.cancel.sureText')}
      button={t('lookup.settle.cancel.sure')}
    >
      {address && (
        <WalletCard
          title={t('lookup.settle.cancel.part', { received: amountOf(escrow.deposit.received) })}
          address={address}
        >
          {memo ? t('lookup.wallets.memo', { memo }) : t('lookup.wallets.noMemo')}
        </WalletCard>
      )}
    </SurePage>
  )
}

type SurePageProps = SureProps & {
  title: string
  text: string
  button: string
  /** When it happens, unless at once. */
  when?: ReactNode
  children?: ReactNode
}

function SurePage({ escrow, intent, values, page, title, text, button, when, children }: SurePageProps) {
  const { t } = useTranslation()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Read>
      <PageHead title={title} lead={text} />
      {when}
      {children}
      <Form method="post">
        <input type="hidden" name="txid" value={escrow.transactionId} />
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="sure" value="yes" />
        <Actions after={children !== undefined}>
          <Button name="intent" value={intent} disabled={isBusy}>
            {isBusy ? t('lookup.settle.busy') : button}
          </Button>
          <ButtonLink look="line" to={`${page}?txid=${escrow.transactionId}`}>
            {t('lookup.decision.back')}
          </ButtonLink>
        </Actions>
      </Form>
    </Read>
  )
}
