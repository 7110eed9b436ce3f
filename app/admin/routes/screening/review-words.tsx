import { useTranslation } from 'react-i18next'
import type { ReviewView } from '#app/admin/queries/screening/screening.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import type { FactPair } from '#app/screening/domain/facts/compare-facts.ts'

/** Why it was found: word by word, and what else is known on both sides. */
export function ReviewWords({ review }: { review: ReviewView }) {
  const { by, typed, listed, words, percent, facts, factsNow } = review
  const t = useAdmin()
  if (by === 'wallet') {
    return (
      <>
        <p>{t('screening.byWallet')}</p>
        <Code value={typed} size="small" />
      </>
    )
  }
  return (
    <>
      <p>
        <b>
          <bdi>{typed}</bdi> ≈ <bdi>{listed}</bdi>
        </b>
        <Comma />
        {t('screening.percent', { percent })}
      </p>
      <ul className="small">
        {words.map((pair, at) => (
          // A name may have the same word twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of a review never change
          <li key={at}>
            <bdi>{pair.typed ?? '…'}</bdi> ~ <bdi>{pair.listed ?? '…'}</bdi>: {t(`screening.word.${pair.how}`)}
          </li>
        ))}
      </ul>
      {facts.length + factsNow.length > 0 && (
        <>
          <h3>{t('screening.beside.title')}</h3>
          <p className="small muted">{t('screening.beside.hint')}</p>
          {factsNow.length > 0 && facts.length > 0 && <p className="small">{t('screening.beside.found')}</p>}
          <Beside facts={facts} />
          {factsNow.length > 0 && <p className="small">{t('screening.beside.now')}</p>}
          <Beside facts={factsNow} />
        </>
      )}
    </>
  )
}

function Beside({ facts }: { facts: readonly FactPair[] }) {
  const t = useAdmin()
  const { i18n } = useTranslation()
  const signed = new Intl.NumberFormat(i18n.language, { signDisplay: 'exceptZero' })
  if (facts.length === 0) return null
  return (
    <ul className="small">
      {facts.map((pair) => (
        <li key={pair.fact}>
          <bdi>{pair.typed}</bdi> ~ <bdi>{pair.listed}</bdi>: {saying(pair, t)} (<bdi>{signed.format(pair.points)}</bdi>
          )
        </li>
      ))}
    </ul>
  )
}

/** Each fact has only the results that compare-facts.ts gives it. */
function saying({ fact, how }: FactPair, t: ReturnType<typeof useAdmin>): string {
  if (fact === 'born') return t(`screening.beside.born.${how}`)
  if (fact === 'country') return t(`screening.beside.country.${how === 'same' ? 'same' : 'other'}`)
  return t(`screening.beside.number.${how === 'year' ? 'other' : how}`)
}
