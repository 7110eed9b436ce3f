/** The early return of a deposit that does not count, for the buyer's wallet to sign (decision 118). Stellar only. */
import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { isHistoryDoubted } from '#app/ledgers/payments/db/readings.server.ts'
import { findAgreementById, type StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import {
  endReturn,
  findOpenReturn,
  findReturnFacts,
  storeReturn,
} from '#app/trade/onchain/db/signing/returns.server.ts'
import { fitsStill } from '#app/trade/onchain/domain/draft.ts'
import { mayReturnEarly } from '#app/trade/onchain/domain/early-return.ts'
import { MOST_RETURNS_A_DAY, RETURNS_DAY_MS } from '#app/trade/onchain/domain/limits.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { ONCHAIN_REFUSALS } from '../agreeing/wallet-obstacle.server.ts'

type Ask = { escrowId: string; userId: string; lockId: string }

/**
 * Offers the early return of one deposit to the buyer. The transaction is stored, then shown by the page: the same one
 * while it can be signed, and instead of an unsigned one for another deposit. Null: it is offered. Refusals:
 * escrow_not_found (also for everybody but the buyer), those of mayReturnEarly, return_under_way, return_not_possible,
 * stellar_unavailable, and why the wallet could not be paid.
 */
export async function offerReturn(deps: Deps, ask: Ask): Promise<null | Refusal> {
  const { escrowId, userId, lockId } = ask
  if (!looksLikeRowId(lockId)) return refuse('return_not_open')
  const seen = await findPermitted(deps.db, ask, 'takeBack')
  if (!seen?.escrow.held) return refuse('escrow_not_found')
  const lock = await findReturnable(deps, ask)
  if (isRefusal(lock)) return lock
  const { agreementId, balanceId } = lock
  // What a server in doubt shows does not count.
  if (await isHistoryDoubted(deps.db, 'stellar')) return refuse('stellar_unavailable')
  try {
    const agreement = await findAgreementById(deps.db, agreementId)
    const written = await writeFor(deps, { agreement, balanceId })
    if (isRefusal(written)) return written
    return await inTransaction(deps.db, async (tx) => {
      await lockEscrow(tx, escrowId)
      const at = deps.clock.now()
      const open = await findOpenReturn(tx, escrowId)
      if (open?.signature) return refuse('return_under_way')
      const { sequence } = written.back
      if (open?.lockId === lockId && fitsStill(open, { sequence, at })) return null
      const still = await findReturnable({ clock: deps.clock, db: tx }, ask)
      if (isRefusal(still)) return still
      const limit = await refuseBeyondLimit(tx, ask, at)
      if (limit) return limit
      if (open) await endReturn(tx, { id: open.id, end: 'withdrawn', at })
      const { back, hash, xdr } = written
      await storeReturn(tx, { id: deps.newId(), escrowId, lockId, askedById: userId, back, hash, xdr, at })
      const detail = { lockId, hash, amount: back.amount, asset: back.asset }
      await writeEvent(tx, { kind: 'return_offered', at, escrowId, userId, detail })
      return null
    })
  } catch (error) {
    if (error instanceof LedgerUnavailable) return refuse('stellar_unavailable')
    throw error
  }
}

type Asking = Pick<Deps, 'clock'> & { db: Deps['db'] | Transaction }

/** Returns the deposit if the record lets it go back now. The limit per day applies to new offers only. */
async function findReturnable({ db, clock }: Asking, { escrowId, lockId }: Ask) {
  const now = clock.now()
  const { lock, at } = await findReturnFacts(db, { escrowId, lockId, now })
  if (lock === null || lock.balanceId === null) return refuse('return_not_open')
  const may = mayReturnEarly(lock, at, now)
  if (may !== true && may !== 'return_limit') return refuse(may)
  return { agreementId: lock.agreementId, balanceId: lock.balanceId }
}

async function refuseBeyondLimit(tx: Transaction, { escrowId, lockId }: Ask, now: Date): Promise<Refusal | null> {
  const { lock, at, offeredSince } = await findReturnFacts(tx, { escrowId, lockId, now })
  const [oldest] = offeredSince
  if (lock === null || oldest === undefined || mayReturnEarly(lock, at, now) !== 'return_limit') return null
  const time = new Date(oldest.getTime() + RETURNS_DAY_MS).toISOString()
  return refuse('return_limit', { values: { most: String(MOST_RETURNS_A_DAY), time } })
}

/** Asks the ledger. Throws LedgerUnavailable. */
async function writeFor({ held }: Deps, { agreement, balanceId }: { agreement: StoredAgreement; balanceId: string }) {
  const { terms, account } = agreement
  const written = account === null ? null : await held.stellar.writeReturn(terms, { account, balanceId })
  if (written === null) return refuse('return_not_possible')
  const { asset, amount, wallet: address } = written.back
  const { buyer } = await held.stellar.obstaclesTo({ ...terms, asset }, { shares: [{ address, amount }] })
  return buyer ? refuse(ONCHAIN_REFUSALS[buyer], { values: { currency: asset } }) : written
}
