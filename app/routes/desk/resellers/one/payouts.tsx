import { blockedWord } from '#app/domain/payouts/payout-obstacle.ts'
import type { DeskReseller, ShownCommissionPayout } from '#app/queries/desk/desk-resellers.server.ts'
import { memoWords } from '#app/routes/desk/panel/money-sheets.tsx'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { Field } from '#app/ui/kernel/forms/field.tsx'
import { HashDisclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Tag } from '#app/ui/kernel/frames/tag.tsx'
import { Amount, Usd } from '#app/ui/kernel/text/amount.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import { Moment } from '#app/ui/kernel/text/moment.tsx'
import { ActForm, type Refused } from './act-form.tsx'

const TONES = {
  queued: 'waiting',
  signed: 'waiting',
  submitted: 'waiting',
  confirmed: 'good',
  blocked: 'danger',
} as const

/** What was paid to a reseller, or is about to be. */
export function Payouts({ payouts, refused }: { payouts: DeskReseller['payouts']; refused: Refused }) {
  const t = useDesk()
  if (payouts.length === 0) return null
  return (
    <Sheet title={t('resellers.payouts')}>
      <ul className="payments">
        {payouts.map((payout) => (
          <li key={payout.id}>
            <div>
              <Usd value={payout.usd} /> <Tag tone={TONES[payout.state]}>{t(`payout.${payout.state}`)}</Tag>
              <p className="small muted">
                <Moment at={payout.at} /> <bdi>{payout.by}</bdi>
              </p>
              <p className="small said">{payout.reason}</p>
              {payout.state === 'blocked' && <p className="small">{t(whyBlocked(payout))}</p>}
              {payout.waits && <p className="small">{t(`waits.${payout.waits}`)}</p>}
              <p className="small">
                {t('escrow.payoutTo')} <Code value={payout.wallet.address} size="small" /> {memoWords(payout.wallet, t)}
              </p>
              {payout.hash && <HashDisclosure label={t('escrow.hash')} hash={payout.hash} />}
              {(payout.state === 'queued' || payout.state === 'blocked') && (
                <ActForm
                  intent="by-hand"
                  of={payout.id}
                  summary={t('resellers.byHand')}
                  hidden={{ payoutId: payout.id }}
                  refused={refused}
                >
                  {({ typed, error, suffix }) => (
                    <Field
                      name="hash"
                      id={`hash${suffix}`}
                      label={t('escrow.hash')}
                      error={error('hash')}
                      defaultValue={typed('hash')}
                      code
                    />
                  )}
                </ActForm>
              )}
            </div>
            <Amount value={payout.amount} asset={payout.asset} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

function whyBlocked({ blockedReason }: ShownCommissionPayout) {
  return blockedReason === 'payout_failed' ? (`blocked.${blockedWord(blockedReason)}` as const) : 'resellers.blocked'
}
