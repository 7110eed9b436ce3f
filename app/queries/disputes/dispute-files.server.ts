import { findDisputeFile } from '#app/db/disputes/dispute-statements.server.ts'
import { findEscrow } from '#app/db/escrow/escrows.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { type Somebody, sideWithSay } from '#app/domain/escrow/escrow-party.ts'
import { looksLikeRowId } from '#app/domain/kernel/row-id.ts'
import type { DownloadableFile } from '#app/queries/documents/downloads.server.ts'

/** A file that was shown in a dispute, for both sides and the operator; null for everybody else, as if it did not exist. */
export async function findShownFile(
  db: Database,
  { viewer, fileId = '' }: { viewer: Somebody & { role: string | null }; fileId?: string | undefined },
): Promise<DownloadableFile | null> {
  const file = looksLikeRowId(fileId) ? await findDisputeFile(db, fileId) : null
  const escrow = file && (await findEscrow(db, file.escrowId))
  if (!file || !escrow) return null
  return viewer.role === 'admin' || sideWithSay(escrow, viewer) ? file : null
}
