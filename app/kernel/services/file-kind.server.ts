/** What a file really is: the sender chooses its name, so the content has to agree. The only user of file-type. */
import type { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { fileTypeFromStream } from 'file-type'
import { FILE_KIND_FACTS, type FileKind, foreignPicture, kindByName } from '#app/kernel/domain/file-kind.ts'
import { isLockedWord, type NoWord, whyNoOldWord, whyNoWord } from './office-files.server.ts'
import { Pieces } from './pieces.server.ts'

/** Opens the file's content from its beginning. */
export type Open = () => Promise<Readable>

/** Why a file is not accepted, each with another remedy. `format`: what it is instead. */
export type FileNotTaken =
  | { is: NoWord | 'not_unicode' }
  | { is: 'another_kind'; kind: FileKind }
  | { is: 'foreign_picture'; format: string }

/** `contentType`: what it is served with. */
export type Known = { kind: FileKind; contentType: string }

/** Returns the kind that name and content agree on, or why there is none. Reads the content in pieces, never whole. */
export async function fileKindOf(fileName: string, open: Open): Promise<Known | FileNotTaken> {
  const kind = kindByName(fileName)
  if (kind === null) return { is: 'differs' }
  if (kind === 'txt') return knownText(await open())
  const known = { kind, contentType: FILE_KIND_FACTS[kind].contentType }
  const found = await detect(open)
  if (kind === 'doc' && found === 'cfb') {
    const why = await whyNoOldWord(open)
    return why === null ? known : { is: why }
  }
  if (kind === 'docx') return (await noNewWord(found, open)) ?? known
  if (found === kind || (kind === 'pdf' && (await isPrintedPdf(open)))) return known
  return otherThanNamed(found, open)
}

async function noNewWord(found: string | null, open: Open): Promise<FileNotTaken | null> {
  if (found === 'cfb' && (await isLockedWord(open))) return { is: 'needs_password' }
  if (found !== 'docx') return otherThanNamed(found, open)
  const why = await whyNoWord(open)
  return why === null ? null : { is: why }
}

async function otherThanNamed(found: string | null, open: Open): Promise<FileNotTaken> {
  const format = foreignPicture(found ?? '')
  if (format !== null) return { is: 'foreign_picture', format }
  if (found === 'pdf' || found === 'png' || found === 'jpg' || found === 'docx') {
    return { is: 'another_kind', kind: found }
  }
  if (found === 'cfb' && (await whyNoOldWord(open)) === null) return { is: 'another_kind', kind: 'doc' }
  return { is: 'differs' }
}

async function detect(open: Open): Promise<string | null> {
  const content = await open()
  try {
    // Not Readable.toWeb: when the reader stops early, it throws where nobody can catch it.
    const type = await fileTypeFromStream(ReadableStream.from<Uint8Array>(content))
    return type?.ext ?? null
  } finally {
    content.destroy()
  }
}

/** Printers write commands, or an empty line, before a PDF: readers search this far (ISO 32000-1, annex H.3). */
const HEAD_BYTES = 1024
// The printer's own language begins with the escape character.
const PRINTED_PDF = /^\s*(?:\p{Cc}%-12345X(?:@PJL[^\r\n]*(?:\r?\n|$)|\s)*)?%PDF-\d/u

async function isPrintedPdf(open: Open): Promise<boolean> {
  const content = await open()
  try {
    const head: Buffer[] = []
    for await (const piece of new Pieces(content).next(HEAD_BYTES)) head.push(piece)
    return PRINTED_PDF.test(Buffer.concat(head).toString('latin1'))
  } finally {
    content.destroy()
  }
}

/**
 * Accepts valid UTF-8, or UTF-16 with a byte order mark, without control characters other than tab, line feed, return
 * and form feed. MS-DOS programs ended a text with a control character, and some still do.
 */
async function knownText(content: Readable): Promise<Known | FileNotTaken> {
  const looksBinary = /[^\P{Cc}\t\n\r\f]/u
  let decoder: TextDecoder | null = null
  let hasEnded = false
  const isText = (text: string) => {
    if (hasEnded && text !== '') return false
    hasEnded ||= text.endsWith(END_OF_TEXT)
    return !looksBinary.test(hasEnded ? text.slice(0, -1) : text)
  }
  try {
    let head = Buffer.alloc(0)
    for await (const chunk of content) {
      head = decoder ? chunk : Buffer.concat([head, chunk])
      // The first two bytes tell the encoding.
      if (!decoder && head.length < 2) continue
      decoder ??= decoderFor(head)
      if (!isText(decoder.decode(head, { stream: true }))) return { is: 'not_unicode' }
    }
    const last: TextDecoder = decoder ?? decoderFor(head)
    if (!isText(last.decode(decoder ? undefined : head))) return { is: 'not_unicode' }
    return { kind: 'txt', contentType: `text/plain; charset=${last.encoding}` }
  } catch (error) {
    if (error instanceof TypeError) return { is: 'not_unicode' }
    throw error
  } finally {
    content.destroy()
  }
}

const END_OF_TEXT = '\x1a'

/** UTF-16 begins with a byte order mark (Windows' Notepad calls it Unicode). */
function decoderFor(head: Buffer): TextDecoder {
  const [first, second] = head
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}
