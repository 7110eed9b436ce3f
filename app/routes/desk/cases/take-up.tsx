import { useTranslation } from 'react-i18next'
import { isAsset } from '#app/domain/kernel/assets.ts'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import type { ShownCase } from '#app/queries/desk/desk-cases.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { TextArea } from '#app/ui/kernel/forms/field.tsx'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import { CaseForm, SureForm } from './case-form.tsx'

/** What was typed, and why it was not enough. */
export type RefusedTaking = { text: string; field: string | undefined; note: string }

type TakeUpProps = { row: ShownCase; refused: RefusedTaking | null; isBusy: boolean }

/** Opens a case again whose money was kept, with the reason. Asked once more before it is open. */
export function TakeUp({ row, refused, isBusy }: TakeUpProps) {
  const t = useDesk()
  return (
    <CaseForm {...{ row, isBusy }} act="take-up" look="act" summary={t('cases.takeUp')} isOpen={refused !== null}>
      <TextArea
        name="note"
        id={`note-${row.id}`}
        rows={3}
        label={t('payouts.reason')}
        hint={t('payouts.reasonHint')}
        error={refused?.field === 'note' ? refused.text : undefined}
        defaultValue={refused?.note ?? ''}
        aria-required
      />
    </CaseForm>
  )
}

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
      <SureForm act="take-up" row={{ id: caseId, kind, amount }} typed={{ note: reason }} button={t('acts.yes')} />
    </Read>
  )
}
