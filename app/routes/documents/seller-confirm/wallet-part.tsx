import { useTranslation } from 'react-i18next'
import type { Asset } from '#app/domain/kernel/assets.ts'
import type { Wallet } from '#app/domain/kernel/wallet.ts'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import { Field } from '#app/ui/kernel/forms/field.tsx'
import { SheetPart } from '#app/ui/kernel/frames/sheet.tsx'
import { WalletHelp } from '#app/ui/payouts/wallet-help.tsx'

export type WalletPartProps = {
  escrow: EscrowView | null
  own: (Wallet & { currency: Asset }) | null
  /** As typed before the form was refused. */
  values: { walletAddress: string; walletMemo: string } | null
  errorOf: (field: string) => string | null
}

/** Where the seller is to be paid: as stated before, or the wallet that the seller has prepared for this currency. */
export function WalletPart({ escrow, own, values, errorOf }: WalletPartProps) {
  const { t } = useTranslation()
  const preset = escrow?.payoutWallet ?? (escrow && own?.currency === escrow.currency ? own : null)
  const address = values?.walletAddress ?? preset?.address ?? ''
  return (
    // What was read out of a pasted name takes its place in the fields.
    <SheetPart title={t('seller.wallet')} hint={t('seller.walletHint')} key={errorOf('walletAddress') && address}>
      <Field
        name="walletAddress"
        label={escrow ? t('seller.addressFor', { currency: escrow.currency }) : t('seller.address')}
        error={errorOf('walletAddress')}
        defaultValue={address}
        autoComplete="off"
        code
        after={<WalletHelp />}
      />
      <Field
        name="walletMemo"
        label={t('seller.memo')}
        // A wallet at an exchange cannot sign, and no ledger holds money for one.
        note={escrow?.isHeld ? undefined : t('seller.memoNote')}
        error={errorOf('walletMemo')}
        defaultValue={values?.walletMemo ?? preset?.memo ?? ''}
        autoComplete="off"
        code
        short
      />
    </SheetPart>
  )
}
