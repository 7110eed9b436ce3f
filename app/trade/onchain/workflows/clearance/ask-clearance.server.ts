import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { isCleared, openClearance } from '#app/trade/onchain/db/clearances.server.ts'
import { findAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Asked = { escrowId: string; agreementId: string; now: Date }

/** Somebody waits on a page for the clearance (decision 119): requests one, if none is valid and none is open. */
export async function askForClearance(deps: Pick<Deps, 'db' | 'clock' | 'newId'>, escrowId: string): Promise<void> {
  const now = deps.clock.now()
  const agreement = await findAgreement(deps.db, escrowId)
  if (!agreement?.mayFund || (await isCleared(deps.db, { agreementId: agreement.id, now }))) return
  await inTransaction(deps.db, (tx) => openClearanceOf(deps, tx, { escrowId, agreementId: agreement.id, now }))
}

/** Does nothing when one is open already. */
export async function openClearanceOf(
  { newId }: Pick<Deps, 'newId'>,
  tx: Transaction,
  { escrowId, agreementId, now }: Asked,
): Promise<void> {
  if (await openClearance(tx, { id: newId(), agreementId, escrowId, askedAt: now }))
    await enqueue(tx, { name: 'clear_lock', payload: { escrowId } })
}
