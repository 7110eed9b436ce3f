/** What the parts of a ZIP file really hold: unpacked in pieces and counted, whatever its table of contents says of them. */
import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { Pieces } from './pieces.server.ts'

/** As the table of contents has it. Bytes. */
export type ZipPart = { name: string; method: number; packed: number; unpacked: number; offset: number }

const LOCAL = Buffer.from('PK\x03\x04', 'latin1')
const LOCAL_LENGTH = 30
const STORED = 0
const DEFLATED = 8

/**
 * Does each part stand where its entry says, apart from all others, and unpack to exactly as much? A part that would be more
 * is unpacked no further than that. Encrypted and otherwise packed parts are not: nobody can look into them.
 */
export async function holdsWhatItSays(content: Readable, parts: readonly ZipPart[]): Promise<boolean> {
  const bytes = new Pieces(content)
  try {
    for (const part of parts.toSorted((a, b) => a.offset - b.offset)) {
      // Parts that share their bytes unpack to far more than the file holds.
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
    // What follows the end of a packed part is nothing that anybody unpacks.
    return size === unpacked && source.readableEnded
  } catch (error) {
    // What is no deflate stream, or ends too early: an error of zlib's own, and of nobody's store.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) return false
    throw error
  } finally {
    source.destroy()
    inflated.destroy()
  }
}
