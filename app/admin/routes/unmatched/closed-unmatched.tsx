import type { PaybackView, UnmatchedView } from '#app/admin/queries/unmatched.server.ts'
import type { Returned } from '#app/admin/routes/forms/action-form.tsx'
import { HashRow } from '#app/admin/routes/panel/list-parts.tsx'
import { memoWords } from '#app/admin/routes/panel/money-sheets.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { PayBack, TakeUp } from './unmatched-forms.tsx'

/** The outcomes that are codes, stored when nobody closed it (ledgers/payments/db/unmatched-payments). */
const BY_ITSELF = ['settled', 'counted'] as const

/** How it ended, and what can still be done: a refund that waits, or money that was kept. */
export function Closed(props: { row: UnmatchedView; returned: Returned | null }) {
  const t = useAdmin()
  const { closed, payback } = props.row
  if (closed === null) return null
  const word = closed.by === null ? BY_ITSELF.find((known) => known === closed.outcome) : undefined
  return (
    <div>
      <h3>{t(titleOf(closed.end))}</h3>
      {payback && <Paid payback={payback} />}
      {closed.hash !== null && <HashRow hash={closed.hash} />}
      <p className="said">{closed.isByPayer ? t('cases.byPayer') : word ? t(`cases.ended.${word}`) : closed.outcome}</p>
      <p className="small muted">
        {closed.by === null ? t('done.itself') : <bdi>{closed.by}</bdi>}
        <Comma />
        <Moment at={closed.at} />
      </p>
      {payback?.needsWallet && <PayBack {...props} />}
      {payback?.hasFailed && (
        <ButtonLink to={`/admin-panel/acts/retry_payout/${payback.id}`}>{t('acts.retry_payout.label')}</ButtonLink>
      )}
      {closed.end === 'kept' && <TakeUp {...props} />}
    </div>
  )
}

function titleOf(end: NonNullable<UnmatchedView['closed']>['end']) {
  if (end === null) return 'cases.outcomeTitle'
  return end === 'paid_back' ? 'cases.endedAs.paid_back' : (`cases.end.${end}` as const)
}

const TONES = { confirmed: 'good', blocked: 'danger' } as const

function Paid({ payback }: { payback: PaybackView }) {
  const t = useAdmin()
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
      {hash !== null && <HashRow hash={hash} explorer={explorer} />}
    </>
  )
}
