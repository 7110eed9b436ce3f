/** Private files through flydrive: a folder, or an S3-compatible bucket. The only file that uses flydrive. */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Disk, DriveFile, KeyNormalizer } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { FileMissing, type Storage, StorageError } from '#app/ports.ts'
import { putInParts } from './s3-parts.server.ts'
import { codeOfDisk, isFileGone, storageErrorOf } from './storage-errors.ts'

export type StorageSettings =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3'
      bucket: string
      /** Unset: AWS_REGION of the machine, or 'auto' if an endpoint is set. */
      region?: string | undefined
      /** Of a service other than Amazon's. */
      endpoint?: string | undefined
      /** Null: the SDK's own credential chain (a role, AWS_ACCESS_KEY_ID …). */
      keys: { accessKeyId: string; secretAccessKey: string } | null
    }

/** At most so many old files per call; the next call returns the next ones. */
const MOST_SWEPT = 1_000

/** Opens the store without creating or requesting anything: the first file does that. */
export async function openStorage(settings: StorageSettings): Promise<Storage> {
  if (settings.kind === 'folder') {
    const disk = new Disk(new FSDriver({ location: settings.folder, visibility: 'private' }))
    return storageOn(disk, folderMoves(settings.folder))
  }
  const client = await s3Client(settings)
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { bucket } = settings
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))
  const keys = new KeyNormalizer()
  return storageOn(disk, {
    async write(key, content) {
      const waiting = await openWaiting()
      if (waiting) await putMeasured(disk, { key, waiting }, content)
      else await putInParts({ client, bucket, key: keys.normalize(key) }, content)
    },
    move: (from, to) => disk.move(from, to),
  })
}

type Moves = {
  write(key: string, content: Readable): Promise<void>
  move(from: string, to: string): Promise<void>
}

/**
 * In a folder, `write` flushes to disk before it returns and a move is atomic: what the database points at survives a
 * power cut. (flydrive rejects on a broken stream before it stops writing, and moves by copying.)
 */
function folderMoves(folder: string): Moves {
  const keys = new KeyNormalizer()
  const placeFor = async (key: string) => {
    const path = join(folder, keys.normalize(key))
    await mkdir(dirname(path), { recursive: true })
    return path
  }
  return {
    async write(key, content) {
      await pipeline(content, createWriteStream(await placeFor(key), { flush: true }))
    },
    async move(from, to) {
      await rename(join(folder, keys.normalize(from)), await placeFor(to))
    },
  }
}

const ignore = () => undefined
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore }

// Imported on demand: the S3 client is large, and most installations keep files in a folder.
async function s3Client({ region: stated, endpoint, keys }: Extract<StorageSettings, { kind: 's3' }>) {
  const { S3Client } = await import('@aws-sdk/client-s3')
  const region = stated ?? (endpoint ? 'auto' : undefined)
  return new S3Client({
    ...(region ? { region } : {}),
    ...(keys ? { credentials: keys } : {}),
    // Services other than Amazon's use path-style addresses and do not know the newer checksums.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Errors are thrown; the client would log them as well.
    logger: SILENT,
  })
}

type Waiting = { path: string; file: FileHandle }

/** Opens a temporary file for an upload to the bucket. Null: no folder is writable. */
async function openWaiting(): Promise<Waiting | null> {
  const path = join(tmpdir(), `upload-${randomUUID()}`)
  try {
    return { path, file: await open(path, 'wx', 0o600) }
  } catch {
    // Whatever the reason: the file goes through memory instead (s3-parts.server.ts).
    return null
  }
}

/** S3 requires the size before the first byte, which a form does not state: the file is buffered on disk. */
async function putMeasured(
  disk: Disk,
  { key, waiting: { path, file } }: { key: string; waiting: Waiting },
  content: Readable,
) {
  try {
    await pipeline(content, file.createWriteStream()).catch((error: unknown) => {
      const code = codeOfDisk(error)
      // Our own disk is full, not the store: it must not be reported as a refusal of the store.
      throw code === null ? error : new StorageError(`No room in ${tmpdir()} for a file on its way (${code})`)
    })
    const { size } = await stat(path)
    await disk.putStream(key, createReadStream(path), { contentLength: size })
  } finally {
    await rm(path, { force: true })
  }
}

function storageOn(disk: Disk, { write, move }: Moves): Storage {
  return {
    async put(key, content) {
      try {
        await write(key, content)
      } catch (error) {
        content.destroy()
        const trouble = storageErrorOf(error)
        // A store that fails to write may fail to delete, too; the sweep removes the rest later.
        await disk.delete(key).catch(() => undefined)
        throw trouble
      }
    },

    async read(key) {
      await mustExist(key)
      return told(disk.getStream(key))
    },

    async move(from, to) {
      await mustExist(from)
      await told(move(from, to))
    },

    async remove(key) {
      await told(disk.delete(key))
    },

    async olderThan(prefix, before) {
      const old: string[] = []
      let paginationToken: string | undefined
      do {
        const page = await told(listed(disk, prefix, paginationToken))
        for (const entry of page.objects) {
          if (old.length >= MOST_SWEPT) return old
          if (!(entry instanceof DriveFile)) continue
          const writtenAt = await told(lastWritten(entry))
          if (writtenAt !== null && writtenAt < before) old.push(entry.key)
        }
        paginationToken = page.paginationToken
      } while (paginationToken)
      return old
    },
  }

  async function mustExist(key: string): Promise<void> {
    if (!(await told(disk.exists(key)))) throw new FileMissing(`No file ${key}`)
  }
}

/** Lists a folder that vanishes meanwhile as empty. */
async function listed(disk: Disk, prefix: string, paginationToken: string | undefined) {
  try {
    return await disk.listAll(prefix, { recursive: true, paginationToken })
  } catch (error) {
    if (isFileGone(error)) return { objects: [], paginationToken: undefined }
    throw error
  }
}

/** Null: the file vanished after it was listed, because it was moved or removed. */
async function lastWritten(file: DriveFile): Promise<Date | null> {
  try {
    return (await file.getMetaData()).lastModified
  } catch (error) {
    if (isFileGone(error)) return null
    throw error
  }
}

async function told<Value>(work: Promise<Value>): Promise<Value> {
  return work.catch((error: unknown) => {
    throw storageErrorOf(error)
  })
}
