/** Maps a store's errors: spec §6 tells a missing key (401), a full quota (402) and a missing right (403) apart. */
import { StorageError, type StorageRefusal, StorageRefused } from '#app/ports.ts'

/** Codes of folders (errno) and of S3-compatible services. Checked before the status: Amazon has no 401 and 402. */
const REFUSAL_OF_CODE: Record<string, StorageRefusal> = {
  ENOSPC: 'quota_exceeded',
  EDQUOT: 'quota_exceeded',
  EFBIG: 'quota_exceeded',
  EACCES: 'unauthorized',
  EPERM: 'unauthorized',
  EROFS: 'unauthorized',

  AuthFailure: 'unauthenticated',
  CredentialsProviderError: 'unauthenticated',
  ExpiredToken: 'unauthenticated',
  InvalidAccessKeyId: 'unauthenticated',
  InvalidToken: 'unauthenticated',
  RequestTimeTooSkewed: 'unauthenticated',
  SignatureDoesNotMatch: 'unauthenticated',
  Unauthorized: 'unauthenticated',
  InsufficientStorage: 'quota_exceeded',
  QuotaExceeded: 'quota_exceeded',
  StorageLimitExceeded: 'quota_exceeded',
  XMinioAdminBucketQuotaExceeded: 'quota_exceeded',
  XMinioStorageFull: 'quota_exceeded',
  AccessDenied: 'unauthorized',
  AccountProblem: 'unauthorized',
}
const REFUSAL_OF_STATUS: Record<number, StorageRefusal> = {
  401: 'unauthenticated',
  402: 'quota_exceeded',
  403: 'unauthorized',
  507: 'quota_exceeded',
}

/**
 * Returns StorageRefused, or StorageError for any other failure of the store or the network. Errors of our own code
 * or of the content stay as they are.
 */
export function storageErrorOf(error: unknown): unknown {
  if (error instanceof StorageError) return error
  const chain = causesOf(error)
  const refusal = chain.map(refusalOf).find((found) => found !== undefined)
  if (refusal) return new StorageRefused(refusal, error)
  return chain.some(isOfStore) ? new StorageError('The document store failed', { cause: error }) : error
}

/** The file or folder does not exist (any more). */
export function isFileGone(error: unknown): boolean {
  return causesOf(error).some((cause) => cause.code === 'ENOENT' || cause.status === 404)
}

/** The errno code of a failed write to our own disk, such as ENOSPC. Null: another error. */
export function codeOfDisk(error: unknown): string | null {
  return isThing(error) && error.syscall === 'write' && typeof error.code === 'string' ? error.code : null
}

type Cause = { name: string; code: string; status: number | undefined; isSystemCall: boolean }

/** Unwraps the error: flydrive wraps the client's error, and the S3 client wraps the network's. */
function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = []
  for (let cause = error; isThing(cause) && causes.length < 5; cause = cause.cause) {
    const metadata = isThing(cause.$metadata) ? cause.$metadata : {}
    causes.push({
      name: String(cause.name ?? ''),
      code: String(cause.code ?? cause.Code ?? ''),
      status: typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined,
      isSystemCall: typeof cause.syscall === 'string' || '$metadata' in cause,
    })
  }
  return causes
}

function refusalOf({ name, code, status }: Cause): StorageRefusal | undefined {
  // Own properties only: the code comes from a foreign server.
  const byCode = [code, name].find((word) => Object.hasOwn(REFUSAL_OF_CODE, word))
  return byCode ? REFUSAL_OF_CODE[byCode] : status === undefined ? undefined : REFUSAL_OF_STATUS[status]
}

function isOfStore({ code, isSystemCall }: Cause): boolean {
  // Flydrive's other E_… codes mean an invalid key: our own bug, which a retry would repeat.
  return isSystemCall || code.startsWith('E_CANNOT_')
}

function isThing(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
