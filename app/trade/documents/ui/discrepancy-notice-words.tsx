import { useTranslation } from 'react-i18next'
import { formatList } from '#app/kernel/i18n/format.ts'
import { Quote } from '#app/kernel/ui/text/quote.tsx'
import type { DiscrepancyNotice, Mark } from '#app/trade/documents/domain/discrepancy-notice.ts'
import { PRESENTED_TYPES, type PresentedType } from '#app/trade/documents/domain/documents.ts'
import './discrepancy-notice.css'

/** A discrepancy notice: its reason, and what is wrong with each named document. */
export function DiscrepancyNoticeWords({ notice: { reason, marks } }: { notice: DiscrepancyNotice }) {
  const named = PRESENTED_TYPES.flatMap((type) => marks.find((mark) => mark.type === type) ?? [])
  return (
    <>
      {reason && <Quote>{reason}</Quote>}
      {named.length > 0 && (
        <ul className="marks">
          {named.map((mark) => (
            <li key={mark.type}>
              <MarkWords mark={mark} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function MarkWords({ mark: { type, reasons, words } }: { mark: Mark }) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <b>{t(`documentType.${type}`)}</b>
      {reasons.length > 0 && (
        <span className="marks__why">
          {formatList(
            reasons.map((reason) => t(`examination.discrepancy.${reason}`)),
            i18n.language,
          )}
        </span>
      )}
      {words && <Quote>{words}</Quote>}
    </>
  )
}

/** "Meant: Packing List, Bill of Lading." Nothing if the notice is about all documents. */
export function MeantDocuments({ types }: { types: PresentedType[] }) {
  const { t, i18n } = useTranslation()
  if (types.length === 0) return null
  const names = types.map((type) => t(`documentType.${type}`))
  return <p>{t('escrow.documents.means', { documents: formatList(names, i18n.language) })}</p>
}
