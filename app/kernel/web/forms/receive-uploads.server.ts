/** Streams the files of a form into the store while they arrive: checked, counted, hashed, never whole in memory. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  acceptAttribute,
  displayFileName,
  extensionOf,
  FILE_KIND_FACTS,
  type FileDefect,
  type FileKind,
  foreignPicture,
  kindByName,
  kindUnderOtherName,
  MEGABYTE,
} from '#app/kernel/domain/file-kind.ts'
import { type Refusal, type RefusalCode, refuse } from '#app/kernel/domain/refusal.ts'
import { type FileNotTaken, fileKindOf, type Open } from '#app/kernel/services/file-kind.server.ts'
import { type Storage, StorageError, type Upload } from '#app/ports.ts'

export type FileRule = { kinds: readonly FileKind[]; maxBytes: number; maxCount: number }

export type UploadOptions = {
  /** The file fields of the form; files in other fields are skipped. */
  files: Record<string, FileRule>
  storage: Storage
  /** Names the temporary file. */
  newId: () => string
  /** Called for each file before any of it is stored; returns why it is not taken. */
  mayTake?: (() => Promise<Refusal | null>) | undefined
  /** Scans for malware, if the installation has a scanner. */
  scan?: Scanner | undefined
  /** Checks whether others can read the file. */
  lookInto?: ((kind: FileKind, open: Open) => Promise<FileDefect | null>) | undefined
}

/** The name of what was found; null: nothing. 'unscanned': no scan was possible; the file is kept or refused. */
export type Scanner = (content: Readable) => Promise<{ found: string | null } | { unscanned: 'keep' | 'refuse' }>

type SentFile = { field: string; sentName: string; content: AsyncIterable<Buffer> }
type Fault = { code: RefusalCode; values?: Record<string, string> }
type About = { rule: FileRule; fileName: string }

/** The uploads of one form, and what it left in the store. */
export class UploadReceiver {
  readonly uploads: Upload[] = []
  readonly problems: Refusal[] = []
  /** Why the store took no more files. Later ones were not tried. */
  trouble: StorageError | null = null
  readonly #options: UploadOptions
  readonly #stored = new Set<string>()

  constructor(options: UploadOptions) {
    this.#options = options
  }

  /** Stores a file or notes why not, and the rest of the form is still read. Errors of the connection pass through. */
  async receive(file: SentFile): Promise<void> {
    const { files, mayTake } = this.#options
    const rule = Object.hasOwn(files, file.field) ? files[file.field] : undefined
    if (!rule || this.trouble) return
    const refusal = await mayTake?.()
    if (refusal) {
      this.problems.push({ ...refusal, field: file.field })
      return
    }
    const fileName = displayFileName(file.sentName)
    const taken = await this.#tryToTake(file, { rule, fileName })
    if (taken === null) return
    if ('key' in taken) this.uploads.push(taken)
    else this.problems.push(refuse(taken.code, { field: file.field, values: { fileName, ...taken.values } }))
  }

