import { useTranslation } from 'react-i18next'
import type { AdminReseller, CommissionPayoutView } from '#app/admin/queries/resellers/resellers.server.ts'
import type { Returned } from '#app/admin/routes/forms/action-form.tsx'
import { memoWords } from '#app/admin/routes/panel/money-sheets.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { formatPrice, formatUsd } from '#app/kernel/i18n/format.ts'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Amount, Usd } from '#app/kernel/ui/text/amount.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { PriceSource } from '#app/prices/ui/price-source.tsx'
import { ResellerActionForm } from './action-form.tsx'

const TONES = {
  queued: 'waiting',
  signed: 'waiting',
  submitted: 'waiting',
  confirmed: 'good',
  blocked: 'danger',
} as const

type PayoutsProps = { payouts: AdminReseller['payouts']; payable: string; returned: Returned | null }

/** What can be paid to a reseller now, what is on its way, and what was paid. */
export function ResellerPayouts({ payouts, payable, returned }: PayoutsProps) {
  const { t: common, i18n } = useTranslation()
  const t = useAdmin()
  const canPay = payable !== '0.00'
  if (payouts.length === 0 && !canPay) return null
  return (
    <Sheet id="payouts" title={common('pages.deskPayouts')}>
      {canPay && (
        <ResellerActionForm
          intent="pay"
          look="main"
          summary={t('resellers.pay', { usd: formatUsd(payable, i18n.language) })}
          returned={returned}
        />
      )}
      {payouts.length > 0 && (
        <ul className="payments">
          {payouts.map((payout) => (
            <PayoutRow key={payout.id} payout={payout} returned={returned} />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

function PayoutRow({ payout, returned }: { payout: CommissionPayoutView; returned: Returned | null }) {
  const { t: common, i18n } = useTranslation()
  const t = useAdmin()
  return (
    <li>
      <div>
        <Amount value={payout.amount} asset={payout.asset} />{' '}
        <Tag tone={TONES[payout.state]}>{t(`payout.${payout.state}`)}</Tag>
        <p className="small muted">
          <Moment at={payout.at} />
          <Comma />
          <bdi>{payout.by}</bdi>
        </p>
        <p className="small muted">
          {common('ui.fee.price', { asset: payout.asset })} {formatPrice(payout.price.usd, i18n.language)}
          <Comma />
          <PriceSource source={payout.price.source} at={payout.price.at} as="date" />
        </p>
        <p className="small said">{payout.reason}</p>
        {payout.state === 'blocked' && <p className="small">{t(whyBlocked(payout))}</p>}
        {payout.waits && <p className="small">{t(`waits.${payout.waits}`)}</p>}
        <p className="small">
          {t('cases.facts.to')} <Code value={payout.wallet.address} size="small" /> {memoWords(payout.wallet, t)}
        </p>
        {payout.hash && <HashDisclosure label={t('cases.facts.hash')} hash={payout.hash} />}
        {payout.explorer && <a href={payout.explorer}>{t('cases.facts.explorer')}</a>}
        {(payout.state === 'queued' || payout.state === 'blocked') && (
          <ResellerActionForm
            intent="by-hand"
            of={payout.id}
            summary={t('resellers.byHand')}
            hidden={{ payoutId: payout.id }}
            returned={returned}
          >
            {(field) => <Field {...field('hash')} label={t('cases.facts.hash')} code />}
          </ResellerActionForm>
        )}
      </div>
      <Usd value={payout.usd} />
    </li>
  )
}

function whyBlocked({ blockedReason }: CommissionPayoutView) {
  return blockedReason === 'payout_failed' ? 'blocked.other' : 'cases.back.blocked'
}
