/** Transactions that somebody submitted here, whatever became of them: the cache of rippled's TransactionMaster. */
import type { Transaction } from '#harbour/rippled/engine/transaction.ts'

/** Since it was last submitted or asked for. */
const REMEMBERED_MS = 30 * 60_000

export type Remembered = {
  keep(transaction: Transaction): void
  /** To ask for one is to remember it for longer. */
  find(hash: string): Transaction | undefined
  /** Forgets what nobody has asked for. */
  sweep(): void
}

export function openRemembered(now: () => Date): Remembered {
  const cached = new Map<string, { transaction: Transaction; touchedAt: number }>()
  const isFresh = (touchedAt: number) => now().getTime() - touchedAt < REMEMBERED_MS
  const keep = (transaction: Transaction) => {
    cached.set(transaction.hash, { transaction, touchedAt: now().getTime() })
  }
  return {
    keep,
    find(hash) {
      const found = cached.get(hash)
      if (found === undefined || !isFresh(found.touchedAt)) return undefined
      keep(found.transaction)
      return found.transaction
    },
    sweep() {
      for (const [hash, { touchedAt }] of cached) if (!isFresh(touchedAt)) cached.delete(hash)
    },
  }
}
