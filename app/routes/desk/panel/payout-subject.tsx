import { Link } from '@remix-run/react'
import { InlineCode } from '#app/ui/kernel/text/code.tsx'
import { useDesk } from './words.tsx'

/** What a payout is of: an escrow, or a case. */
export function PayoutSubject({ transactionId }: { transactionId: string | null }) {
  const t = useDesk()
  if (transactionId === null) return <Link to="/admin-panel/cases?state=closed">{t('cases.aCase')}</Link>
  return (
    <Link to={`/admin-panel/escrows?txid=${transactionId}`}>
      <InlineCode size="small">{transactionId}</InlineCode>
    </Link>
  )
}
