import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { formatAmount, formatList } from '#app/kernel/i18n/format.ts'
import type { Fact } from '#app/kernel/ui/frames/facts.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import type { ChangesView } from '#app/trade/terms/domain/terms-view.ts'

export function useChangeWords() {
  const { t, i18n } = useTranslation()
  const documents = (types: NonNullable<ChangesView['documents']>): string =>
    types.length === 0
      ? t('dates.noDocuments')
      : formatList(
          types.map((type) => t(`documentType.${type}`)),
          i18n.language,
        )
  const day = (at: string | null): ReactNode => at && <Moment at={at} />

  /** One line for each change, with the value before where it is known. */
  function changesOf(changes: ChangesView, { asset, before }: { asset: Asset; before: ChangesView | null }): Fact[] {
    const { fundBy, presentBy, examineDays, weekend, documents: types, amount } = changes
    const line = (label: string, value: ReactNode, was: ReactNode): Fact => ({
      label,
      value,
      ...(was && { detail: <Before>{was}</Before> }),
    })
    return [
      ...(fundBy ? [line(t('dates.fundBy'), day(fundBy), before && day(before.fundBy))] : []),
      ...(presentBy ? [line(t('dates.presentBy'), day(presentBy), before && day(before.presentBy))] : []),
      ...(examineDays === null
        ? []
        : [line(t('dates.examineDays'), String(examineDays), before && String(before.examineDays))]),
      ...(weekend
        ? [
            line(
              t('dates.workingDays'),
              t(`dates.weekend.${weekend}`),
              before?.weekend && t(`dates.weekend.${before.weekend}`),
            ),
          ]
        : []),
      ...(types
        ? [line(t('dates.documents'), documents(types), before?.documents && documents(before.documents))]
        : []),
      ...(amount
        ? [
            line(
              t('escrow.facts.amount'),
              formatAmount(amount, asset, i18n.language),
              before?.amount && formatAmount(before.amount, asset, i18n.language),
            ),
          ]
        : []),
    ]
  }

  return { documents, day, changesOf }
}

/** The translated sentence around the value before. */
function Before({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [head = '', tail = ''] = t('terms.before', { value: '\u0000' }).split('\u0000')
  return (
    <>
      {head}
      <bdi>{children}</bdi>
      {tail}
    </>
  )
}
