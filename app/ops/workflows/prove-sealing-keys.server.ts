import { findSecretOfEachKey } from '#app/trade/onchain/db/sealed-secrets.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'

/**
 * Says why the set keys do not suffice for on-chain escrows on the XRP Ledger: a secret that cannot be opened releases
 * nothing, and after the date the buyer has both money and goods. Null: every key still needed is there.
 */
export async function sealingComplaint({
  db,
  fulfilments,
}: Pick<WorkerDeps, 'db' | 'fulfilments'>): Promise<string | null> {
  const secrets = await findSecretOfEachKey(db)
  const shut = secrets.find(({ escrowId, sealed }) => !fulfilments?.unseal(escrowId, sealed))
  if (shut === undefined) return null
  return `ONCHAIN_SEALING_KEY: ${fulfilments ? 'the secret of an open escrow cannot be opened with it' : 'is not set, and an open escrow needs it'} (${shut.escrowId}); set the key with which it was sealed, or add that one behind the new one with a comma between them`
}
