/** The deposit transaction for the buyer's wallet, and what the wallet signs. */
import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { type Refusal, type RefusalCode, refuse } from '#app/kernel/domain/refusal.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { ReadSignatures } from '#app/ledgers/onchain.ts'
import { isCleared, mayDepositAt } from '#app/trade/onchain/db/clearances.server.ts'
import { findStandingDrafts } from '#app/trade/onchain/db/drafts.server.ts'
import { findAgreement, type StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { mayStillRelease } from '#app/trade/onchain/domain/terms.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { askForClearance } from '../clearance/ask-clearance.server.ts'
import { expectDeposit } from './expect-deposit.server.ts'
import { type Offered, offerDraft } from './offer-draft.server.ts'
import { findWalletRefusals, type WalletRefusals } from './wallet-obstacle.server.ts'

export type DepositOffer =
  | Offered
  /** One of the two wallets could not deposit or be paid: whose it is, and what has to be done first. */
  | ({ network: null } & WalletRefusals)

type Ask = { escrowId: string; buyerId: string }

/**
 * Offers the deposit transaction to the buyer's own wallet, the same one while it can be signed. Asks the ledger.
 * Refusals: escrow_not_found, held_not_prepared (the seller has not agreed, or the ledger is not ready),
 * held_being_checked (not cleared: a clearance is requested), held_locked_before, held_too_late, and those of
 * offerDraft.
 */
export async function offerDeposit(deps: Deps, ask: Ask): Promise<DepositOffer | Refusal> {
  const agreement = await findPrepared(deps, ask)
  if ('refused' in agreement) return agreement
  const { id: agreementId, terms } = agreement
  if (!(await isCleared(deps.db, { agreementId, now: deps.clock.now() }))) {
    await askForClearance(deps, ask.escrowId)
    return refuse('held_being_checked')
  }
  const wrong = await findWalletRefusals(deps, terms)
  if (wrong.buyer?.refused === 'wallet_unchecked') return wrong.buyer
  if (wrong.buyer || wrong.seller) return { network: null, ...wrong }
  return offerDraft(deps, agreement)
}

const UNREAD: Record<Exclude<ReadSignatures['kind'], 'signed'>, RefusalCode> = {
  unreadable: 'signature_unreadable',
  unsigned: 'signature_unreadable',
  other_transaction: 'signature_elsewhere',
  foreign_signature: 'signature_foreign',
}

/**
 * Sends what the buyer's wallet has signed, if it was offered for the wallets agreed now. This proves nothing: the
 * deposit is polled for as always. Stellar only. Refusals: those of findPrepared, signature_unreadable,
 * signature_elsewhere (also of one whose time is over), signature_foreign, held_not_sent, held_being_checked.
 */
export async function sendSignedDeposit(deps: Deps, sent: Ask & { xdr: string }): Promise<null | Refusal> {
  const agreement = await findPrepared(deps, sent)
  if ('refused' in agreement) return agreement
  // The deposit would not count until the next clearance.
  const at = deps.clock.now()
  if (!(await mayDepositAt(deps.db, { agreementId: agreement.id, at }))) return refuse('held_being_checked')
  const about = { field: 'signed' }
  const signers = [agreement.terms.buyerWallet]
  const drafts = await findStandingDrafts(deps.db, agreement.id)
  const readings = drafts.flatMap(({ hash }) =>
    hash === null ? [] : [deps.held.stellar.readSigned(sent.xdr, { hash, signers })],
  )
  const read = readings.find(({ kind }) => kind !== 'other_transaction') ?? { kind: 'other_transaction' }
  if (read.kind !== 'signed') return refuse(UNREAD[read.kind], about)
  try {
    const { answered, taken } = await deps.held.stellar.send(
      deps.held.stellar.withSignatures(sent.xdr, read.signatures),
    )
    if (!answered || !taken) return refuse('held_not_sent', about)
    await expectDeposit(deps, sent.escrowId)
    return null
  } catch (error) {
    if (error instanceof LedgerUnavailable) return refuse('held_not_sent', about)
    throw error
  }
}

/** Refusals: escrow_not_found, held_locked_before, escrow_settled, held_not_prepared, held_too_late. */
export async function findPrepared(
  { db, clock }: Pick<Deps, 'clock'> & { db: Database },
  { escrowId, buyerId }: Ask,
): Promise<StoredAgreement | Refusal> {
  const found = await findPermitted(db, { escrowId, buyerId }, 'pay')
  if (!found?.escrow.held) return refuse('escrow_not_found')
  const { escrow } = found
  if (escrow.verifiedAt) return refuse('held_locked_before')
  if (escrow.cancelledAt) return refuse('escrow_settled')
  const agreement = await findAgreement(db, escrowId)
  if (!agreement?.openedAt) return refuse('held_not_prepared')
  return mayStillRelease(agreement.terms, clock.now()) ? agreement : refuse('held_too_late')
}
