import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ActedOn } from '#app/kernel/ui/text/acted-on.tsx'

/** Links: open a similar escrow, its payments, its settlement statement. */
export function DashboardWays({
  txid,
  canOpen,
  hasPayments,
}: {
  txid: string
  canOpen: boolean
  hasPayments: boolean
}) {
  const { t } = useTranslation()
  return (
    <>
      {canOpen && (
        <Link to={`/submit?like=${txid}`}>
          {t('lookup.ways.like')}
          <ActedOn>{txid}</ActedOn>
        </Link>
      )}{' '}
      {hasPayments && (
        <Link to={`/dashboard?find=${txid}#payments`}>
          {t('dashboard.payments.title')}
          <ActedOn>{txid}</ActedOn>
        </Link>
      )}{' '}
      {/* A plain link: the browser must save the file, and the router must not fetch it. */}
      <a href={`/statements/${txid}.pdf`} download>
        {t('lookup.ways.statement')}
        <ActedOn>{txid}</ActedOn>
      </a>
    </>
  )
}
