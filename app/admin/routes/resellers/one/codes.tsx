import { useTranslation } from 'react-i18next'
import type { AdminReseller } from '#app/admin/queries/resellers/resellers.server.ts'
import type { Returned } from '#app/admin/routes/forms/action-form.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { CodeRates } from '#app/fees/resellers/ui/reseller-parts.tsx'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Usd } from '#app/kernel/ui/text/amount.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { CouponCodeField, RateFields } from '../fields.tsx'
import { ResellerActionForm } from './action-form.tsx'

export function Codes({ codes, returned }: { codes: AdminReseller['codes']; returned: Returned | null }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  return (
    <Sheet title={common('reseller.links')}>
      <ul className="payments">
        {codes.map(({ id, code, counts, active, earned, ...facts }) => (
          <li key={id}>
            <div>
              <b>{code}</b> {!counts && <Tag>{common('reseller.stopped')}</Tag>}
              <p className="small">
                <CodeRates {...facts} />
              </p>
              <CodeFacts {...facts} />
              <ResellerActionForm
                intent={active ? 'stop' : 'start'}
                of={id}
                summary={t(active ? 'resellers.stop' : 'resellers.start')}
                hidden={{ codeId: id }}
                returned={returned}
              />
              <ResellerActionForm
                intent="rates"
                of={id}
                summary={t('resellers.ratesOpen')}
                hidden={{ codeId: id }}
                returned={returned}
              >
                {(field) => <RateFields field={field} />}
              </ResellerActionForm>
            </div>
            <Usd value={earned} />
          </li>
        ))}
      </ul>
      <ResellerActionForm intent="add" summary={t('resellers.addCode')} look="act" returned={returned}>
        {(field) => (
          <>
            <CouponCodeField field={field} />
            <RateFields field={field} />
          </>
        )}
      </ResellerActionForm>
    </Sheet>
  )
}

type CodeFactsProps = Pick<AdminReseller['codes'][number], 'isAssigned' | 'fees' | 'netFees' | 'lastUpdated'>

/** The running totals of a code, and whether it is assigned to anybody (spec §3, Reseller code). */
function CodeFacts({ isAssigned, fees, netFees, lastUpdated }: CodeFactsProps) {
  const t = useAdmin()
  return (
    <Facts
      items={[
        { label: t('lists.column.state'), value: t(isAssigned ? 'resellers.assigned' : 'resellers.unassigned') },
        { label: t('resellers.codeFees'), value: String(fees) },
        { label: t('resellers.codeNetFees'), value: <Usd value={netFees} /> },
        { label: t('resellers.codeUpdated'), value: <Moment at={lastUpdated} /> },
      ]}
    />
  )
}
