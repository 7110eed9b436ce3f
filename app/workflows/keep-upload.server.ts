import type { StoredFile } from '#app/db/documents.server.ts'
import type { Upload } from '#app/services/ports.ts'
import type { Deps } from './deps.ts'

/**
 * Moves a checked upload from `incoming/` to its place. The caller stores the answer in the database and removes the
 * file when that fails, so that no file is without a row.
 */
export async function keepUpload(deps: Deps, upload: Upload, keyFor: (unique: string) => string): Promise<StoredFile> {
  const storageKey = keyFor(Buffer.from(deps.random(5)).toString('hex'))
  await deps.storage.move(upload.key, storageKey)
  const { fileName, contentType, size, sha256 } = upload
  return { fileName, contentType, size, sha256, storageKey }
}
