import type { ShownCase, ShownPayback } from '#app/queries/desk/desk-cases.server.ts'
import { memoWords } from '#app/routes/desk/panel/money-sheets.tsx'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { HashDisclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Tag } from '#app/ui/kernel/frames/tag.tsx'
import { Comma } from '#app/ui/kernel/text/between.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import { CopyButton } from '#app/ui/kernel/text/copy-button.tsx'
import { Moment } from '#app/ui/kernel/text/moment.tsx'
import { PayBack, type RefusedPaying } from './pay-back.tsx'
import { type RefusedTaking, TakeUp } from './take-up.tsx'

/** Of cases that ended by themselves the outcome is a word of ours (db/payment-cases). */
const BY_ITSELF = ['settled', 'counted'] as const

type ClosedProps = {
  row: ShownCase
  refused: { paying: RefusedPaying | null; taking: RefusedTaking | null }
  isBusy: boolean
}

/** How a case ended, and what can still be done: a payback that waits, or money that was kept. */
export function Closed({ row, refused, isBusy }: ClosedProps) {
  const t = useDesk()
  const { closed, payback } = row
  if (closed === null) return null
  const word = closed.by === null ? BY_ITSELF.find((known) => known === closed.outcome) : undefined
  return (
    <div>
      <h3>{t(titleOf(closed.end))}</h3>
      {payback && <Paid payback={payback} />}
      {closed.hash !== null && <Hash hash={closed.hash} explorer={null} />}
      <p className="said">{closed.isByPayer ? t('cases.byPayer') : word ? t(`cases.ended.${word}`) : closed.outcome}</p>
      <p className="small muted">
        {closed.by === null ? t('done.itself') : <bdi>{closed.by}</bdi>}
        <Comma />
        <Moment at={closed.at} />
      </p>
      {payback?.needsWallet && <PayBack row={row} refused={refused.paying} isBusy={isBusy} />}
      {payback?.hasFailed && (
        <ButtonLink to={`/admin-panel/acts/retry_payout/${payback.id}`}>{t('acts.retry_payout.label')}</ButtonLink>
      )}
      {closed.end === 'kept' && <TakeUp row={row} refused={refused.taking} isBusy={isBusy} />}
    </div>
  )
}

function titleOf(end: NonNullable<ShownCase['closed']>['end']) {
  if (end === null) return 'cases.outcomeTitle'
  return end === 'paid_back' ? 'cases.endedAs.paid_back' : (`cases.end.${end}` as const)
}

const TONES = { confirmed: 'good', blocked: 'danger' } as const

function Paid({ payback }: { payback: ShownPayback }) {
  const t = useDesk()
  const { state, waits, wallet, hash, explorer, needsWallet, hasFailed } = payback
  const tone = state === 'confirmed' || state === 'blocked' ? TONES[state] : 'waiting'
  return (
    <>
      <p>
        <Tag tone={tone}>{t(`payout.${state}`)}</Tag>
      </p>
      {needsWallet && <p>{t('cases.back.blocked')}</p>}
      {hasFailed && <p>{t('blocked.other')}</p>}
      {waits && <p className="small">{t(`waits.${waits}`)}</p>}
      <p className="small">
        {t('cases.facts.to')} <Code value={wallet.address} size="small" /> {memoWords(wallet, t)}
      </p>
      {hash !== null && <Hash hash={hash} explorer={explorer} />}
    </>
  )
}

function Hash({ hash, explorer }: { hash: string; explorer: string | null }) {
  const t = useDesk()
  return (
    <div className="seen__hash">
      <HashDisclosure label={t('cases.facts.hash')} hash={hash} />
      <CopyButton value={hash} what={t('cases.facts.hash')} />
      {explorer && <a href={explorer}>{t('cases.facts.explorer')}</a>}
    </div>
  )
}
