import { useTranslation } from 'react-i18next'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { SheetPart } from '#app/kernel/ui/frames/sheet.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { WalletHelp } from '#app/settlement/payouts/ui/wallet-help.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'

export type WalletPartProps = {
  escrow: EscrowView | null
  own: (Wallet & { currency: Asset }) | null
  values: { walletAddress: string; walletMemo: string } | null
  errorOf: (field: string) => string | null
}

/** The payout wallet: as stated before, or the seller's saved wallet of this currency. */
export function WalletPart({ escrow, own, values, errorOf }: WalletPartProps) {
  const { t } = useTranslation()
  const stated = escrow?.payoutWallet ?? null
  const preset = stated ?? (escrow && own?.currency === escrow.currency ? own : null)
  const address = values?.walletAddress ?? preset?.address ?? ''
  const memo = values?.walletMemo ?? preset?.memo ?? ''
  const isWrong = errorOf('walletAddress') !== null || errorOf('walletMemo') !== null
  const fields = (
    <>
      <Field
        name="walletAddress"
        label={escrow ? t('seller.addressFor', { currency: escrow.currency }) : t('seller.address')}
        error={errorOf('walletAddress')}
        defaultValue={address}
        autoComplete="off"
        code
        after={<WalletHelp />}
      />
      {/* The memo is for exchange wallets, which cannot sign and so cannot be used with on-chain escrow. */}
      <Disclosure
        summary={
          escrow?.custody.wallets === 'agreed' ? t('seller.memo') : `${t('seller.memo')}, ${t('seller.memoNote')}`
        }
        open={memo !== '' || errorOf('walletMemo') !== null}
      >
        <Field
          name="walletMemo"
          label={t('seller.memo')}
          error={errorOf('walletMemo')}
          defaultValue={memo}
          autoComplete="off"
          code
          short
        />
      </Disclosure>
    </>
  )
  return (
    // The key remounts the fields, so that the address read out of a pasted name appears in them.
    <SheetPart title={t('seller.wallet')} key={errorOf('walletAddress') && address}>
      {stated && !isWrong ? (
        <>
          <Code value={stated.address} shape="address" />
          {stated.memo && <p className="small muted">{t('lookup.wallets.memo', { memo: stated.memo })}</p>}
          <Disclosure summary={t('ui.change')}>{fields}</Disclosure>
        </>
      ) : (
        fields
      )}
    </SheetPart>
  )
}
