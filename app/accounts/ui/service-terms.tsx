/** Quayside's own terms beside a trade: what an act accepts of them, and under which an escrow was opened. */
import { Link } from '@remix-run/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { type ServiceTerms, SUPPLEMENT_DAY, TERMS_SUPPLEMENT } from '#app/accounts/domain/service-terms.ts'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { RichText } from '#app/kernel/ui/text/rich-text.tsx'

/** A placeholder that no sentence contains. */
const DAY = '\u0000'

/** A sentence that contains the day of the supplement, and a link. */
export function SupplementSentence({ text, link }: { text: (date: string) => string; link?: ReactElement }) {
  const components: Record<string, ReactElement> = link ? { terms: link } : {}
  const [before = '', after = ''] = text(DAY).split(DAY)
  return (
    <>
      <RichText text={before} components={components} />
      <Moment at={SUPPLEMENT_DAY} as="day" />
      <RichText text={after} components={components} />
    </>
  )
}

/**
 * In a form of somebody who has not accepted the supplement: sending it accepts, and carries which supplement was
 * named. The terms open in another tab, so that what is typed stays.
 */
export function AcceptsSupplement({ by }: { by: 'opening' | 'accepting' | 'confirming' }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="small">
        <SupplementSentence
          text={(date) => t(`serviceTerms.by.${by}`, { date })}
          link={<Link to="/terms" target="_blank" />}
        />
      </p>
      <input type="hidden" name="seenSupplement" value={TERMS_SUPPLEMENT} />
    </>
  )
}

/** One line on an escrow's page. The first wording mentions none of the dates that an escrow may have. */
export function OpenedUnder({ terms: { version, supplement }, hasDates }: { terms: ServiceTerms; hasDates: boolean }) {
  const { t } = useTranslation()
  return (
    <p className="small muted">
      {supplement === null ? (
        <>
          <RichText
            text={t('serviceTerms.openedUnder.first', { version })}
            components={{ terms: <Link to={`/terms?version=${version}`} /> }}
          />
          {hasDates && ` ${t('serviceTerms.openedUnder.dates')}`}
        </>
      ) : (
        <SupplementSentence
          text={(date) => t('serviceTerms.openedUnder.supplement', { version, date })}
          link={<Link to="/terms" />}
        />
      )}
    </p>
  )
}
