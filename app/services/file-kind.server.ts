/**
 * What a file really is. Its name claims a kind; its content has to agree, because the name is the sender's to choose.
 * The only file that knows file-type.
 */
import type { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { fileTypeFromStream } from 'file-type'
import { type FileKind, kindByName } from '#app/domain/documents.ts'

/** Opens the file's content from its beginning. */
type Open = () => Promise<Readable>

// Word's own stream in an OLE2 file: without it the container holds a sheet, an installer, anything.
const WORD_STREAM = Buffer.from('WordDocument', 'utf16le')
// Where a Word file keeps its macros. Names in a ZIP file are never compressed.
const MACROS = Buffer.from('vbaProject.bin', 'latin1')

/** The kind that both name and content agree on, or null. Reads the content in pieces, never whole. */
export async function fileKindOf(fileName: string, open: Open): Promise<FileKind | null> {
  const claimed = kindByName(fileName)
  return claimed && (await isOfKind(claimed, open)) ? claimed : null
}

async function isOfKind(kind: FileKind, open: Open): Promise<boolean> {
  switch (kind) {
    case 'txt':
      return isPlainText(await open())
    case 'doc':
      return (await detect(open)) === 'cfb' && includes(await open(), WORD_STREAM)
    case 'docx':
      return (await detect(open)) === 'docx' && !(await includes(await open(), MACROS))
    default:
      return (await detect(open)) === kind
  }
}

async function detect(open: Open): Promise<string | null> {
  const content = await open()
  try {
    // Not Readable.toWeb: when the reader stops early, that one throws where nobody can catch it.
    const type = await fileTypeFromStream(ReadableStream.from<Uint8Array>(content))
    return type?.ext ?? null
  } finally {
    content.destroy()
  }
}

/** Valid UTF-8 without control characters other than tab, line feed, carriage return and form feed. */
async function isPlainText(content: Readable): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const looksBinary = /[^\P{Cc}\t\n\r\f]/u
  try {
    for await (const chunk of content) {
      if (looksBinary.test(decoder.decode(chunk, { stream: true }))) return false
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  } finally {
    content.destroy()
  }
}

async function includes(content: Readable, needle: Buffer): Promise<boolean> {
  let tail = Buffer.alloc(0)
  for await (const chunk of content) {
    const seen = Buffer.concat([tail, chunk])
    if (seen.includes(needle)) return true
    tail = seen.subarray(-(needle.length - 1))
  }
  return false
}
