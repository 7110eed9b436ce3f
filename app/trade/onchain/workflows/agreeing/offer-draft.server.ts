/** The deposit draft for the buyer's wallet: the standing one, or a new one when that is over (decision 120). */
import { findEscrow, lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { EscrowCreateDraft, UnsignedTransaction } from '#app/ledgers/onchain.ts'
import {
  findOfferedSince,
  findStandingDrafts,
  offerSecret,
  type StoredDraft,
  storeOffered,
} from '#app/trade/onchain/db/drafts.server.ts'
import { findAgreement, noteSecretsWanted, type StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { findOpenChange } from '#app/trade/onchain/db/wallet-changes.server.ts'
import { fitsStill, isSpent, ledgersIn, numbersOf, secondsToSign } from '#app/trade/onchain/domain/draft.ts'
import { DRAFTS_DAY_MS, MOST_DRAFTS_A_DAY } from '#app/trade/onchain/domain/limits.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { findDepositBy } from './deposit-by.server.ts'
import { settleDrafts } from './settle-drafts.server.ts'

export type Offered =
  | ({ network: 'stellar' } & UnsignedTransaction)
  /** `validUntil`: about when its last ledger closes. */
  | { network: 'xrpl'; draft: EscrowCreateDraft; validUntil: Date }

/**
 * Offers what is to be signed for a prepared agreement. Asks the ledger. Refusals: held_not_prepared (no secret in
 * stock), held_locked_before (by the former draft), escrow_settled, held_wallet_changing, held_drafts_used,
 * held_funding_ends, wallet_unchecked (no answer, or one of a server in doubt).
 */
export async function offerDraft(deps: Deps, agreement: StoredAgreement): Promise<Offered | Refusal> {
  try {
    return await (networkOf(agreement.terms.asset) === 'xrpl' ? offerOnXrpl : offerOnStellar)(deps, agreement)
  } catch (error) {
    if (error instanceof LedgerUnavailable) return refuse('wallet_unchecked')
    throw error
  }
}

async function offerOnXrpl(deps: Deps, agreement: StoredAgreement): Promise<Offered | Refusal> {
  const { id, terms } = agreement
  const wallet = await deps.held.xrpl.readWallet(terms.buyerWallet)
  if (wallet.sequence === null) return refuse('wallet_unchecked')
  const standing = (await findStandingDrafts(deps.db, id))[0]
  if (standing !== undefined) {
    if (!isSpent(numbersOf(standing), wallet)) return showOnXrpl(deps, agreement, standing)
    // A deposit of the former draft must be found before a new one is shown: otherwise the buyer could deposit twice.
    if ((await settleDrafts(deps, agreement)).length > 0) return refuse('wallet_unchecked')
  }
  const { ledger, closedAt, sequence } = wallet
  const draft = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const lockBy = await mayOffer(tx, { agreement, now })
    if (isRefusal(lockBy)) return lockBy
    // Another tab was first.
    const [other] = await findStandingDrafts(tx, id)
    if (other) return other
    const from = new Date(Math.max(closedAt.getTime(), now.getTime()))
    const seconds = secondsToSign({ now: from, lockBy })
    if (seconds === null) return endsSoon(lockBy)
    const lastLedger = ledger + ledgersIn(seconds)
    const validUntil = new Date(from.getTime() + seconds * 1000)
    await noteSecretsWanted(tx, { id, since: now })
    await enqueue(tx, { name: 'prepare_agreements', payload: { network: 'xrpl' } })
    const offered = await offerSecret(tx, { agreementId: id, sequence, lastLedger, validUntil, at: now })
    return offered ?? refuse('held_not_prepared')
  })
  return isRefusal(draft) ? draft : showOnXrpl(deps, agreement, draft)
}

function showOnXrpl({ held }: Deps, { terms }: StoredAgreement, draft: StoredDraft): Offered {
  const { condition, validUntil } = draft
  const { sequence, lastLedger } = numbersOf(draft)
  if (condition === null || sequence === null || lastLedger === null || validUntil === null) {
    throw new Error(`draft ${draft.id} is of another ledger`)
  }
  return { network: 'xrpl', draft: held.xrpl.writeCreate(terms, { condition, sequence, lastLedger }), validUntil }
}

