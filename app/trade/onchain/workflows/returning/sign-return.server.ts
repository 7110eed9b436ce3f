import { lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import {
  findOpenReturn,
  findReturnByHash,
  findReturnFacts,
  type StoredReturn,
  signReturn,
} from '#app/trade/onchain/db/signing/returns.server.ts'
import { mayReturnEarly } from '#app/trade/onchain/domain/early-return.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** The early return that awaits the buyer's wallet and has not expired. Null: there is none. */
export async function findReturnToSign(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  escrowId: string,
): Promise<StoredReturn | null> {
  const open = await findOpenReturn(db, escrowId)
  return open?.signature === null && open.validUntil > clock.now() ? open : null
}

/** Is this an early return of this escrow, in whatever state? */
export async function isReturn(deps: Deps, { escrowId, xdr }: { escrowId: string; xdr: string }): Promise<boolean> {
  const hash = deps.held.stellar.readHash(xdr)
  return hash !== null && (await findReturnByHash(deps.db, { escrowId, hash })) !== null
}

/**
 * Stores the signature of the buyer's wallet, whoever submits it. The worker signs for the arbiter next. Idempotent.
 * Refusals: exit_not_open (none waits for it), signature_unreadable, signature_foreign, those of mayReturnEarly.
 */
export async function takeReturn(
  deps: Deps,
  { escrowId, xdr }: { escrowId: string; xdr: string },
): Promise<true | Refusal> {
  const { stellar } = deps.held
  const written = await findReturnByHash(deps.db, { escrowId, hash: stellar.readHash(xdr) ?? '' })
  if (written === null) return refuse('exit_not_open')
  const { id, hash, back, lockId } = written
  const read = stellar.readSigned(xdr, { hash, signers: [back.wallet] })
  if (read.kind === 'foreign_signature') return refuse('signature_foreign', { field: 'signed' })
  const [signed] = read.kind === 'signed' ? read.signatures : []
  if (signed === undefined) return refuse('signature_unreadable', { field: 'signed' })
  if (written.endedAt !== null) return refuse('exit_not_open')
  if (written.signature !== null) return true
  return inTransaction(deps.db, async (tx) => {
    await lockEscrow(tx, escrowId)
    const at = deps.clock.now()
    if (written.validUntil <= at) return refuse('exit_not_open')
    const { lock, at: time } = await findReturnFacts(tx, { escrowId, lockId, now: at })
    // It was offered within the limit already.
    const may = lock === null ? 'return_not_open' : mayReturnEarly(lock, { ...time, offered: 0 }, at)
    if (may !== true) return refuse(may)
    if (!(await signReturn(tx, { id, signature: signed.signature, at }))) return refuse('exit_not_open')
    await writeEvent(tx, { kind: 'return_signed', at, escrowId, detail: { lockId, hash, address: signed.address } })
    await enqueue(tx, { name: 'send_return', payload: { escrowId } })
    return true as const
  })
}
