import { useTranslation } from 'react-i18next'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import type { ShownCase } from '#app/queries/desk/desk-cases.server.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { TextArea } from '#app/ui/kernel/forms/field.tsx'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import type { WeighedAcceptance } from '#app/workflows/cases/accept-short-fee.server.ts'
import { CaseForm, SureForm } from './case-form.tsx'
import type { RefusedTaking } from './take-up.tsx'

type AcceptProps = { row: ShownCase; refused: RefusedTaking | null; isBusy: boolean }

/** Lets a fee count as paid of which a small rest is missing, with the reason. Asked once more before it does. */
export function AcceptShort({ row, refused, isBusy }: AcceptProps) {
  const t = useDesk()
  return (
    <CaseForm {...{ row, isBusy }} act="accept" look="act" summary={t('cases.accept.do')} isOpen={refused !== null}>
      <TextArea
        name="note"
        id={`accept-note-${row.id}`}
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

export type SureAccepting = WeighedAcceptance & { caseId: string; kind: string; reason: string }

/** Asked once more, with what is missing. */
export function SureBeforeAccepting({ sure }: { sure: SureAccepting }) {
  const { i18n } = useTranslation()
  const t = useDesk()
  const { caseId, kind, asset, received, due, missing, reason } = sure
  const show = (amount: string) => formatAmount(amount, asset, i18n.language)
  return (
    <Read>
      <PageHead title={t('cases.accept.do')} lead={t('cases.accept.text')} />
      <Sheet>
        <Facts
          items={[
            { label: t('cases.assign.due'), value: show(due) },
            { label: t('cases.assign.received'), value: show(received) },
            { label: t('cases.accept.missing'), value: show(missing) },
          ]}
        />
      </Sheet>
      <Sheet title={t('payouts.reason')}>
        <p className="said">{reason}</p>
      </Sheet>
      <SureForm
        act="accept"
        row={{ id: caseId, kind, amount: received }}
        typed={{ note: reason }}
        button={t('acts.yes')}
      />
    </Read>
  )
}
