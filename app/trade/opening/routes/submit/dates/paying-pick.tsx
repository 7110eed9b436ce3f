import { useTranslation } from 'react-i18next'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Field, TextArea } from '#app/kernel/ui/forms/field.tsx'
import type { ShownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Pick } from '#app/kernel/ui/frames/pick.tsx'
import type { SubmitPage } from '#app/trade/opening/queries/submit-page.server.ts'

type PayingPickProps = {
  shown: ShownAgain
  paying: SubmitPage['paying']
  currency: Asset
  /** On-chain escrow is or may be chosen: it requires this wallet. */
  isNeeded: boolean
}

/** The buyer's paying wallet. Empty if the saved one is on another network. */
export function PayingPick({ shown, paying, currency, isNeeded }: PayingPickProps) {
  const { t } = useTranslation()
  const preset = paying && networkOf(paying.currency) === networkOf(currency) ? paying : null
  const address = shown.typed('buyerWalletAddress') ?? preset?.address ?? ''
  const error = shown.error('buyerWalletAddress')
  return (
    <Pick
      what={t('submit.payingTitle')}
      is={address === '' ? t('submit.payingNone') : <bdi>{shortAddress(address)}</bdi>}
      consequence={address === '' && t(isNeeded ? 'submit.payingNeeded' : 'submit.payingNoneText')}
      open={Boolean(error || shown.error('buyerMemoTag')) || (isNeeded && address === '')}
    >
      <TextArea
        key={error && `read:${address}`}
        name="buyerWalletAddress"
        label={t('submit.buyerWallet')}
        note={!isNeeded && t('form.optional')}
        hint={t('submit.payingHint')}
        error={error}
        defaultValue={address}
        rows={1}
        code
      />
      <Field
        name="buyerMemoTag"
        label={t('submit.buyerMemo')}
        note={t('form.optional')}
        error={shown.error('buyerMemoTag')}
        defaultValue={shown.typed('buyerMemoTag') ?? preset?.memoTag ?? undefined}
        code
        short
      />
    </Pick>
  )
}

/** Enough to recognise one's own address. */
function shortAddress(address: string): string {
  return address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address
}
