import { useTranslation } from 'react-i18next'
import { PAYMENT_PROBLEMS } from '#app/domain/arrival.ts'
import type { SeenPayment } from '#app/domain/escrow-view.ts'
import { HashDisclosure } from './disclosure.tsx'
import { Note } from './note.tsx'

/** Payments that arrived but do not count by themselves: why, and what happens to them. Nothing when all of them count. */
export function Uncounted({ payments }: { payments: readonly SeenPayment[] }) {
  const { t } = useTranslation()
  const uncounted = payments.filter((payment) => payment.problem !== null)
  if (uncounted.length === 0) return null
  return (
    <Note tone="danger" role="status" title={t('arrival.title')}>
      {uncounted.map(({ hash, amount, assetLabel, problem }) => (
        <div key={`${hash} ${amount}`}>
          <p>
            {t('arrival.seen', { amount, asset: assetLabel })} {t(`arrival.problem.${knownProblem(problem)}`)}
          </p>
          <HashDisclosure label={t('arrival.hash')} hash={hash} />
        </div>
      ))}
    </Note>
  )
}

function knownProblem(stored: string | null) {
  return PAYMENT_PROBLEMS.find((problem) => problem === stored) ?? 'needs_review'
}
