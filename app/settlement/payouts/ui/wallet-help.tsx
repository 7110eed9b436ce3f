import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'

/** Below a field for a wallet: the way to the page that says how to get one. A tab of its own keeps what is typed. */
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
