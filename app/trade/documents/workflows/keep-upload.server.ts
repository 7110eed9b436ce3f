import { causeOf } from '#app/kernel/domain/cause.ts'
import type { Upload } from '#app/ports.ts'
import type { StoredFile } from '#app/trade/documents/db/documents.server.ts'
import { createFileIntent, deleteFileIntent } from '#app/trade/documents/db/file-intents.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { removeFile } from './remove-file.server.ts'

/**
 * Moves a checked upload from `incoming/` to its place. The caller stores the answer in the database, or gives it to
 * discardKept. Where a crash prevents both, the intent is left, and sweepFiles finds the file by it.
 */
export async function keepUpload(deps: Deps, upload: Upload, keyFor: (unique: string) => string): Promise<StoredFile> {
  const storageKey = keyFor(Buffer.from(deps.random(5)).toString('hex'))
  await createFileIntent(deps.db, { storageKey, createdAt: deps.clock.now() })
  try {
    await deps.storage.move(upload.key, storageKey)
  } catch (error) {
    await discardKept(deps, [{ storageKey }])
    throw error
  }
  const { fileName, contentType, size, sha256 } = upload
  return { fileName, contentType, size, sha256, storageKey, scannedAt: upload.isScanned ? deps.clock.now() : null }
}

/** Removes files that no row will point at. Never throws: what cannot be removed now is swept up later. */
export async function discardKept(deps: Deps, files: Pick<StoredFile, 'storageKey'>[]): Promise<void> {
  for (const { storageKey } of files) {
    try {
      // A commit may have succeeded although its answer was lost: then a row points at the file.
      await removeFile(deps, { storageKey })
      await deleteFileIntent(deps.db, storageKey)
    } catch (error) {
      deps.log.warn({ cause: causeOf(error), file: storageKey }, 'an unused file is left for the sweep')
    }
  }
}
