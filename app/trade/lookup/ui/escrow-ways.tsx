import { useTranslation } from 'react-i18next'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { ButtonLink, buttonClass } from '#app/kernel/ui/forms/button.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'

/** Links: correct the escrow, open a similar one, download the statement. */
export function EscrowWays({ escrow: { transactionId, may }, reader }: { escrow: EscrowView; reader: Reader }) {
  const { t } = useTranslation()
  const id = encodeURIComponent(transactionId)
  return (
    <Actions after>
      {may.correct && (
        <ButtonLink look="line" size="small" to={`/correct-escrow?txid=${id}`}>
          {t('pages.correct')}
        </ButtonLink>
      )}
      {reader === 'buyer' && (
        <ButtonLink look="line" size="small" to={`/submit?like=${id}`}>
          {t('lookup.ways.like')}
        </ButtonLink>
      )}
      {/* A plain link: the browser must save the file, and the router must not fetch it. */}
      <a className={buttonClass('line', 'small')} href={`/statements/${id}.pdf`} download>
        {t('lookup.ways.statement')}
      </a>
    </Actions>
  )
}
