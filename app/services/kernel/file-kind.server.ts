/**
 * What a file really is. Its name claims a kind; its content has to agree, because the name is the sender's to choose.
 * The only file that knows file-type.
 */
import type { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { fileTypeFromStream } from 'file-type'
import { type FileKind, kindByName } from '#app/domain/kernel/file-kind.ts'
import { isOldWordDocument, isWordDocument } from './office-files.server.ts'

/** Opens the file's content from its beginning. */
type Open = () => Promise<Readable>

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
      return (await detect(open)) === 'cfb' && isOldWordDocument(await open())
    case 'docx':
      return (await detect(open)) === 'docx' && isWordDocument(open)
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

/** Valid UTF-8, or UTF-16 that says so, without control characters other than tab, line feed, return and form feed. */
async function isPlainText(content: Readable): Promise<boolean> {
  const looksBinary = /[^\P{Cc}\t\n\r\f]/u
  try {
    let decoder: TextDecoder | null = null
    let head = Buffer.alloc(0)
    for await (const chunk of content) {
      head = decoder ? chunk : Buffer.concat([head, chunk])
      // Two bytes tell the encoding.
      if (!decoder && head.length < 2) continue
      decoder ??= decoderFor(head)
      if (looksBinary.test(decoder.decode(head, { stream: true }))) return false
    }
    return !looksBinary.test((decoder ?? decoderFor(head)).decode(decoder ? undefined : head))
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  } finally {
    content.destroy()
  }
}

/** UTF-16 begins with a mark that tells the order of its bytes (Windows' Notepad calls it Unicode). */
function decoderFor(head: Buffer): TextDecoder {
  const [first, second] = head
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}