  /** Removes everything that was stored. What a failing store keeps is cleaned up within two hours (tidyUp). */
  async discard(): Promise<void> {
    for (const key of this.#stored) {
      await this.#remove(key).catch((error: unknown) => {
        if (!(error instanceof StorageError)) throw error
      })
    }
  }

  async #tryToTake(file: SentFile, about: About): Promise<Upload | Fault | null> {
    try {
      return await this.#take(file, about)
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      this.trouble = error
      return null
    }
  }

  async #take({ field, content }: SentFile, about: About): Promise<Upload | Fault> {
    const { rule, fileName } = about
    if (this.uploads.filter((upload) => upload.field === field).length >= rule.maxCount) {
      return { code: 'too_many_files', values: { max: String(rule.maxCount) } }
    }
    const claimed = kindByName(fileName)
    if (!claimed || !rule.kinds.includes(claimed)) return wrongName(about)

    const { storage, newId } = this.#options
    const key = `incoming/${newId()}`
    const counted = new CountedContent(content, rule.maxBytes)
    this.#stored.add(key)
    try {
      await storage.put(key, Readable.from(counted, { objectMode: false }))
    } catch (error) {
      if (counted.brokenBy) throw counted.brokenBy.reason
      if (!counted.isTooLarge) throw error
      this.#stored.delete(key)
      return { code: 'file_too_large', values: { max: sizeInWords(rule.maxBytes) } }
    }
    const open = () => storage.read(key)
    const known = await fileKindOf(fileName, open)
    if ('is' in known || counted.size === 0) {
      await this.#remove(key)
      return 'is' in known && counted.size > 0 ? faultOf(known, about) : { code: 'file_empty' }
    }
    const scanned = await this.#scan(key)
    if (typeof scanned === 'object') return scanned
    const trouble = await this.#options.lookInto?.(known.kind, open)
    const sha256 = counted.sha256()
    const file = { field, fileName, ...known, size: counted.size, sha256, key }
    return { ...file, ...(scanned && { isScanned: true }), ...(trouble && { trouble }) }
  }

  /** Was it scanned and found clean? A fault: it must not be kept. */
  async #scan(key: string): Promise<boolean | Fault> {
    const { scan, storage } = this.#options
    if (!scan) return false
    const verdict = await scan(await storage.read(key))
    if ('unscanned' in verdict && verdict.unscanned === 'keep') return false
    if ('found' in verdict && verdict.found === null) return true
    await this.#remove(key)
    if ('unscanned' in verdict) return { code: 'file_unscanned' }
    return { code: 'file_infected', values: { found: verdict.found ?? '' } }
  }

  async #remove(key: string): Promise<void> {
    await this.#options.storage.remove(key)
    this.#stored.delete(key)
  }
}

const allowedIn = ({ kinds }: FileRule) => acceptAttribute(kinds).replaceAll(',', ', ')

/** Refuses by the name alone. */
function wrongName({ rule, fileName }: About): Fault {
  const format = foreignPicture(extensionOf(fileName))
  if (format !== null && rule.kinds.includes('jpg')) return { code: 'file_picture_format', values: { format } }
  const kind = kindUnderOtherName(fileName)
  if (kind && rule.kinds.includes(kind)) return faultOf({ is: 'another_kind', kind }, { rule, fileName })
  return { code: 'file_type_not_allowed', values: { allowed: allowedIn(rule) } }
}

/** The sentence of each reason has its own remedy. */
function faultOf(what: FileNotTaken, { rule }: About): Fault {
  const allowed = allowedIn(rule)
  switch (what.is) {
    case 'foreign_picture':
      if (!rule.kinds.includes('jpg')) return { code: 'file_differs', values: { allowed } }
      return { code: 'file_picture_format', values: { format: what.format } }
    case 'another_kind':
      if (!rule.kinds.includes(what.kind)) return { code: 'file_differs', values: { allowed } }
      return { code: 'file_another_kind', values: { extension: `.${FILE_KIND_FACTS[what.kind].extensions[0]}` } }
    case 'not_unicode':
      return { code: 'file_not_unicode' }
    case 'programs':
      return { code: 'file_programs' }
    case 'needs_password':
      return { code: 'file_needs_password' }
    case 'damaged':
      return { code: 'file_damaged' }
    case 'differs':
      return { code: 'file_differs', values: { allowed } }
  }
}

/** Passes a file's bytes on while counting and hashing them; throws at the limit. */
class CountedContent implements AsyncIterable<Buffer> {
  size = 0
  isTooLarge = false
  /** Set when the connection failed, and not the store. */
  brokenBy: { reason: unknown } | null = null
  readonly #hash = createHash('sha256')
  readonly #content: AsyncIterable<Buffer>
  readonly #most: number

  constructor(content: AsyncIterable<Buffer>, most: number) {
    this.#content = content
    this.#most = most
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void> {
    for await (const chunk of this.#unbroken()) {
      this.size += chunk.length
      this.isTooLarge = this.size > this.#most
      if (this.isTooLarge) throw new RangeError(`More than ${this.#most} bytes`)
      this.#hash.update(chunk)
      yield chunk
    }
  }

  async *#unbroken(): AsyncGenerator<Buffer, void> {
    try {
      yield* this.#content
    } catch (reason) {
      this.brokenBy = { reason }
      throw reason
    }
  }

  /** Lower-case hexadecimal; call it once, after the last byte. */
  sha256(): string {
    return this.#hash.digest('hex')
  }
}

function sizeInWords(bytes: number): string {
  return bytes >= MEGABYTE ? `${Math.floor(bytes / MEGABYTE)} MB` : `${Math.floor(bytes / 1_000)} kB`
}
