import { useTranslation } from 'react-i18next'
import { isAsset } from '#app/domain/kernel/assets.ts'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import { SureForm } from './case-form.tsx'

export type SureTakingUp = {
  caseId: string
  kind: string
  amount: string
  assetLabel: string
  /** What was said when its money was kept. */
  outcome: string
  reason: string
}

/** Asked once more before a case is opened again, with what was said when it was closed. */
export function SureBeforeTakingUp({ sure }: { sure: SureTakingUp }) {
  const { t: common, i18n } = useTranslation()
  const t = useDesk()
  const { caseId, kind, amount, assetLabel, outcome, reason } = sure
  const shown = isAsset(assetLabel) ? formatAmount(amount, assetLabel, i18n.language) : `${amount} ${assetLabel}`
  return (
    <Read>
      <PageHead title={t('cases.takeUp')} lead={t('cases.takeUpText')} />
      <Sheet>
        <Facts
          items={[
            { label: common('escrow.facts.amount'), value: shown },
            { label: t('cases.outcomeTitle'), value: <span className="said">{outcome}</span> },
          ]}
        />
      </Sheet>
      <Sheet title={t('payouts.reason')}>
        <p className="said">{reason}</p>
      </Sheet>
      <SureForm
        act="take-up"
        row={{ id: caseId, kind, amount }}
        typed={{ note: reason }}
        button={t('acts.yes')}
        busy={t('decide.working')}
      />
    </Read>
  )
}
