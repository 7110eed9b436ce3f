import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'

/** Links to the page about getting a wallet, in a new tab, so that typed text stays. */
export function WalletHelp() {
  const { t } = useTranslation()
  return (
    <p className="small">
      <Link to="/wallets" target="_blank">
        {t('ui.walletHelp')}
      </Link>
    </p>
  )
}
