import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { type Person, permissionsOf } from '#app/escrow/domain/permissions.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { findDisputeFile } from '#app/trade/disputes/db/dispute-statements.server.ts'
import type { DownloadableFile } from '#app/trade/documents/queries/downloads.server.ts'

/** A file in a dispute, for both sides and the operator. Null: not found or not permitted, indistinguishably. */
export async function findShownFile(
  db: Database,
  { viewer, fileId = '' }: { viewer: Person; fileId?: string | undefined },
): Promise<DownloadableFile | null> {
  const file = looksLikeRowId(fileId) ? await findDisputeFile(db, fileId) : null
  const escrow = file && (await findEscrow(db, file.escrowId))
  return escrow && permissionsOf(escrow, viewer).sees.voices ? file : null
}
