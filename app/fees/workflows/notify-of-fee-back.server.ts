import { findFeeBacks } from '#app/fees/db/fee-backs.server.ts'
import type { StoredFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { PAYERS_UNMATCHED, WAITING_UNMATCHED } from '#app/fees/domain/fee-back.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import { isDust } from '#app/ledgers/payments/domain/dust.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'

type Arrived = { hash: string; asset: Asset | null; amount: Decimal; problem: string | null }

const isKindOf = (kinds: readonly string[], kind: string | null) => kind !== null && kinds.includes(kind)

/**
 * Emails the payer about money that came with a fee's memo and is not the fee: one email for each asset and reason of a
 * batch. Dust causes none.
 */
export async function notifyOfFeeBack(
  tx: Transaction,
  { quote, payments }: { quote: Pick<StoredFeeQuote, 'id' | 'userId'>; payments: readonly Arrived[] },
): Promise<void> {
  const told = payments.flatMap(({ asset, problem, ...payment }) =>
    asset !== null && isKindOf(PAYERS_UNMATCHED, problem) && !isDust({ ...payment, asset, stillDue: null })
      ? [{ ...payment, asset, problem }]
      : [],
  )
  for (const [key, together] of Map.groupBy(told, ({ asset, problem }) => `${asset}:${problem}`)) {
    const last = together.at(-1)
    if (!last) continue
    const amount = together.slice(0, -1).reduce((sum, payment) => sum.plus(payment.amount), last.amount)
    await queueEmail(tx, {
      event: `fee_owed_back:${quote.id}:${last.hash}:${key}`,
      to: { userId: quote.userId },
      content: {
        letter: 'fee_owed_back',
        amount: plain(amount),
        asset: last.asset,
        hash: last.hash,
        why: last.problem === 'wrong_asset' ? 'wrong_asset' : 'not_needed',
      },
    })
  }
}

/** After a fee is paid, earlier short or late payments cannot become it: asks their payer about them. */
export async function notifyOfEarlier(
  tx: Transaction,
  about: { userId: string; quoteId: string; now: Date },
): Promise<void> {
  const { userId, quoteId, now } = about
  for (const back of await findFeeBacks(tx, { userId, now })) {
    const isEarlier = isKindOf(WAITING_UNMATCHED, back.kind) && back.closedAt === null && back.quoteId !== quoteId
    if (!isEarlier || back.wallet !== null) continue
    await queueEmail(tx, {
      event: `fee_owed_back:${back.quoteId}:earlier`,
      to: { userId },
      content: { letter: 'fee_owed_back', amount: plain(back.amount), asset: back.asset, why: 'not_needed' },
    })
  }
}
