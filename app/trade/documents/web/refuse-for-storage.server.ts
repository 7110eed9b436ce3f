import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { STORAGE_REFUSALS, StorageRefused, StorageTrouble } from '#app/ports.ts'

/**
 * The sentence and the status for a file that the store did not take: 401, 402 or 403 (spec §6), or 503 for an outage.
 * Null for an error that is not the store's.
 */
export function refuseForStorage(error: unknown): { refusal: Refusal; status: number } | null {
  if (error instanceof StorageRefused) {
    return { refusal: refuse(`storage_${error.refusal}`), status: STORAGE_REFUSALS[error.refusal] }
  }
  return error instanceof StorageTrouble ? { refusal: refuse('storage_unavailable'), status: 503 } : null
}
