import { useTranslation } from 'react-i18next'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import { shortAddress } from '#app/kernel/domain/wallet.ts'
import { refusalText } from '#app/kernel/i18n/refusal-text.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'

export type CheckedWallet = { address: string; asset: Asset; trouble: Refusal | null; isKept: boolean }

/** Whether the wallet can receive, what to do if not, and whether it is kept. */
export function WalletVerdict({ checked, txid }: { checked: CheckedWallet; txid: string | null }) {
  const { t } = useTranslation()
  const { address, asset, trouble, isKept } = checked
  const values = { wallet: shortAddress(address), currency: asset }
  return (
    <Note
      role="status"
      tone={trouble ? 'attention' : 'good'}
      title={t(trouble ? 'walletCheck.notYet' : 'walletCheck.ready', values)}
    >
      {trouble && <p>{refusalText(t, trouble)}</p>}
      {trouble && <p>{t('walletCheck.notBlocking')}</p>}
      {isKept && <p>{t('walletCheck.kept', values)}</p>}
      {isKept && (
        <Actions after>
          <ButtonLink look="line" to={txid ? `/seller-confirm?txid=${encodeURIComponent(txid)}` : '/seller-confirm'}>
            {t('nav.sellerConfirm')}
          </ButtonLink>
        </Actions>
      )}
    </Note>
  )
}