async function offerOnStellar(deps: Deps, agreement: StoredAgreement): Promise<Offered | Refusal> {
  const { id: agreementId, escrowId, terms, account } = agreement
  const escrow = await findEscrow(deps.db, escrowId)
  if (escrow === null || account === null) return refuse('wallet_unchecked')
  const lockBy = await findDepositBy(deps.db, escrow)
  const written = await deps.held.stellar.writeLock(terms, account, lockBy)
  if (written === null) return refuse('wallet_unchecked')
  const { hash, xdr, sequence } = written
  const fitting = (drafts: readonly StoredDraft[]) =>
    drafts.map(ofStellar).find((draft) => fitsStill(draft, { sequence, at: deps.clock.now() }))
  const standing = await findStandingDrafts(deps.db, agreementId)
  const again = fitting(standing)
  if (again) return showOnStellar(again)
  // The wallet has sent something: if that was the deposit, no second one is shown.
  if (standing.some((draft) => String(draft.sequence) !== sequence)) await settleDrafts(deps, agreement)
  const draft = await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    const lastAt = await mayOffer(tx, { agreement, now: at })
    if (isRefusal(lastAt)) return lastAt
    const other = fitting(await findStandingDrafts(tx, agreementId))
    if (other) return other
    if (secondsToSign({ now: at, lockBy: lastAt }) === null) return endsSoon(lastAt)
    const validUntil = new Date(Number(written.validUntil) * 1000)
    // Both sides have agreed on an earlier date meanwhile.
    if (validUntil > lastAt) return refuse('wallet_unchecked')
    return ofStellar(
      await storeOffered(tx, { id: deps.newId(), escrowId, agreementId, hash, xdr, sequence, validUntil, at }),
    )
  })
  return isRefusal(draft) ? draft : showOnStellar(draft)
}

type StellarDraft = { hash: string; xdr: string; sequence: string; validUntil: Date }

function ofStellar({ id, hash, xdr, sequence, validUntil }: StoredDraft): StellarDraft {
  if (hash === null || xdr === null || sequence === null || validUntil === null) {
    throw new Error(`draft ${id} is of another ledger`)
  }
  return { hash, xdr, sequence: String(sequence), validUntil }
}

function showOnStellar({ hash, xdr, validUntil }: StellarDraft): Offered {
  return { network: 'stellar', hash, xdr, validUntil: String(validUntil.getTime() / 1000) }
}

function endsSoon(lockBy: Date): Refusal {
  return refuse('held_funding_ends', { values: { until: lockBy.toISOString() } })
}

/** Returns until when a new offer may lock. Checked with the escrow locked: the ledger was asked meanwhile. */
async function mayOffer(
  tx: Transaction,
  { agreement: { id, escrowId }, now }: { agreement: StoredAgreement; now: Date },
): Promise<Date | Refusal> {
  const escrow = await lockEscrow(tx, escrowId)
  if (escrow.verifiedAt) return refuse('held_locked_before')
  if (escrow.cancelledAt) return refuse('escrow_settled')
  if ((await findAgreement(tx, escrowId))?.id !== id) return refuse('held_not_prepared')
  const change = await findOpenChange(tx, { escrowId, now })
  if (change) return refuse('held_wallet_changing', { values: { until: change.until.toISOString() } })
  const since = new Date(now.getTime() - DRAFTS_DAY_MS)
  const offered = await findOfferedSince(tx, { agreementId: id, since })
  const [oldest] = offered
  if (oldest === undefined || offered.length < MOST_DRAFTS_A_DAY) return findDepositBy(tx, escrow)
  const time = new Date(oldest.getTime() + DRAFTS_DAY_MS).toISOString()
  return refuse('held_drafts_used', { values: { most: String(MOST_DRAFTS_A_DAY), time } })
}
