import { inTransaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { findSettlement } from '#app/trade/onchain/db/settlements.server.ts'
import { findClosing, type StoredClosing, signClosing } from '#app/trade/onchain/db/signing/closings.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { findOpenAgreement } from '../write-settlement.server.ts'

/** The closing that a side may still sign, once its settlement is signed. Null: none, or it is signed already. */
export async function findClosingToSign({ db }: Pick<Deps, 'db'>, escrowId: string): Promise<StoredClosing | null> {
  const exit = await findSettlement(db, escrowId)
  if (!exit || exit.state === 'collecting') return null
  const closing = await findClosing(db, exit.id)
  return closing?.wallet === null && closing.endedAt === null ? closing : null
}

/**
 * A wallet of either side signs the closing, which pays nobody and waits for the ledger date. Anybody may submit it.
 * Refusals: exit_not_open (it is signed already, or there is none), signature_unreadable.
 */
export async function takeClosing(
  deps: Deps,
  { escrowId, xdr }: { escrowId: string; xdr: string },
): Promise<true | Refusal> {
  const closing = await findClosingToSign(deps, escrowId)
  if (closing === null) return refuse('exit_not_open')
  const { terms } = await findOpenAgreement(deps, escrowId)
  const signers = [terms.buyerWallet, terms.sellerWallet]
  const read = deps.held.stellar.readSigned(xdr, { hash: closing.hash, signers })
  const [signed] = read.kind === 'signed' ? read.signatures : []
  if (signed === undefined) return refuse('signature_unreadable', { field: 'signed' })
  await inTransaction(deps.db, (tx) => signClosing(tx, { exitId: closing.exitId, ...signed, at: deps.clock.now() }))
  return true
}

/** Is this the closing of the escrow's account? */
export async function isClosing(deps: Deps, { escrowId, xdr }: { escrowId: string; xdr: string }): Promise<boolean> {
  const exit = await findSettlement(deps.db, escrowId)
  const closing = exit && (await findClosing(deps.db, exit.id))
  return closing !== null && closing.hash === deps.held.stellar.readHash(xdr)
}
