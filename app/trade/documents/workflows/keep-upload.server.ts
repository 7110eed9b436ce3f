import { causeOf } from '#app/kernel/domain/cause.ts'
import type { Upload } from '#app/ports.ts'
import type { StoredFile } from '#app/trade/documents/db/documents.server.ts'
import { createFileIntent, deleteFileIntent } from '#app/trade/documents/db/file-intents.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { removeFile } from './remove-file.server.ts'

/**
 * Moves a checked upload from `incoming/` to its final key. The caller stores the result in the database, or passes it
 * to discardKept. If a crash prevents both, the intent remains and sweepFiles finds the file by it.
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

/** Removes files that no row points at. Never throws: the sweep removes later what fails now. */
export async function discardKept(deps: Deps, files: Pick<StoredFile, 'storageKey'>[]): Promise<void> {
  for (const { storageKey } of files) {
    try {
      // Checks for a row first: a commit may have succeeded although its answer was lost.
      await removeFile(deps, { storageKey })
      await deleteFileIntent(deps.db, storageKey)
    } catch (error) {
      deps.log.warn({ cause: causeOf(error), file: storageKey }, 'unused file removal failed')
    }
  }
}
