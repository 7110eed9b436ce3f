/** Checks what the parts of a ZIP file really contain: unpacked and counted, whatever its table of contents says. */
import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { Pieces } from './pieces.server.ts'

/** An entry of the table of contents. Sizes and offset in bytes. */
export type ZipPart = { name: string; method: number; packed: number; unpacked: number; offset: number }

const LOCAL = Buffer.from('PK\x03\x04', 'latin1')
const LOCAL_LENGTH = 30
const STORED = 0
const DEFLATED = 8

/**
 * Is each part where its entry says, apart from all others, and does it unpack to exactly the stated size? A larger
 * part is unpacked no further than that. Encrypted and otherwise packed parts fail: nobody can look into them.
 */
export async function holdsWhatItSays(content: Readable, parts: readonly ZipPart[]): Promise<boolean> {
  const bytes = new Pieces(content)
  try {
    for (const part of parts.toSorted((a, b) => a.offset - b.offset)) {
      // Overlapping parts would unpack to far more than the file holds.
      if (part.offset < bytes.position || !(await bytes.skip(part.offset - bytes.position))) return false
      if (!(await isPart(bytes, part))) return false
    }
    return true
  } finally {
    content.destroy()
  }
}

async function isPart(bytes: Pieces, part: ZipPart): Promise<boolean> {
  const head = await bytes.take(LOCAL_LENGTH)
  if (!head?.subarray(0, 4).equals(LOCAL) || head.readUInt16LE(8) !== part.method) return false
  const isEncrypted = (head.readUInt16LE(6) & 1) === 1
  if (isEncrypted || !(await bytes.skip(head.readUInt16LE(26) + head.readUInt16LE(28)))) return false
  if (part.method === STORED) return part.packed === part.unpacked && bytes.skip(part.packed)
  return part.method === DEFLATED && (await inflatesTo(bytes.next(part.packed), part.unpacked))
}

async function inflatesTo(packed: AsyncIterable<Buffer>, unpacked: number): Promise<boolean> {
  const source = Readable.from(packed)
  const inflated = source.pipe(createInflateRaw({ chunkSize: 64 * 1024 }))
  source.on('error', (error) => inflated.destroy(error))
  let size = 0
  try {
    for await (const chunk of inflated) {
      size += (chunk as Buffer).length
      if (size > unpacked) return false
    }
    // Bytes after the end of a packed part would be unpacked by nobody: such a part is refused.
    return size === unpacked && source.readableEnded
  } catch (error) {
    // No deflate stream, or one that ends too early: an error of zlib, not of the store.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) return false
    throw error
  } finally {
    source.destroy()
    inflated.destroy()
  }
}
