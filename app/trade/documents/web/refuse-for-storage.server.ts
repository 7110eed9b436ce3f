import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { STORAGE_REFUSALS, StorageError, StorageRefused } from '#app/ports.ts'

/** Refusal and status of a storage error: 401, 402 or 403 (spec §6), 503 for an outage. Null: another error. */
export function refuseForStorage(error: unknown): { refusal: Refusal; status: number } | null {
  if (error instanceof StorageRefused) {
    return { refusal: refuse(`storage_${error.refusal}`), status: STORAGE_REFUSALS[error.refusal] }
  }
  return error instanceof StorageError ? { refusal: refuse('storage_unavailable'), status: 503 } : null
}
