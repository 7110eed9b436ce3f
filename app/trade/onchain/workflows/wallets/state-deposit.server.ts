import { looksLikeHash, networkOf, normalizeHash } from '#app/kernel/domain/assets.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { FoundEscrow } from '#app/ledgers/onchain.ts'
import { isHistoryDoubted } from '#app/ledgers/payments/db/readings.server.ts'
import { findCountingDeposit } from '#app/trade/onchain/db/deposits.server.ts'
import { findConditions } from '#app/trade/onchain/db/drafts.server.ts'
import { findAgreementById, type StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { findPrepared } from '../agreeing/offer-deposit.server.ts'
import { keepDeposit, ofDraft } from '../find-deposits.server.ts'

type Stated = { escrowId: string; buyerId: string; hash: string }

const ABOUT = { field: 'lockHash' }

/**
 * XRP Ledger: the buyer states the hash of the deposit, which is then looked up and stored like any other: it counts if
 * it is as agreed. Null: it is found. Refusals: escrow_not_found (also on Stellar), those of findPrepared,
 * hash_malformed, held_lock_unseen, held_lock_foreign, xrp_unavailable.
 */
export async function stateDeposit(deps: Deps, { hash: stated, ...asked }: Stated): Promise<Refusal | null> {
  const typed = stated.trim()
  const agreement = await findPrepared(deps, asked)
  if (isRefusal(agreement))
    return (await isCounted(deps, { escrowId: asked.escrowId, hash: typed, refusal: agreement })) ? null : agreement
  if (networkOf(agreement.terms.asset) !== 'xrpl') return refuse('escrow_not_found')
  if (!looksLikeHash(typed)) return refuse('hash_malformed', ABOUT)
  // What a server in doubt shows does not count.
  if (await isHistoryDoubted(deps.db, 'xrpl')) return refuse('xrp_unavailable', ABOUT)
  const offered = await findConditions(deps.db, { escrowId: asked.escrowId })
  const conditions = offered.map(({ condition }) => condition)
  const ask = ({ terms }: StoredAgreement) => look(() => deps.held.xrpl.findCreated(terms, { conditions, hash: typed }))
  const found = await ask(agreement)
  if (isRefusal(found)) return found
  // A deposit for another escrow, or from another wallet, must not be stored with this one.
  if (found.differences.some((name) => name === 'payer' || name === 'condition')) {
    return refuse('held_lock_foreign', ABOUT)
  }
  // Its condition was offered for a former wallet: compared with what was agreed then.
  const { agreementId } = offered.find(({ condition }) => condition === found.condition) ?? {}
  const its = agreementId === agreement.id ? agreement : await findAgreementById(deps.db, agreementId ?? '')
  const compared = its === agreement ? found : await ask(its)
  if (isRefusal(compared)) return compared
  await keepDeposit(deps, { agreement: its, found: ofDraft(compared, offered) })
  return null
}

async function look(ask: () => Promise<FoundEscrow | null>): Promise<FoundEscrow | Refusal> {
  try {
    return (await ask()) ?? refuse('held_lock_unseen', ABOUT)
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    return refuse('xrp_unavailable', ABOUT)
  }
}

/** The worker has found the stated deposit already. */
async function isCounted(
  { db }: Deps,
  { escrowId, hash, refusal }: { escrowId: string; hash: string; refusal: Refusal },
) {
  if (refusal.refused !== 'held_locked_before' || !looksLikeHash(hash)) return false
  return (await findCountingDeposit(db, escrowId))?.hash === normalizeHash('xrpl', hash)
}
