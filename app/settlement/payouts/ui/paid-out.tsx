import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { blockedWord } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import type { PayoutsView, PayoutView } from '#app/settlement/payouts/domain/payout-view.ts'
import { waitsForOperator } from '#app/settlement/payouts/domain/waiting-payout.ts'
import { waitReason } from '#app/settlement/payouts/i18n/wait-reason.ts'

const ENDS: readonly string[] = ['released', 'refunded', 'split', 'cancelled', 'lapsed']

export function PaidOut({ escrow }: { escrow: EscrowDetails & PayoutsView }) {
  const { t } = useTranslation()
  const isOver = ENDS.includes(escrow.stage)
  if (escrow.payouts.length === 0 && !isOver) return null
  return (
    <Sheet id="paid-out" title={t('lookup.out.title')}>
      {escrow.payouts.length === 0 && <p className="small muted">{t('lookup.out.nothing')}</p>}
      <ul className="payouts">
        {escrow.payouts.map((payout) => (
          <Payout key={payout.id} payout={payout} escrow={escrow} />
        ))}
      </ul>
      {isOver && (
        <Actions after>
          <ButtonLink look="line" size="small" to={`/statements/${escrow.transactionId}`}>
            {t('lookup.out.statement')}
          </ButtonLink>
        </Actions>
      )}
    </Sheet>
  )
}

function Payout({ payout, escrow }: { payout: PayoutView; escrow: EscrowDetails }) {
  const { t } = useTranslation()
  const { currency, networkName: network } = escrow
  const { purpose, amount, wallet, state, blockedReason, waits, hash, explorer, at, isToTake = false } = payout
  const isDone = state === 'confirmed' && !isToTake
  return (
    <li>
      <p className="payouts__head">
        <span>{t(`lookup.out.${purpose}`)}</span> <Amount value={amount} asset={currency} />
      </p>
      <p className="payouts__state">
        <Tag tone={isDone ? 'good' : state === 'blocked' ? 'danger' : 'waiting'} icon={isDone ? 'check' : undefined}>
          {t(isToTake ? 'held.take.state' : `lookup.released.${state}`)}
        </Tag>{' '}
        {at && <Moment at={at} />}
      </p>
      {state === 'blocked' && blockedReason && wallet && (
        <p>{t(`escrow.blocked.${waitsForOperator(payout) ? 'other' : blockedWord(blockedReason)}`, { currency })}</p>
      )}
      {isToTake && <p>{t('held.take.waits')}</p>}
      {waits && <p>{waitReason(t, { waits, network })}</p>}
      {wallet && <Code value={wallet.address} shape="even" size="small" />}
      {wallet?.memo && <p className="muted">{t('lookup.wallets.memo', { memo: wallet.memo })}</p>}
      {hash && <HashDisclosure label={t('lookup.out.hash')} hash={hash} />}
      {explorer && <a href={explorer}>{t('payment.seen.explorer')}</a>}
    </li>
  )
}
