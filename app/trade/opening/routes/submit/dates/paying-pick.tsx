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
  /** The ledger is chosen to hold the money, or may be: then it has to be named. */
  isNeeded: boolean
}

/** Where the buyer pays from. Another network begins with an empty field. */
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

/** Enough to know an own address by. */
function shortAddress(address: string): string {
  return address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address
}
