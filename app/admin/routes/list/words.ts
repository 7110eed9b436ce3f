import type { TFunction } from 'i18next'
import type { AdminListName } from '#app/admin/domain/lists.ts'
import { obstacleWords } from '#app/admin/routes/list/obstacle-words.ts'
import type { AdminT } from '#app/admin/routes/panel/words.tsx'
import { WAITS_FOR } from '#app/kernel/domain/payout-state.ts'
import { PAYMENT_PROBLEMS } from '#app/ledgers/payments/domain/arrival.ts'

type Words = { t: AdminT; common: TFunction }

export function nameOfList(list: AdminListName, t: AdminT): string {
  if (list === 'escrows') return t('nav.escrows')
  if (list === 'payouts') return t('nav.payouts')
  return t(`lists.name.${list}`)
}

/** The heading of a column; many reuse messages of other pages. */
export function nameOfColumn(key: string, { t, common }: Words): string {
  const named: Record<string, () => string> = {
    at: () => t('lists.column.at'),
    state: () => t('lists.column.state'),
    amount: () => common('escrow.facts.amount'),
    txid: () => t('cases.facts.escrow'),
    buyer: () => t('parties.buyer'),
    seller: () => t('parties.seller'),
    person: () => t('lists.column.person'),
    name: () => common('register.name'),
    email: () => common('login.email'),
    hash: () => t('cases.facts.hash'),
    from: () => t('cases.facts.from'),
    to: () => t('cases.facts.to'),
    memo: () => t('cases.facts.memo'),
    reference: () => t('cases.facts.memo'),
    usd: () => t('lists.column.usd'),
    purpose: () => t('lists.column.purpose'),
    problem: () => t('lists.column.problem'),
    reason: () => t('payouts.reason'),
    kind: () => t('records.kindLabel'),
    tries: () => t('lists.column.tries'),
    error: () => t('lists.column.error'),
    asset: () => common('submit.currency'),
  }
  return named[key]?.() ?? key
}

/** Why a payment does not count, or why a payout does not move, worded as on its own page. */
export function nameOfProblem(
  list: AdminListName,
  code: string,
  { t, common, currency }: Words & { currency: string },
): string {
  if (list === 'deposits') {
    const problem = PAYMENT_PROBLEMS.find((known) => known === code)
    return problem ? t(`cases.kind.${problem}`) : code
  }
  const wait = WAITS_FOR.find((known) => known === code)
  return wait ? t(`waits.${wait}`) : obstacleWords(code, { t, common, currency })
}

/** Null: an account without a role, or a state that no page knows. */
export function nameOfState(state: string | null, { t, common }: Words): string | null {
  switch (state) {
    case 'released':
    case 'refunded':
    case 'cancelled':
      return common(`escrow.stage.${state}`)
    case 'problem':
      return t('escrow.odd')
    case 'queued':
    case 'blocked':
    case 'signed':
    case 'confirmed':
      return t(`payout.${state}`)
    case 'buyer':
    case 'seller':
      return t(`parties.${state}`)
    case 'unfunded':
    case 'funded':
    case 'counts':
    case 'float':
    case 'held':
    case 'admin':
    case 'locked':
    case 'closed':
    case 'waiting':
    case 'sent':
    case 'given_up':
    case 'withheld':
    case 'overtaken':
    case 'running':
    case 'failed':
      return t(`lists.state.${state}`)
    default:
      return null
  }
}
