import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { type Asset, assetsByNetwork, factsOfNetwork, USUAL_ASSET } from '#app/kernel/domain/assets.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary, type Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field, Select, TextArea } from '#app/kernel/ui/forms/field.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { WalletHelp } from '#app/settlement/payouts/ui/wallet-help.tsx'

type CheckFormProps = {
  own: (Wallet & { currency: Asset }) | null
  of: { txid: string; currency: Asset } | null
  typed: Record<string, string> | null
  problems: Problem[]
}

export function CheckForm({ own, of, typed, problems }: CheckFormProps) {
  const { t } = useTranslation()
  const isBusy = useNavigation().state === 'submitting'
  const errorOf = (field: string) => problems.find((problem) => problem.field === field)?.text ?? null
  const preset = typed ?? {
    currency: of?.currency ?? own?.currency ?? USUAL_ASSET,
    walletAddress: own && (!of || of.currency === own.currency) ? own.address : '',
    walletMemo: own && (!of || of.currency === own.currency) ? (own.memo ?? '') : '',
  }
  return (
    // A new key: an address resolved from a pasted name replaces the typed text.
    <Form method="post" key={problems.length > 0 ? preset.walletAddress : 'asked'}>
      <ErrorSummary problems={problems} />
      <Sheet title={t('walletCheck.title')}>
        <input type="hidden" name="txid" value={of?.txid ?? ''} />
        <Select
          name="currency"
          label={t('submit.currency')}
          error={errorOf('currency')}
          defaultValue={preset.currency}
          options={assetsByNetwork().map((asset) => ({
            value: asset,
            label: t('payment.option', { asset, network: factsOfNetwork(asset).name }),
          }))}
        />
        <TextArea
          name="walletAddress"
          label={t('seller.address')}
          error={errorOf('walletAddress')}
          defaultValue={preset.walletAddress}
          rows={1}
          code
          after={<WalletHelp />}
        />
        <Field
          name="walletMemo"
          label={t('seller.memo')}
          note={t('seller.memoNote')}
          error={errorOf('walletMemo')}
          defaultValue={preset.walletMemo}
          code
          short
        />
        <Actions after>
          <Button name="intent" value="save" disabled={isBusy}>
            {t('walletCheck.save')}
          </Button>
          <Button name="intent" value="check" look="line" disabled={isBusy}>
            {t('walletCheck.check')}
          </Button>
        </Actions>
      </Sheet>
    </Form>
  )
}
