import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListPage } from '#app/kernel/domain/paging/list-place.ts'
import { formatRate, formatUsd } from '#app/kernel/i18n/format.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Pager } from '#app/kernel/ui/page/pager.tsx'
import { Usd } from '#app/kernel/ui/text/amount.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'

type State = 'accrued' | 'payable' | 'on_its_way' | 'paid' | 'reversed'

export type Earning = {
  id: string
  at: string
  code: string
  usd: string
  feeUsd: string
  state: State
  payableFrom: string | null
  paid: { at: string; hash: string; explorer: string | null } | null
  reversedFor: 'fee_paid_back' | 'not_earned' | null
}

const SUMS = ['accrued', 'payable', 'on_its_way', 'paid'] as const

export function EarningTotals({ totals }: { totals: Record<(typeof SUMS)[number] | 'earned', string> }) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('reseller.totals')}>
      <Facts
        items={[
          ...SUMS.map((state) => ({ label: t(`reseller.sums.${state}`), value: <Usd value={totals[state]} /> })),
          { label: t('reseller.earned'), value: <Usd value={totals.earned} />, total: true },
        ]}
      />
    </Sheet>
  )
}

/** What a code takes off and what it earns, in one sentence. */
export function CodeRates({ discountRate, payoutRate }: { discountRate: string; payoutRate: string }) {
  const { t, i18n } = useTranslation()
  const shown = (rate: string) => formatRate(rate, i18n.language)
  return <>{t('reseller.rates', { discount: shown(discountRate), commission: shown(payoutRate) })}</>
}

const TONES = {
  accrued: 'waiting',
  payable: 'attention',
  on_its_way: 'waiting',
  paid: 'good',
  reversed: 'danger',
} as const

type EarningListProps = {
  earnings: ListPage<Earning>
  pathOf: (place: Record<string, string>) => string
  /** The actions for an earning. */
  actOf?: (earning: Earning) => ReactNode
}

/** Newest first. */
export function EarningList({ earnings, pathOf, actOf }: EarningListProps) {
  const { t, i18n } = useTranslation()
  return (
    <Sheet id="earnings" title={t('reseller.earnings')}>
      {earnings.rows.length === 0 ? (
        <p className="small muted">{t('reseller.noneText')}</p>
      ) : (
        <ul className="payments">
          {earnings.rows.map((earning) => (
            <li key={earning.id}>
              <div>
                <Moment at={earning.at} /> <Tag tone={TONES[earning.state]}>{t(`reseller.state.${earning.state}`)}</Tag>
                <p className="small muted">
                  {t('reseller.fee', { usd: formatUsd(earning.feeUsd, i18n.language), code: earning.code })}
                </p>
                <EarningStanding earning={earning} />
                {actOf?.(earning)}
              </div>
              <Usd value={earning.usd} />
            </li>
          ))}
        </ul>
      )}
      <Pager list={earnings} label={t('reseller.earnings')} pathOf={pathOf} />
    </Sheet>
  )
}

function EarningStanding({ earning: { state, payableFrom, paid, reversedFor } }: { earning: Earning }) {
  const { t } = useTranslation()
  return (
    <>
      {state === 'accrued' && payableFrom && (
        <p className="small">
          <MomentSentence at={payableFrom} as="day" text={(time) => t('reseller.from', { time })} />
        </p>
      )}
      {reversedFor && <p className="small">{t(`reseller.why.${reversedFor}`)}</p>}
      {paid && (
        <div className="small">
          <MomentSentence at={paid.at} text={(time) => t('reseller.paidAt', { time })} />{' '}
          <HashDisclosure label={t('payment.hash')} hash={paid.hash} />
          {paid.explorer && <a href={paid.explorer}>{t('payment.seen.explorer')}</a>}
        </div>
      )}
    </>
  )
}

/** Downloads the statement of a month; `fields` are sent too. */
export function ResellerStatementForm({
  action,
  month,
  fields = {},
}: {
  action: string
  month: string
  fields?: Record<string, string>
}) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('reseller.statement')} noPrint>
      {/* A plain form: the browser must save the response, and the router must not fetch it. */}
      <form method="get" action={action}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field
          name="month"
          label={t('reseller.month')}
          type="month"
          pattern="20[0-9]{2}-(0[1-9]|1[0-2])"
          placeholder={month}
          defaultValue={month}
          required
          short
        />
        <Actions after>
          <Button look="line">{t('reseller.download')}</Button>
        </Actions>
      </form>
    </Sheet>
  )
}
