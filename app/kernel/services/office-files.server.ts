/**
 * Checks Word's two formats by their own tables of contents. A signature at the beginning only says "some ZIP file",
 * "some OLE2 file"; and a document with macros, or one that unpacks to gigabytes, is no trade document.
 */
import type { Readable } from 'node:stream'
import { Pieces } from './pieces.server.ts'
import { holdsWhatItSays, type ZipPart } from './zip-content.server.ts'

/** The last bytes of a ZIP file, with its table of contents: enough for some ten thousand parts. */
const TAIL_BYTES = 1024 * 1024
const MOST_PARTS = 5_000
/** Bytes of all parts unpacked, and their maximum ratio to the size of the file. */
const MOST_UNPACKED = 200_000_000
const MOST_RATIO = 200

const END_OF_DIRECTORY = Buffer.from('PK\x05\x06', 'latin1')
const ENTRY = Buffer.from('PK\x01\x02', 'latin1')
const END_LENGTH = 22
const ENTRY_LENGTH = 46

/** Why a file is no Word document that we accept: another kind of file, something that runs, a password, or damage. */
export type NoWord = 'differs' | 'programs' | 'needs_password' | 'damaged'

/**
 * Null: an OOXML word document (ECMA-376) without macros, foreign controls or names that lead out of it, whose parts
 * match its table of contents. Opens the content twice.
 */
export async function whyNoWord(open: () => Promise<Readable>): Promise<NoWord | null> {
  const { tail, size } = await lastBytesOf(await open())
  const parts = partsIn(tail, size)
  if (!parts) return 'damaged'
  const names = parts.map(({ name }) => name)
  const unpacked = parts.reduce((sum, part) => sum + part.unpacked, 0)
  if (!names.includes('[Content_Types].xml') || !names.some((name) => /^word\/[^/]+\.xml$/.test(name))) return 'differs'
  if (names.some((name) => /vbaProject|activeX|macrosheets|\.exe$|\.dll$/i.test(name))) return 'programs'
  const isPlain =
    !names.some((name) => name.startsWith('/') || /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name)) &&
    new Set(names).size === names.length &&
    unpacked <= Math.min(MOST_UNPACKED, Math.max(size * MOST_RATIO, TAIL_BYTES)) &&
    (await holdsWhatItSays(await open(), parts))
  return isPlain ? null : 'damaged'
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

/** Reads the central directory (APPNOTE 4.3.12). Null: none, or an incomplete one. */
function partsIn(tail: Buffer, size: number): ZipPart[] | null {
  const end = tail.lastIndexOf(END_OF_DIRECTORY)
  if (end < 0 || tail.length - end < END_LENGTH) return null
  const count = tail.readUInt16LE(end + 10)
  // Its offset counts from the beginning of the file.
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

/** Entries of an OLE2 directory have 128 bytes and begin at multiples of 128 (MS-CFB 2.6). */
const SLOT = 128
const STORAGE = 1
const STREAM = 2

/** The names in an OLE2 file's directory, which identify Word documents; and the offset of Word's own stream. */
type OldContent = { names: Set<string>; wordAt: number | null; isCutOff: boolean }

/**
 * Null: a Word 97 document (MS-DOC) without macros and without a password: an OLE2 file whose directory names Word's
 * stream, and no project of macros. Opens the content twice.
 */
export async function whyNoOldWord(open: () => Promise<Readable>): Promise<NoWord | null> {
  const { names, wordAt, isCutOff } = await readDirectory(await open())
  if (isCutOff) return 'damaged'
  if (!names.has('WordDocument')) return names.has('EncryptedPackage') ? 'needs_password' : 'differs'
  if (names.has('Macros') || names.has('_VBA_PROJECT')) return 'programs'
  return wordAt !== null && (await isEncrypted(await open(), wordAt)) ? 'needs_password' : null
}

/** A newer Word document with a password is an OLE2 file, too (MS-OFFCRYPTO 2.3). */
export async function isLockedWord(open: () => Promise<Readable>): Promise<boolean> {
  return (await readDirectory(await open())).names.has('EncryptedPackage')
}

async function readDirectory(content: Readable): Promise<OldContent> {
  const found: OldContent = { names: new Set(), wordAt: null, isCutOff: false }
  let sectorShift = 0
  let directoryAt = 0
  let size = 0
  let rest = Buffer.alloc(0)
  let isFirst = true
  for await (const chunk of content) {
    size += chunk.length
    const bytes = Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % SLOT)
    for (let at = 0; at < whole; at += SLOT) {
      const slot = bytes.subarray(at, at + SLOT)
      if (isFirst) {
        sectorShift = slot.readUInt16LE(30)
        directoryAt = (slot.readUInt32LE(48) + 1) * 2 ** sectorShift
      }
      isFirst = false
      const name = entryIn(slot)
      if (name === null) continue
      found.names.add(name)
      if (name === 'WordDocument') found.wordAt = (slot.readUInt32LE(116) + 1) * 2 ** sectorShift
    }
    rest = bytes.subarray(whole)
  }
  return { ...found, isCutOff: directoryAt >= size }
}

/** The name of the stream or storage that these bytes describe. Null: they describe none. */
function entryIn(slot: Buffer): string | null {
  const nameBytes = slot.readUInt16LE(64)
  const kind = slot[66]
  if ((kind !== STREAM && kind !== STORAGE) || nameBytes < 4 || nameBytes > 64 || nameBytes % 2 !== 0) return null
  return slot.toString('utf16le', 0, nameBytes - 2)
}

/** The first bytes of Word's stream (MS-DOC 2.5.2): its signature, and a bit set when encrypted or obfuscated. */
const WORD_SIGN = 0xa5ec
const ENCRYPTED = 0x0100

async function isEncrypted(content: Readable, wordAt: number): Promise<boolean> {
  const bytes = new Pieces(content)
  try {
    const head = (await bytes.skip(wordAt)) ? await bytes.take(12) : null
    return head?.readUInt16LE(0) === WORD_SIGN && (head.readUInt16LE(10) & ENCRYPTED) !== 0
  } finally {
    content.destroy()
  }
}
