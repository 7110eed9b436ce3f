/**
 * Uploads a file of unknown length to a bucket without a disk: S3 requires the size before the first byte, so the
 * content is sent in parts. Only this file and storage.server.ts use Amazon's client.
 */
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { StorageError } from '#app/ports.ts'

/** The minimum size of a part in S3, except for the last one. */
const PART_BYTES = 5 * 1024 * 1024
/**
 * Files in memory at once, one part of each: 160 MB at most. One person sends six forms at a time, one file after
 * another (upload-form.server.ts), which takes 30 MB. With a temporary folder (storage.server.ts) no file is in memory.
 */
const MOST_AT_ONCE = 32

type Place = { client: S3Client; bucket: string; key: string }

let underWay = 0

/** Throws StorageError when too many are under way. An interrupted upload leaves nothing in the bucket. */
export async function putInParts(place: Place, content: Readable): Promise<void> {
  if (underWay >= MOST_AT_ONCE) {
    const way = 'give the web app a folder for temporary files (/tmp, TMPDIR)'
    throw new StorageError(`${MOST_AT_ONCE} files on their way to the bucket are in memory, and no more: ${way}`)
  }
  underWay += 1
  try {
    await send(place, partsOf(content))
  } finally {
    underWay -= 1
  }
}

async function send({ client, bucket: Bucket, key: Key }: Place, parts: AsyncGenerator<Buffer, void>): Promise<void> {
  const s3 = await import('@aws-sdk/client-s3')
  const first = (await parts.next()).value ?? Buffer.alloc(0)
  if (first.length < PART_BYTES) {
    await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: first, ContentLength: first.length }))
    return
  }
  const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key }))
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    for (let next: Buffer | undefined = first; next; next = (await parts.next()).value ?? undefined) {
      const part = { Bucket, Key, UploadId, PartNumber: Parts.length + 1 }
      const sent = await client.send(new s3.UploadPartCommand({ ...part, Body: next, ContentLength: next.length }))
      Parts.push({ PartNumber: part.PartNumber, ETag: sent.ETag })
    }
    await client.send(new s3.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))
  } catch (error) {
    // If this fails too, the bucket's own rule removes the parts (docs/operating.md, Backup).
    await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined)
    throw error
  }
}

/** Reuses one buffer: each part has been sent when the next one is requested. */
async function* partsOf(content: Readable): AsyncGenerator<Buffer, void> {
  const part = Buffer.allocUnsafe(PART_BYTES)
  let held = 0
  for await (const chunk of content) {
    for (let rest = Buffer.from(chunk); rest.length > 0; ) {
      const taken = rest.copy(part, held)
      held += taken
      rest = rest.subarray(taken)
      if (held < PART_BYTES) continue
      yield part
      held = 0
    }
  }
  if (held > 0) yield part.subarray(0, held)
}
