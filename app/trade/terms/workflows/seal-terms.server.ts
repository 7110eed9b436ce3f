/** Seals what both sides agreed as a version with a fingerprint (decision 076). Call it with the escrow locked. */

import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { createAcceptedTerms, findAcceptedTerms, findSheet } from '#app/trade/terms/db/accepted-terms.server.ts'

type Of = { escrow: StoredEscrow; sellerId: string }

/** Of the current version, or of what this seller would accept: pages show it, and forms carry it. */
export async function fingerprintOf(tx: Transaction, of: Of): Promise<string> {
  const last = (await findAcceptedTerms(tx, of.escrow.id)).at(-1)
  return last?.sha256 ?? (await findSheet(tx, of)).sha256
}

/** The next version, accepted now. The seller must be bound. */
export async function sealTerms(
  tx: Transaction,
  { by, now, amendmentId = null, ...of }: Of & { by: string; now: Date; amendmentId?: string | null },
): Promise<{ version: number; sha256: string }> {
  const { id: escrowId } = of.escrow
  const { text, sha256 } = await findSheet(tx, of)
  const accepted = { escrowId, text, sha256, acceptedById: by, acceptedAt: now, amendmentId }
  const { version } = await createAcceptedTerms(tx, accepted)
  return { version, sha256 }
}

/** A seller who has not accepted yet accepts with this step, so that no separate one is needed. */
export async function sealInStep(tx: Transaction, { now, ...of }: Of & { now: Date }): Promise<void> {
  const { escrow, sellerId } = of
  if ((await findAcceptedTerms(tx, escrow.id)).length > 0) return
  const detail = await sealTerms(tx, { ...of, by: sellerId, now })
  await writeEvent(tx, { kind: 'terms_accepted', at: now, escrowId: escrow.id, userId: sellerId, detail })
}
