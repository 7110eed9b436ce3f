/** Files as such: the kinds that we take, by name and content type, and names that are safe to show and to store. */

export const FILE_KINDS = ['pdf', 'doc', 'docx', 'txt', 'png', 'jpg'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** The extensions a kind goes by, without the dot, and the type it is served as. */
export const FILE_KIND_FACTS: Record<FileKind, { extensions: readonly string[]; contentType: string }> = {
  pdf: { extensions: ['pdf'], contentType: 'application/pdf' },
  doc: { extensions: ['doc'], contentType: 'application/msword' },
  docx: {
    extensions: ['docx'],
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  txt: { extensions: ['txt'], contentType: 'text/plain; charset=utf-8' },
  png: { extensions: ['png'], contentType: 'image/png' },
  jpg: { extensions: ['jpg', 'jpeg'], contentType: 'image/jpeg' },
}

/** The value of a file field's `accept` attribute: `.pdf,.doc,…`. */
export function acceptAttribute(kinds: readonly FileKind[]): string {
  return kinds.flatMap((kind) => FILE_KIND_FACTS[kind].extensions.map((extension) => `.${extension}`)).join(',')
}

/** The kind that a file's name claims, or null. Only the content can confirm it. */
export function kindByName(fileName: string): FileKind | null {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase()
  if (!extension) return null
  return FILE_KINDS.find((kind) => FILE_KIND_FACTS[kind].extensions.includes(extension)) ?? null
}

/** How a file is shown on the page, by its name: what is stored is what its name says. Null: it can be saved only. */
export function previewKind(fileName: string): 'picture' | 'pdf' | null {
  const kind = kindByName(fileName)
  if (kind === 'png' || kind === 'jpg') return 'picture'
  return kind === 'pdf' ? 'pdf' : null
}

/** A megabyte as people and their file managers count it. */
export const MEGABYTE = 1_000_000

const LONGEST_NAME = 120
// Control characters, and the marks that turn text around: with them "gpj.exe" reads as "exe.jpg".
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/**
 * A user's file name, cleaned for display and for the name offered on download: no folders, no invisible or reversing
 * characters, no leading dots, at most 120 characters with its extension kept. Never use it in a path.
 */
export function displayFileName(name: string): string {
  const lastPart = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const cleaned = lastPart
    .replace(INVISIBLE, '')
    .replace(/["<>|:*?]/g, '_')
    .replace(/\s+/g, ' ')
    .trim()
  return shorten(cleaned.replace(/^\.+/, '')) || 'file'
}

/** A file name that is safe as the last part of a storage key: ASCII letters, digits, dot, hyphen and underscore. */
export function safeFileName(name: string): string {
  const ascii = displayFileName(name)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9.-]+/g, '_')
    .replace(/\.{2,}/g, '.')
  // Compatibility forms may be longer than what they stand for, and file systems end at 255 bytes.
  const { stem, extension } = split(shorten(ascii))
  return `${stem.replace(/^[._-]+|[._-]+$/g, '') || 'file'}${extension}`
}

function shorten(name: string): string {
  const characters = Array.from(name)
  if (characters.length <= LONGEST_NAME) return name
  const { stem, extension } = split(name)
  return (
    Array.from(stem)
      .slice(0, LONGEST_NAME - Array.from(extension).length)
      .join('') + extension
  )
}

function split(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot) : ''
  // What follows a far-away dot is no extension but part of a sentence.
  return extension.length > 1 && extension.length <= 12
    ? { stem: name.slice(0, dot), extension }
    : { stem: name, extension: '' }
}
