import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { eachAlone } from '#app/kernel/workflows/each-alone.ts'
import {
  endClaimable,
  findClaimableCursor,
  findNextClaim,
  insertClaimables,
  moveClaimableCursor,
  type StoredClaimable,
  takeClaimables,
} from '#app/ledgers/payments/db/claimable-money.server.ts'
import { isHistoryDoubted, type ReadAccount } from '#app/ledgers/payments/db/readings.server.ts'
import { lastClaimFor } from '#app/ledgers/payments/domain/claimable.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { recordLedgerPayments, reopenStatements } from './record-ledger-payments.server.ts'

const PAGE = 200
/** Pages per poll: a flood made by strangers must not block others. The next poll continues. */
const MOST_PAGES = 5
/** How many known ones are checked per poll, and after which time each again. */
const MOST_AGAIN = 10
const AGAIN_MS = 600_000

/**
 * Reads what was made for an account of ours to claim (docs/decisions/094), checks whether known objects still exist,
 * and wakes the payouts, which send the claims. Nothing counts before it is claimed. Throws LedgerUnavailable.
 */
export async function pollClaimable(deps: Deps, of: ReadAccount): Promise<void> {
  if (await isHistoryDoubted(deps.db, of.network)) return
  await readNew(deps, of)
  const now = deps.clock.now()
  const again = new Date(now.getTime() + AGAIN_MS)
  const known = await takeClaimables(deps.db, { ...of, now, again, take: MOST_AGAIN })
  await eachAlone(known, {
    work: (claimable) => lookAgain(deps, claimable),
    log: deps.log,
    what: 'claimable money check failed',
  })
  if (of.account !== deps.accounts[of.network].escrow && of.account !== deps.accounts[of.network].fee) return
  if ((await findNextClaim(deps.db, { ...of, now, until: lastClaimFor(now) })) === null) return
  await inTransaction(deps.db, (tx) => enqueue(tx, { name: 'dispatch_payouts', payload: { network: of.network } }))
}

async function readNew(deps: Deps, of: ReadAccount): Promise<void> {
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const from = await findClaimableCursor(deps.db, of)
    const { found, cursor, caughtUp } = await deps.ledgers[of.network].claimableBy(of.account, {
      after: from,
      limit: PAGE,
    })
    if (cursor === (from ?? '')) return
    const now = deps.clock.now()
    await inTransaction(deps.db, async (tx) => {
      // Another reader was faster and has stored them.
      if (!(await moveClaimableCursor(tx, { ...of, from, to: cursor, now }))) return
      await insertClaimables(tx, { ...of, found, newId: deps.newId, now })
      await reopenStatements(
        tx,
        found.map(({ hash }) => hash),
      )
    })
    if (found.length > 0) deps.log.info({ ...of, found: found.length }, 'claimable money found')
    if (caughtUp) return
  }
}

async function lookAgain(deps: Deps, claimable: StoredClaimable): Promise<void> {
  const state = await deps.ledgers[claimable.network].stateOfClaimable(claimable)
  if (state.is === 'gone') await takeIn(deps, claimable, state.by)
}

/**
 * It no longer exists. Stores as a payment what the transaction `by` brought to the account, if anything; null: reading
 * the account's payments finds it. Idempotent. Throws LedgerUnavailable.
 */
export async function takeIn(deps: Deps, claimable: StoredClaimable, by: string | null): Promise<void> {
  const { id, network, account, hash } = claimable
  const taking = by === null ? null : await deps.ledgers[network].findTransaction(by, { account })
  await inTransaction(deps.db, async (tx) => {
    if (taking !== null) await recordLedgerPayments(deps, tx, taking.payments)
    await endClaimable(tx, { id, at: deps.clock.now() })
    await reopenStatements(tx, [hash])
  })
}
