import { useTranslation } from 'react-i18next'
import { isMarked } from '#app/domain/documents/notice.ts'
import { isCalledOff } from '#app/domain/escrow/escrow.ts'
import { networkOf } from '#app/domain/kernel/assets.ts'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import { formatAmount, formatMoment } from '#app/i18n/kernel/format.ts'
import { DocumentPreview } from '#app/ui/documents/document-preview.tsx'
import { MeantDocuments, NoticeWords } from '#app/ui/documents/notice-words.tsx'
import { HashDisclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { ContractLink } from '#app/ui/lookup/escrow-facts.tsx'

/** Is the money here? In plain words, so that nobody ships against an empty escrow, or one that is about to end. */
export function FundingNote({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  return (
    <>
      <Funding escrow={escrow} />
      {escrow.approval === 'Rejected' && escrow.may.confirm && (
        <Note tone="danger" title={t('seller.rejectedTitle')} after>
          {escrow.examination.notice && isMarked(escrow.examination.notice) ? (
            <NoticeWords notice={escrow.examination.notice} />
          ) : (
            <>
              <p>{t('seller.rejectedText', { reason: escrow.rejectionReason ?? '' })}</p>
              <MeantDocuments types={escrow.rejectedTypes} />
            </>
          )}
          {escrow.parts.rounds.left !== null && <p>{t('examination.left', { count: escrow.parts.rounds.left })}</p>}
        </Note>
      )}
    </>
  )
}

function Funding({ escrow }: { escrow: EscrowView }) {
  const { t, i18n } = useTranslation()
  const { stage, currency, networkName, deposit } = escrow
  const language = i18n.language
  const amount = formatAmount(escrow.amount, currency, language)
  if (escrow.isPastDate) {
    return (
      <Note after tone="danger" title={t('held.lapsed.title')}>
        <p>{t(`held.lapsed.${networkOf(currency)}`)}</p>
      </Note>
    )
  }
  if (isCalledOff(stage) || stage === 'refund_open') {
    return (
      <Note
        after
        tone="danger"
        title={t(stage === 'cancelled' ? 'seller.overTitle' : `escrow.next.${stage}.seller.title`)}
      >
        <p>{t(stage === 'cancelled' ? 'seller.overText' : `escrow.next.${stage}.seller.text`, { amount })}</p>
      </Note>
    )
  }
  if (stage === 'refund_requested' || stage === 'disputed') {
    return (
      <Note after tone="attention" title={t('seller.holdTitle')}>
        <p>{t(stage === 'disputed' ? 'seller.holdDispute' : 'seller.holdRefund', { amount })}</p>
      </Note>
    )
  }
  // Where the money went when it is no longer here, says the turn.
  if (escrow.payouts.some(({ purpose }) => purpose !== 'return')) return null
  const { verifiedAt } = escrow.times
  if (verifiedAt) {
    return (
      <Note after tone="good" title={t(escrow.isHeld ? 'held.next.locked.title' : 'seller.fundedTitle', { amount })}>
        <p>
          {t('seller.fundedText', { network: networkName, time: formatMoment(verifiedAt, language) })}
          {escrow.parts.isToShip && ` ${t('seller.canShip')}`}
        </p>
      </Note>
    )
  }
  return (
    <Note after tone="attention" title={t('seller.unfundedTitle')}>
      <p>{t('seller.unfundedText', { stillDue: formatAmount(deposit.stillDue, currency, language) })}</p>
    </Note>
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
              <ContractLink escrowId={escrow.id} contract={escrow.contract} />
            </p>
            <p>{t('seller.contractRead')}</p>
            <HashDisclosure label={t('escrow.facts.contractHash')} hash={escrow.contract.sha256} />
            <DocumentPreview fileName={escrow.contract.fileName} href={`/contracts/${escrow.id}`} />
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
