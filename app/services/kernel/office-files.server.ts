/**
 * Word's two formats, by their own tables of contents. A signature at the beginning only says "some ZIP file", "some OLE2
 * file"; and a document with macros, or one that unpacks to gigabytes, is no paper of a trade.
 */
import type { Readable } from 'node:stream'
import { holdsWhatItSays, type ZipPart } from './zip-content.server.ts'

/** Of a ZIP file's table of contents, which stands at its end: enough for some ten thousand parts. */
const TAIL_BYTES = 1024 * 1024
const MOST_PARTS = 5_000
/** All parts unpacked, and how much more that is than the file. */
const MOST_UNPACKED = 200_000_000
const MOST_RATIO = 200

const END_OF_DIRECTORY = Buffer.from('PK\x05\x06', 'latin1')
const ENTRY = Buffer.from('PK\x01\x02', 'latin1')
const END_LENGTH = 22
const ENTRY_LENGTH = 46

/**
 * An OOXML word document (ECMA-376) without macros, foreign controls or names that lead out of it, which holds what its table
 * of contents says. Opens the content twice.
 */
export async function isWordDocument(open: () => Promise<Readable>): Promise<boolean> {
  const { tail, size } = await lastBytesOf(await open())
  const parts = partsIn(tail, size)
  if (!parts) return false
  const names = parts.map(({ name }) => name)
  const unpacked = parts.reduce((sum, part) => sum + part.unpacked, 0)
  return (
    names.includes('[Content_Types].xml') &&
    names.some((name) => /^word\/[^/]+\.xml$/.test(name)) &&
    !names.some((name) => /vbaProject|activeX|macrosheets|\.exe$|\.dll$/i.test(name)) &&
    !names.some((name) => name.startsWith('/') || /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name)) &&
    new Set(names).size === names.length &&
    unpacked <= Math.min(MOST_UNPACKED, Math.max(size * MOST_RATIO, TAIL_BYTES)) &&
    (await holdsWhatItSays(await open(), parts))
  )
}

async function lastBytesOf(content: Readable): Promise<{ tail: Buffer; size: number }> {
  const last: Buffer[] = []
  let size = 0
  let held = 0
  for await (const chunk of content) {
    last.push(chunk)
    size += chunk.length
    held += chunk.length
    for (let first = last[0]; first && held - first.length >= TAIL_BYTES; first = last[0]) {
      held -= first.length
      last.shift()
    }
  }
  return { tail: Buffer.concat(last), size }
}

/** The central directory (APPNOTE 4.3.12), or null when there is none that is whole. */
function partsIn(tail: Buffer, size: number): ZipPart[] | null {
  const end = tail.lastIndexOf(END_OF_DIRECTORY)
  if (end < 0 || tail.length - end < END_LENGTH) return null
  const count = tail.readUInt16LE(end + 10)
  // Counted from the beginning of the file.
  const start = tail.readUInt32LE(end + 16) - (size - tail.length)
  if (count === 0 || count > MOST_PARTS || start < 0) return null
  const parts: ZipPart[] = []
  for (let at = start; parts.length < count; ) {
    if (at + ENTRY_LENGTH > end || !tail.subarray(at, at + 4).equals(ENTRY)) return null
    const nameLength = tail.readUInt16LE(at + 28)
    const name = tail.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength)
    parts.push({
      name,
      method: tail.readUInt16LE(at + 10),
      packed: tail.readUInt32LE(at + 20),
      unpacked: tail.readUInt32LE(at + 24),
      offset: tail.readUInt32LE(at + 42),
    })
    at += ENTRY_LENGTH + nameLength + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32)
  }
  return parts
}

/** Entries of an OLE2 directory have 128 bytes and begin at multiples of them (MS-CFB 2.6). */
const SLOT = 128
const STORAGE = 1
const STREAM = 2

/** A Word 97 document (MS-DOC) without macros: an OLE2 file whose directory names Word's stream, and no project of macros. */
export async function isOldWordDocument(content: Readable): Promise<boolean> {
  const found = new Set<string>()
  let rest = Buffer.alloc(0)
  for await (const chunk of content) {
    const bytes = Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % SLOT)
    for (let at = 0; at < whole; at += SLOT) {
      const name = entryIn(bytes.subarray(at, at + SLOT))
      if (name) found.add(name)
    }
    rest = bytes.subarray(whole)
  }
  return found.has('WordDocument') && !found.has('Macros') && !found.has('_VBA_PROJECT')
}

/** The name of the stream or storage that these bytes describe, if they describe one of those that are looked for. */
function entryIn(slot: Buffer): string | null {
  const nameBytes = slot.readUInt16LE(64)
  const kind = slot[66]
  if ((kind !== STREAM && kind !== STORAGE) || nameBytes < 4 || nameBytes > 64 || nameBytes % 2 !== 0) return null
  return slot.toString('utf16le', 0, nameBytes - 2)
}
