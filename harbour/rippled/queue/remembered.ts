/** Transactions submitted here, whatever their result: the cache of rippled's TransactionMaster. */
import type { Transaction } from '#harbour/rippled/engine/transaction.ts'

/** Since the last submission or look-up. */
const REMEMBERED_MS = 30 * 60_000

export type Remembered = {
  keep(transaction: Transaction): void
  /** A look-up makes it remembered for longer. */
  find(hash: string): Transaction | undefined
  /** Removes those that nobody has asked for. */
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
