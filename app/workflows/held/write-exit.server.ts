import { storeClosing } from '#app/db/held/closings.server.ts'
import { findExit, findRefused, type StoredExit, storeDescription } from '#app/db/held/exits.server.ts'
import type { StoredAgreement } from '#app/db/held/holds.server.ts'
import { findAgreement } from '#app/db/held/holds.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { type ExitKind, exitOf } from '#app/domain/held/exit.ts'
import { mayDescribeFrom } from '#app/domain/held/exit-fate.ts'
import type { Deps } from '#app/workflows/deps.ts'

/** The ledger's clock may go behind ours. */
const AFTER_DATE_MS = 600_000

/** From when on the account of two signatures can be closed. */
function closesFrom({ deadline }: OpenAgreement['terms']): Date {
  return new Date(deadline * 1000 + AFTER_DATE_MS)
}

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
 * from then on the same. With it the closing of the account, as the number after it. Answers with the exit as it is then; null when it
 * is none that anybody signs, when the account or the buyer's wallet is gone, or while it is too soon after one that the ledger
 * refused. Throws LedgerUnavailable.
 */
export async function writeExit(deps: Deps, escrowId: string): Promise<StoredExit | null> {
  const exit = await findExit(deps.db, escrowId)
  if (exit?.state !== 'collecting' || exit.hash !== null) return exit
  const agreement = await findOpenAgreement(deps, escrowId)
  const state = await deps.held.stellar.readAccount(agreement.terms, {
    ...agreement.trustees,
    account: agreement.account,
  })
  const asked = { agreement, exit, nextSequence: state?.nextSequence ?? null }
  const written = await (exit.kind === 'expiry' ? writeExpiry : writeWayOut)(deps, asked)
  if (!written) return null
  const { closesAt, ...described } = written
  const { terms, account } = agreement
  const closing = closesAt && {
    sequence: closesAt,
    ...deps.held.stellar.writeClosing(terms, { account, sequence: closesAt }),
  }
  await inTransaction(deps.db, async (tx) => {
    if (!(await storeDescription(tx, { id: exit.id, ...described })) || !closing) return
    const { sequence, hash, xdr } = closing
    await storeClosing(tx, { exitId: exit.id, sequence, hash, xdr, lookAt: closesFrom(terms) })
  })
  return findExit(deps.db, escrowId)
}

type Asked = { agreement: OpenAgreement; exit: StoredExit; nextSequence: string | null }

async function writeWayOut(deps: Deps, { agreement, exit, nextSequence }: Asked) {
  const { held, db, clock } = deps
  const { terms, account, trustees } = agreement
  const { balanceId } = exit.lock
  if (nextSequence === null || balanceId === null) return null
  const refused = await findRefused(db, exit.escrowId)
  const from = mayDescribeFrom(refused)
  if (from !== null && clock.now() < from) return null
  const kind = kindOf(exit)
  const of = { account, sequence: nextSequence, balanceId, sponsor: trustees.sponsor }
  const paid = exitOf(terms, kind, of)
  const { buyer, seller } = await held.stellar.obstaclesTo(terms, paid)
  const isSetAside = refused.count > 0 || buyer !== null || seller !== null
  const description = exitOf(terms, kind, { ...of, isSetAside })
  const { hash, xdr } = held.stellar.writeExit(description)
  return { description, hash, xdr, closesAt: (BigInt(nextSequence) + 1n).toString() }
}

/** The buyer's claim, which nobody signs along; the account's own number stays what it is. */
async function writeExpiry({ held }: Deps, { agreement: { terms }, exit, nextSequence }: Asked) {
  const { balanceId } = exit.lock
  if (balanceId === null) return null
  const expiry = await held.stellar.writeExpiry(terms, { balanceId, closing: null, isWrapped: true })
  if (expiry === null) return null
  const { hash, xdr, sequence, validUntil } = expiry
  return { description: { balanceId, closing: null, sequence, validUntil }, hash, xdr, closesAt: nextSequence }
}

function kindOf({ kind, shares }: StoredExit): ExitKind {
  if (kind === 'release' || kind === 'refund') return kind
  return { toSeller: shares.seller }
}
