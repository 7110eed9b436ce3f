import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDay, formatDecimal, formatList } from '#app/kernel/i18n/format.ts'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import type { DocumentCheck } from '#app/trade/documents/domain/checks.ts'

/** Results of the automatic checks, as observations and not verdicts. Nothing without results. */
export function ChecksNote({ hints }: { hints: readonly DocumentCheck[] }) {
  const { t, i18n } = useTranslation()
  if (hints.length === 0) return null
  const sentences = [
    ...hints.flatMap((hint) => ('type' in hint ? [] : [textOf(hint, t, i18n.language)])),
    ...OF_PAPERS.flatMap((of) => {
      const papers = hints.flatMap((hint) => (hint.hint === of ? [t(`documentType.${hint.type}`)] : []))
      if (papers.length === 0) return []
      return [t(`examination.hints.${of}`, { document: formatList(papers, i18n.language) })]
    }),
  ]
  return (
    <Note title={t('examination.hints.title')}>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="small muted">{t('examination.hints.text')}</p>
    </Note>
  )
}

/** Checks that are one sentence for several documents. */
const OF_PAPERS = ['rejected_before', 'used_elsewhere'] as const

/** One sentence with the compared values, formatted for the reader. */
function textOf(hint: Exclude<DocumentCheck, { type: unknown }>, t: TFunction, language: string): string {
  const day = (text: string) => formatDay(`${text}T00:00:00.000Z`, language)
  switch (hint.hint) {
    case 'presented_late':
      return t('examination.hints.presented_late')
    case 'container_number':
      return t('examination.hints.container_number', { numbers: formatList(hint.numbers, language) })
    case 'container_unread':
      return t('examination.hints.container_unread', { stated: hint.stated })
    case 'insurance_low':
      return t('examination.hints.insurance_low', {
        insured: formatDecimal(hint.insured, language, 2),
        invoice: formatDecimal(hint.invoice, language, 2),
      })
    case 'laden_late':
      return t('examination.hints.laden_late', { laden: day(hint.laden), latest: day(hint.latest) })
    case 'laden_ahead':
      return t('examination.hints.laden_ahead', { laden: day(hint.laden), presented: day(hint.presented) })
    case 'long_after_shipment': {
      const { days } = hint
      return t('examination.hints.long_after_shipment', {
        laden: day(hint.laden),
        presented: day(hint.presented),
        days,
      })
    }
  }
}
