import { useTranslation } from 'react-i18next'
import type { ShownDivision } from '#app/domain/divisions/shown-divisions.ts'
import type { Asset } from '#app/domain/kernel/assets.ts'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'
import { Comma } from '#app/ui/kernel/text/between.tsx'
import { Moment } from '#app/ui/kernel/text/moment.tsx'
import { Quote } from '#app/ui/kernel/text/quote.tsx'

/** What somebody proposed that each gets, with their words and what came of it. */
export function Proposal({ division, currency }: { division: ShownDivision; currency: Asset }) {
  const { t } = useTranslation()
  const { kind, side, seller, buyer, words, proposedAt, answer } = division
  return (
    <div className="spoken">
      <p className="spoken__who">
        {t(kind === 'offer' ? `division.by.${side}` : 'division.by.reduction')}
        <Comma />
        <Moment at={proposedAt} />
      </p>
      {words && <Quote>{words}</Quote>}
      <Facts
        items={[
          { label: t('lookup.settle.dispute.toSeller'), value: <Amount value={seller} asset={currency} /> },
          { label: t('lookup.settle.dispute.toBuyer'), value: <Amount value={buyer} asset={currency} /> },
        ]}
      />
      <p className="spoken__who">
        <b className="spoken__what">{t(`division.answer.${answer?.kind ?? 'open'}`)}</b>
        {answer && (
          <>
            <Comma />
            <Moment at={answer.at} />
          </>
        )}
      </p>
    </div>
  )
}
