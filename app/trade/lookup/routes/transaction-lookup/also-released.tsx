import { useTranslation } from 'react-i18next'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'

type AlsoReleasedProps = { escrow: Pick<EscrowView, 'alsoReleased' | 'amount' | 'currency'> }

/** Warns the buyer before the approval: other deposits under the same condition are released, too. */
export function AlsoReleased({ escrow: { alsoReleased, amount, currency } }: AlsoReleasedProps) {
  const { t, i18n } = useTranslation()
  if (alsoReleased.length === 0) return null
  const shown = (value: string) => formatAmount(value, currency, i18n.language)
  return (
    <Note tone="danger" title={t('held.also.title', { amount: shown(amount) })} after>
      <ul>
        {alsoReleased.map(({ hash, amount: more, toSeller }) => (
          <li key={hash}>
            {more === null
              ? t('held.also.opened')
              : t(toSeller ? 'held.also.seller' : 'held.also.named', { amount: shown(more) })}
            <HashDisclosure label={t('held.facts.lockedBy')} hash={hash} />
          </li>
        ))}
      </ul>
      <p>{t('held.also.why')}</p>
    </Note>
  )
}
