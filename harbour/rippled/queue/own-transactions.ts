/** What this server retries by itself: transactions held for the one before them, and those that clients sent it. */
import { accountIn, type State, ticketIn } from '#harbour/rippled/engine/sandbox.ts'
import { unsaltedOrder } from '#harbour/rippled/ledger/canonical-order.ts'
import type { Pending } from '#harbour/rippled/ledger/open-view.ts'
import { compareSeq, seqProxyOf } from './consequences.ts'

/** For so many ledgers a server retries what a client sent without fail_hard. */
const LOCAL_LEDGERS = 5

export type OwnTransactions = {
  /** Holds it until the ledger closes, or until the one that it waits for arrives. */
  hold(pending: Pending): void
  /** Removes and returns those held, in order. */
  takeHeld(): Pending[]
  /** Removes and returns the account's next held one that can follow this one. */
  takeFollowing(pending: Pending): Pending | undefined
  keep(pending: Pending, openIndex: number): void
  /** In the order of retries. */
  kept(): Pending[]
  /** Drops those that are in the closed ledger, spent, or too old. */
  sweep(closed: { index: number; state: State; has(hash: string): boolean }): void
}

export function openOwnTransactions(): OwnTransactions {
  let held: Pending[] = []
  const kept = new Map<string, { pending: Pending; lastTry: number }>()
  return {
    hold(pending) {
      held = [...held.filter(({ transaction }) => transaction.hash !== pending.transaction.hash), pending]
    },
    takeHeld() {
      const all = unsaltedOrder(held)
      held = []
      return all
    },
    takeFollowing({ transaction }) {
      const seq = seqProxyOf(transaction)
      const [next] = unsaltedOrder(held).filter(
        (one) =>
          one.transaction.common.Account === transaction.common.Account &&
          compareSeq(seqProxyOf(one.transaction), seq) > 0,
      )
      if (next === undefined) return undefined
      const following = seqProxyOf(next.transaction)
      if (!following.isTicket && following.value !== seq.value + 1) return undefined
      held = held.filter((one) => one !== next)
      return next
    },
    keep(pending, openIndex) {
      const { LastLedgerSequence: last } = pending.transaction.common
      const lastTry = Math.min(openIndex + LOCAL_LEDGERS, last === undefined ? Number.POSITIVE_INFINITY : last + 1)
      if (!kept.has(pending.transaction.hash)) kept.set(pending.transaction.hash, { pending, lastTry })
    },
    kept: () => unsaltedOrder([...kept.values()].map(({ pending }) => pending)),
    sweep({ index, state, has }) {
      for (const [hash, { pending, lastTry }] of kept) {
        if (index > lastTry || has(hash) || isSpent(pending, state)) kept.delete(hash)
      }
    },
  }
}

/** Whether its sequence or ticket has been used. */
function isSpent({ transaction }: Pending, state: State): boolean {
  const account = accountIn(state, transaction.common.Account)
  if (account === undefined) return false
  const { isTicket, value } = seqProxyOf(transaction)
  if (value >= account.Sequence) return false
  return !isTicket || ticketIn(state, account.Account, value) === undefined
}
