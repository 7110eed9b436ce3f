import { findDisputeFile } from '#app/db/disputes/dispute-statements.server.ts'
import { findEscrow } from '#app/db/escrow/escrows.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { type Person, permissionsOf } from '#app/domain/escrow/permissions.ts'
import { looksLikeRowId } from '#app/domain/kernel/row-id.ts'
import type { DownloadableFile } from '#app/queries/documents/downloads.server.ts'

/** A file that was shown in a dispute, for both sides and the operator; null for everybody else, as if it did not exist. */
export async function findShownFile(
  db: Database,
  { viewer, fileId = '' }: { viewer: Person; fileId?: string | undefined },
): Promise<DownloadableFile | null> {
  const file = looksLikeRowId(fileId) ? await findDisputeFile(db, fileId) : null
  const escrow = file && (await findEscrow(db, file.escrowId))
  return escrow && permissionsOf(escrow, viewer).sees.voices ? file : null
}
