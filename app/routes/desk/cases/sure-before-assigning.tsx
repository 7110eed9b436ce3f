import { PersonName } from '#app/routes/desk/panel/person.tsx'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Facts } from '#app/ui/kernel/frames/facts.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'
import { InlineCode } from '#app/ui/kernel/text/code.tsx'
import type { WeighedAssignment } from '#app/workflows/cases/assign-payment.server.ts'
import { SureForm } from './case-form.tsx'

export type SureAssignment = WeighedAssignment & { caseId: string; kind: string; target: string; note: string }

/** Asked once more before a payment counts for good, naming whose fee or escrow it is and what is due there. */
export function SureBeforeAssigning({ sure }: { sure: SureAssignment }) {
  const t = useDesk()
  const { amount, asset, person, transactionId } = sure
  const money = (value: string) => <Amount value={value} asset={asset} />
  return (
    <Read>
      <PageHead title={t('cases.assign.open')} lead={t('cases.assign.sureText')} />
      <Sheet>
        <Facts
          items={[
            { label: t('parties.buyer'), value: <PersonName person={person} /> },
            {
              label: t('cases.assign.target'),
              value: transactionId ? <InlineCode size="small">{transactionId}</InlineCode> : t('cases.facts.fee'),
            },
            { label: t('cases.assign.due'), value: money(sure.due) },
            { label: t('cases.assign.received'), value: money(sure.received) },
            { label: t('cases.assign.payment'), value: money(amount), total: true },
          ]}
        />
      </Sheet>
      <Sheet title={t('cases.assign.note')}>
        <p className="said">{sure.note}</p>
      </Sheet>
      <SureForm
        act="assign"
        row={{ id: sure.caseId, kind: sure.kind, amount }}
        typed={{ target: sure.target, note: sure.note }}
        button={t('cases.assign.sure')}
      />
    </Read>
  )
}
