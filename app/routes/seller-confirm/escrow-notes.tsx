import { useTranslation } from 'react-i18next'
import type { EscrowView } from '#app/domain/escrow-view.ts'
import { formatAmount, formatMoment } from '#app/i18n/format.ts'
import { HashDisclosure } from '#app/ui/disclosure.tsx'
import { ContractLink } from '#app/ui/escrow/escrow-facts.tsx'
import { Note } from '#app/ui/note.tsx'

/** Is the money here? In plain words, so that nobody ships against an empty escrow. */
export function FundingNote({ escrow }: { escrow: EscrowView }) {
  const { t, i18n } = useTranslation()
  const { verifiedAt } = escrow.times
  const language = i18n.language
  return (
    <>
      {verifiedAt ? (
        <Note
          after
          tone="good"
          title={t('seller.fundedTitle', { amount: formatAmount(escrow.amount, escrow.currency, language) })}
        >
          <p>{t('seller.fundedText', { network: escrow.networkName, time: formatMoment(verifiedAt, language) })}</p>
        </Note>
      ) : (
        <Note after tone="attention" title={t('seller.unfundedTitle')}>
          <p>
            {t('seller.unfundedText', {
              stillDue: formatAmount(escrow.deposit.stillDue, escrow.currency, language),
            })}
          </p>
        </Note>
      )}
      {escrow.approval === 'Rejected' && (
        <Note tone="danger" title={t('seller.rejectedTitle')} after>
          <p>{t('seller.rejectedText', { reason: escrow.rejectionReason ?? '' })}</p>
        </Note>
      )}
    </>
  )
}

/** The contract to read before it is accepted, or that there is none. */
export function ContractNote({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  return (
    <>
      <Note tone="plain">
        {escrow.contract ? (
          <>
            <p>
              <ContractLink escrowId={escrow.id} contract={escrow.contract} />. {t('seller.contractRead')}
            </p>
            <HashDisclosure label={t('escrow.facts.contractHash')} hash={escrow.contract.sha256} />
          </>
        ) : (
          <p>{t('seller.noContract')}</p>
        )}
      </Note>
      {escrow.terms && (
        <p>
          <strong>{t('escrow.facts.terms')}:</strong> {escrow.terms}
        </p>
      )}
    </>
  )
}
