import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { PAYMENT_PROBLEMS, type PaymentProblem } from '#app/ledgers/payments/domain/arrival.ts'
import type { SeenPayment } from '#app/ledgers/payments/domain/seen-payment.ts'
import { SeenPaymentList, SeenPaymentRow } from './seen-payment.tsx'

type UncountedProps = {
  payments: readonly SeenPayment[]
  /** Shown elsewhere on the page. */
  told?: readonly { payment: { id: string } | null }[]
}

/** Payments that arrived but do not count: why, and what happens to them. Nothing when all of them count. */
export function UncountedNote({ payments, told = [] }: UncountedProps) {
  const { t } = useTranslation()
  const uncounted = payments.filter(
    ({ id, problem }) => problem !== null && told.every(({ payment }) => payment?.id !== id),
  )
  if (uncounted.length === 0) return null
  return (
    <Note tone="danger" role="status" title={t('arrival.title')}>
      <SeenPaymentList>
        {uncounted.map((payment) => (
          <SeenPaymentRow key={payment.id} payment={payment}>
            <Problem of={knownProblem(payment.problem)} /> <WriteToSupport hash={payment.hash} />
          </SeenPaymentRow>
        ))}
      </SeenPaymentList>
    </Note>
  )
}

const OWED_BACK: readonly PaymentProblem[] = ['wrong_asset', 'quote_closed', 'already_paid', 'hash_used']

/** Why a payment does not count, and that it is owed back where the payer has to name a wallet. */
function Problem({ of }: { of: PaymentProblem }) {
  const { t } = useTranslation()
  return (
    <>
      {t(`arrival.problem.${of}`)}
      {OWED_BACK.includes(of) && (
        <>
          <Gap />
          {t('arrival.owed')}
        </>
      )}
    </>
  )
}

/** Links to the contact form with the payment's hash in the subject. */
export function WriteToSupport({ hash }: { hash: string }) {
  const { t } = useTranslation()
  const subject = t('arrival.subject', { hash })
  return <Link to={`/contact?subject=${encodeURIComponent(subject)}`}>{t('arrival.write')}</Link>
}

function knownProblem(stored: string | null) {
  return PAYMENT_PROBLEMS.find((problem) => problem === stored) ?? 'needs_review'
}
