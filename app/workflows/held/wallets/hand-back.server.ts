import { findEscrow } from '#app/db/escrow/escrows.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { sendSignedLock } from '../agreeing/offer-lock.server.ts'
import { signExitByWallet } from '../sign-exit.server.ts'

/**
 * A wallet hands back by itself what it has signed, without anybody signed in: the lock is sent to the ledger, a way out gets the
 * signature. `hash`: of a transaction that was shown for this escrow. The same twice is granted. Refusals: those of sendSignedLock and
 * signExit.
 */
export async function handBack(
  deps: Deps,
  back: { escrowId: string; hash: string; xdr: string },
): Promise<'send_lock' | 'sign_exit' | Refusal> {
  const { escrowId, hash, xdr } = back
  const escrow = await findEscrow(deps.db, escrowId)
  if (!escrow?.held) return refuse('escrow_not_found')
  const isLocked = escrow.verifiedAt !== null
  const done = isLocked
    ? await signExitByWallet(deps, { escrowId, xdr })
    : await sendSignedLock(deps, { escrowId, buyerId: escrow.buyerId, hashes: [hash], xdr })
  if (isRefusal(done)) return done
  return isLocked ? 'sign_exit' : 'send_lock'
}
