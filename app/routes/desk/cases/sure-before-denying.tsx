import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import { SureForm } from './case-form.tsx'

export type SureDenial = { caseId: string; kind: string; amount: string; payments: string; reason: string }

/** Asked once more before an operator says that the payments in the way have nothing to do with the money of a case. */
export function SureBeforeDenying({ sure }: { sure: SureDenial }) {
  const t = useDesk()
  const { caseId, kind, amount, payments, reason } = sure
  return (
    <Read>
      <PageHead title={t('cases.doubt.deny')} lead={t('cases.doubt.sureText')} />
      <Sheet title={t('payouts.reason')}>
        <p className="said">{reason}</p>
      </Sheet>
      <SureForm act="deny" row={{ id: caseId, kind, amount }} typed={{ payments, reason }} button={t('acts.yes')} />
    </Read>
  )
}
