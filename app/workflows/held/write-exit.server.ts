import { findExit, type StoredExit, storeDescription } from '#app/db/held/exits.server.ts'
import type { StoredAgreement } from '#app/db/held/holds.server.ts'
import { findAgreement } from '#app/db/held/holds.server.ts'
import { type ExitKind, exitOf } from '#app/domain/held/exit.ts'
import type { Deps } from '#app/workflows/deps.ts'

/** An agreement whose account of two signatures is open on Stellar. */
export type OpenAgreement = StoredAgreement & { account: string; trustees: { arbiter: string; sponsor: string } }

/** Throws when there is none: nothing could have been locked. */
export async function findOpenAgreement({ db }: Pick<Deps, 'db'>, escrowId: string): Promise<OpenAgreement> {
  const agreement = await findAgreement(db, escrowId)
  const { account, trustees } = agreement ?? {}
  if (!agreement || !account || !trustees) throw new Error(`escrow ${escrowId} has no account of two signatures`)
  return { ...agreement, account, trustees }
}

/**
 * Writes down what is to be signed for a way out on Stellar, by the number that the account uses next; once, whoever asks first, and
 * from then on the same. Answers with the exit as it is then; null when it is none that anybody signs, or when the account or the
 * buyer's wallet is gone. Throws LedgerUnavailable.
 */
export async function writeExit(deps: Deps, escrowId: string): Promise<StoredExit | null> {
  const exit = await findExit(deps.db, escrowId)
  if (exit?.state !== 'collecting' || exit.hash !== null) return exit
  const agreement = await findOpenAgreement(deps, escrowId)
  const written = await (exit.kind === 'expiry' ? writeExpiry : writeWayOut)(deps, agreement, exit)
  if (!written) return null
  await storeDescription(deps.db, { id: exit.id, ...written })
  return findExit(deps.db, escrowId)
}

async function writeWayOut({ held }: Deps, { terms, account, trustees }: OpenAgreement, exit: StoredExit) {
  const { balanceId } = exit.lock
  const state = await held.stellar.readAccount(terms, { ...trustees, account })
  if (state === null || balanceId === null) return null
  const description = exitOf(terms, kindOf(exit), { account, sequence: state.nextSequence, balanceId })
  const { hash, xdr } = held.stellar.writeExit(description)
  return { description, hash, xdr }
}

/** The buyer's claim, by which the account is closed as well, so that nothing stays bound. */
async function writeExpiry({ held }: Deps, { terms, account }: OpenAgreement, exit: StoredExit) {
  const { balanceId } = exit.lock
  const expiry = balanceId === null ? null : await held.stellar.writeExpiry(terms, { balanceId, closing: account })
  if (expiry === null || balanceId === null) return null
  const { hash, xdr, sequence, validUntil } = expiry
  return { description: { balanceId, closing: account, sequence, validUntil }, hash, xdr }
}

function kindOf({ kind, shares }: StoredExit): ExitKind {
  if (kind === 'release' || kind === 'refund') return kind
  return { toSeller: shares.seller }
}
