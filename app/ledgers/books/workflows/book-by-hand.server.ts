import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { type Asset, isIssued, type Network, normalizeHash } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { type BooksPlace, bookByHand, findBookedChanges, findOpening } from '#app/ledgers/books/db/books.server.ts'
import { assetsOn } from '#app/ledgers/books/db/reconciliations.server.ts'
import { fromUnits, toUnits } from '#app/ledgers/books/domain/units.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** How many of an account's newest transactions are searched. */
const MOST_MOVEMENTS = 5_000

export type BookedByHand = { account: string; asset: Asset; amount: string }

/**
 * Books, as the ledger shows it and against the account `by_hand`, a transaction that an operator confirms and the
 * books do not know: money paid back by hand, a fee, an exchange of our own. The reason goes into the audit log.
 * Returns what was booked: nothing if the books have it or no account of ours took part. Throws LedgerUnavailable.
 */
export async function bookTransactionByHand(
  deps: Deps,
  told: { network: Network; hash: string; reason: string },
): Promise<BookedByHand[]> {
  const { network } = told
  const hash = normalizeHash(network, told.hash)
  const done: BookedByHand[] = []
  for (const account of Object.values(deps.accounts[network])) {
    const { movements } = await deps.ledgers[network].movements(account, { until: null, limit: MOST_MOVEMENTS })
    const movement = movements.find((known) => known.hash === hash)
    if (!movement) continue
    for (const asset of assetsOn(network)) {
      const fee = isIssued(asset) ? new Decimal(0) : movement.feePaid
      const change = toUnits((movement.changes[asset] ?? new Decimal(0)).minus(fee), asset)
      const amount = await bookMissing(
        deps,
        { place: { network, account, asset }, hash, change, at: movement.at },
        told,
      )
      if (amount !== null) done.push({ account, asset, amount })
    }
  }
  return done
}

type Shown = { place: BooksPlace; hash: string; change: bigint; at: Date }

async function bookMissing(deps: Deps, shown: Shown, { reason }: { reason: string }): Promise<string | null> {
  const { place, hash, change, at } = shown
  return inTransaction(deps.db, async (tx) => {
    const opening = await findOpening(tx, place)
    if (!opening) return null
    const booked = await findBookedChanges(tx, { place, since: opening.entryId })
    const units = change - (booked.get(hash)?.units ?? 0n)
    if (units === 0n || !(await bookByHand(tx, { place, hash, units, at }))) return null
    const amount = plain(fromUnits(units, place.asset))
    const { network, account, asset } = place
    const detail = { network, account, asset, hash, amount, reason }
    await writeEvent(tx, { kind: 'booked_by_hand', at: deps.clock.now(), detail })
    return amount
  })
}
