/** Rules about files: the kinds that we accept, by name and content type, and names that are safe to show and store. */

export const FILE_KINDS = ['pdf', 'doc', 'docx', 'txt', 'png', 'jpg'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** The extensions of a kind, without the dot, and the content type it is served with. */
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
  const extension = extensionOf(fileName)
  return FILE_KINDS.find((kind) => FILE_KIND_FACTS[kind].extensions.includes(extension)) ?? null
}

/** In lower case, without the dot; empty: none. */
export function extensionOf(fileName: string): string {
  return /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
}

/** Other extensions of kinds that we accept. */
const OTHER_EXTENSIONS: Partial<Record<string, FileKind>> = { jfif: 'jpg', jpe: 'jpg', pjpeg: 'jpg' }

/** The kind of a file that only needs to be renamed, or null. */
export function kindUnderOtherName(fileName: string): FileKind | null {
  return OTHER_EXTENSIONS[extensionOf(fileName)] ?? null
}

/** Picture formats of phones, scanners and browsers that we do not accept. */
const FOREIGN_PICTURES = ['heic', 'heif', 'webp', 'avif', 'tif', 'tiff', 'gif', 'bmp', 'apng']

/** The format of a picture that we do not accept, as people know it (`HEIC`), by its extension; null: anything else. */
export function foreignPicture(extension: string): string | null {
  return FOREIGN_PICTURES.includes(extension) ? extension.toUpperCase() : null
}

/** Why some or all people cannot read a file of an accepted kind. The database knows the same words. */
export const FILE_DEFECTS = ['needs_password', 'damaged', 'too_many_pixels', 'too_slow'] as const
export type FileDefect = (typeof FILE_DEFECTS)[number]

export function fileDefectOf(text: string | null): FileDefect | null {
  return FILE_DEFECTS.find((known) => known === text) ?? null
}

/** How a page previews a file, by its name: the stored content matches its name. Null: download only. */
export function previewKind(fileName: string): 'picture' | 'pdf' | null {
  const kind = kindByName(fileName)
  if (kind === 'png' || kind === 'jpg') return 'picture'
  return kind === 'pdf' ? 'pdf' : null
}

/** A megabyte as people and their file managers count it. */
export const MEGABYTE = 1_000_000

const LONGEST_NAME = 120
// Control characters, and marks that reverse text: with them "gpj.exe" reads as "exe.jpg".
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u
// Persian and the scripts of India spell words with joiners between letters (UAX 31, 2.3), and some emoji are made with
// them. Anywhere else a joiner only makes two names look alike.
const JOINING =
  /^(?:\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Nko}|\p{Script=Mongolian}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Gurmukhi}|\p{Script=Gujarati}|\p{Script=Oriya}|\p{Script=Tamil}|\p{Script=Telugu}|\p{Script=Kannada}|\p{Script=Malayalam}|\p{Script=Sinhala})$/u
const EMOJI = /^\p{Extended_Pictographic}$/u
const AFTER_EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u
const ZERO_WIDTH_NON_JOINER = '\u200c'
const ZERO_WIDTH_JOINER = '\u200d'

/**
 * Cleans a user's file name for display and download: no folders, no invisible or reversing characters but the joiners
 * that a spelling needs, no leading dots, at most 120 characters with its extension kept. Never use it in a path.
 */
export function displayFileName(name: string): string {
  const lastPart = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const cleaned = withoutInvisible(lastPart)
    .replace(/["<>|:*?]/g, '_')
    .replace(/\s+/g, ' ')
    .trim()
  return withoutInvisible(shorten(cleaned.replace(/^\.+/, ''))) || 'file'
}

function withoutInvisible(name: string): string {
  const isJoiner = (sign = '') => sign === ZERO_WIDTH_NON_JOINER || sign === ZERO_WIDTH_JOINER
  const seen = Array.from(name)
    .filter((sign) => !INVISIBLE.test(sign) || isJoiner(sign))
    // Only one of several in a row.
    .filter((sign, place, all) => !isJoiner(sign) || !isJoiner(all[place - 1]))
  return seen.filter((sign, place) => !isJoiner(sign) || joins(sign, seen[place - 1], seen[place + 1])).join('')
}

function joins(joiner: string, before = '', after = ''): boolean {
  if (joiner === ZERO_WIDTH_JOINER && AFTER_EMOJI.test(before) && EMOJI.test(after)) return true
  // A vowel sign may stand between the letter and the joiner, whatever its script.
  return (JOINING.test(before) || /^\p{M}$/u.test(before)) && JOINING.test(after)
}

/** A file name that is safe as the last part of a storage key: ASCII letters, digits, dot, hyphen and underscore. */
export function safeFileName(name: string): string {
  const ascii = displayFileName(name)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9.-]+/g, '_')
    .replace(/\.{2,}/g, '.')
  // Compatibility forms may be longer than the original, and file systems limit names to 255 bytes.
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
  // Text after a distant dot is part of a sentence, not an extension.
  return extension.length > 1 && extension.length <= 12
    ? { stem: name.slice(0, dot), extension }
    : { stem: name, extension: '' }
}
