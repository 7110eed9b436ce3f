import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'
import { useAdmin } from './words.tsx'

type PayoutSubjectProps = {
  transactionId: string | null
  /** The reseller whose commission it is. */
  reseller: string | null
}

/** What a payout belongs to: an escrow, an unmatched payment, or a reseller's commission. */
export function PayoutSubject({ transactionId, reseller }: PayoutSubjectProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  if (reseller !== null) return <Link to={`/admin-panel/resellers/${reseller}`}>{common('pages.resellers')}</Link>
  if (transactionId === null) return <Link to="/admin-panel/cases?state=closed">{t('cases.aCase')}</Link>
  return (
    <Link to={`/admin-panel/escrows?txid=${transactionId}`}>
      <InlineCode size="small">{transactionId}</InlineCode>
    </Link>
  )
}
