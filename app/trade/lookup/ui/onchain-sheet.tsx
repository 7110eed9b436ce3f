import { useTranslation } from 'react-i18next'
import type { OnchainTask } from '#app/escrow/domain/parts-view.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { WithinPage } from '#app/kernel/ui/forms/within-page.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'

type OnchainEscrowParts = Pick<EscrowView, 'transactionId' | 'custody' | 'parts'>

/** Replaces the payment part for on-chain escrow; links to its own page. */
export function OnchainSheet({ escrow: { transactionId, custody, parts } }: { escrow: OnchainEscrowParts }) {
  const { t } = useTranslation()
  const { ledger } = parts
  const { says, until } = custody
  const isPressing = custody.isSigning || ledger === 'past' || ledger === 'to_lock'
  const isHolding = ledger === 'locked' || ledger === 'to_lock'
  return (
    <Sheet id="held" title={t('pages.held')}>
      {isHolding && says.what && <p className="small">{t(says.what)}</p>}
      {ledger === 'past' && says.lapsed && <p className="small">{t(says.lapsed)}</p>}
      {ledger === 'over' && <p className="small">{t('held.over')}</p>}
      {isHolding && until && (
        <p className="small">
          <MomentSentence at={until} text={(time) => t('held.until', { time })} />
        </p>
      )}
      <Actions after>
        <WayToOnchain escrow={{ transactionId }} look={isPressing ? 'filled' : 'line'} />
      </Actions>
    </Sheet>
  )
}

const TASKS = {
  agree: 'held.task.agree',
  lock: 'held.task.lock',
  sign: 'held.task.sign',
  take_back: 'held.claim',
  take: 'held.take.title',
} as const satisfies Record<OnchainTask, string>

/** Link to the reader's task with the on-chain escrow. Nothing without a task. */
export function WayToTask({ escrow: { parts } }: { escrow: Pick<OnchainEscrowParts, 'parts'> }) {
  const { t } = useTranslation()
  return parts.task && <WithinPage part="held">{t(TASKS[parts.task])}</WithinPage>
}

function pathOf(transactionId: string): string {
  return `/held?txid=${encodeURIComponent(transactionId)}`
}

function WayToOnchain({
  escrow,
  look,
}: {
  escrow: Pick<OnchainEscrowParts, 'transactionId'>
  look?: 'filled' | 'line'
}) {
  const { t } = useTranslation()
  return (
    <ButtonLink to={pathOf(escrow.transactionId)} look={look}>
      {t('held.facts.title')}
    </ButtonLink>
  )
}
