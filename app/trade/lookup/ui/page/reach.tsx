import { useTranslation } from 'react-i18next'
import { WithinPage } from '#app/kernel/ui/forms/within-page.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'

/** On phones: a bar at the bottom that links to the decision, until that is in view. */
export function Reach({ escrow: { amount, currency, agreement } }: { escrow: PartyView }) {
  const { t } = useTranslation()
  return (
    <div className="reach no-print">
      <p>
        <b>
          <Amount value={amount} asset={currency} />
        </b>
        {agreement?.clock && <MomentSentence at={agreement.clock.by} text={(time) => t('dashboard.due', { time })} />}
      </p>
      <WithinPage part="decision">{t('lookup.decision.go')}</WithinPage>
    </div>
  )
}
