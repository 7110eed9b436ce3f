/**
 * The only reader of request bodies. remix-serve puts no limit on them, so every action reads its form here: fields are
 * capped, files stream into the store under `incoming/` while they are counted and hashed, and what is refused or cut
 * off leaves nothing behind.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { acceptAttribute, displayFileName, FILE_KIND_FACTS, type FileKind } from '#app/domain/documents.ts'
import { type Refusal, refuse } from '#app/domain/refusal.ts'
import { fileKindOf } from '#app/services/file-kind.server.ts'
import type { Storage, Upload } from '#app/services/ports.ts'
import { FormFields } from './form-fields.ts'
import { boundaryOf, type FormPart, FormUnreadable, readParts } from './multipart.server.ts'

export { FormFields } from './form-fields.ts'
export { FormUnreadable } from './multipart.server.ts'

const KIB = 1024
const MIB = 1024 * KIB
const DEFAULT_FIELD_BYTES = 20 * KIB
const MOST_PARTS = 200
const FIELDS_BYTES = MIB

/** The body is larger, or has more parts, than any honest form. Routes answer 413; `fields` holds what came before. */
export class FormTooLarge extends Error {
  override name = 'FormTooLarge' as const
  fields: FormFields
  constructor(message: string, fields: FormFields) {
    super(message)
    this.fields = fields
  }
}

export type FileRule = { kinds: readonly FileKind[]; maxBytes: number; maxCount: number }

type Incoming = {
  /** The file fields of the form. Files in other fields are skipped. */
  files: Record<string, FileRule>
  storage: Storage
  /** Names the temporary file. */
  newId: () => string
}

type Limits = { maxFieldBytes?: number; maxTotalBytes?: number }

export type ReadFormOptions = (Incoming & Limits) | (Limits & { files?: undefined })

export type Form = {
  fields: FormFields
  uploads: Upload[]
  /** file_type_not_allowed, file_too_large, file_empty, too_many_files: with the field, and `fileName`, `max`, `allowed`. */
  problems: Refusal[]
  /** Removes the uploads again: call it whenever they are not kept. */
  discard(): Promise<void>
}

/**
 * Reads a form. Throws FormTooLarge (413) and FormUnreadable (400); an error of the connection passes through. In all
 * three cases no file stays behind.
 */
export async function readForm(request: Request, options: ReadFormOptions = {}): Promise<Form> {
  const fields = new FormFields()
  const limits = limitsOf(options)
  const contentType = request.headers.get('content-type') ?? ''
  const body = capped(request, { most: limits.totalBytes, fields })

  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    await readUrlEncoded(body, { fields, most: limits.fieldBytes })
    return { fields, uploads: [], problems: [], discard: async () => undefined }
  }
  const boundary = boundaryOf(contentType)
  if (boundary === null) throw new FormUnreadable('The request holds no form.')
  const form = new MultipartForm(fields, limits.fieldBytes, options.files ? options : null)
  try {
    await form.read(readParts(body, boundary))
  } catch (error) {
    await form.discard()
    throw error
  }
  const { uploads, problems } = form
  return { fields, uploads, problems, discard: () => form.discard() }
}

/**
 * A form of files may be twice as large as all its files together: so a file that is somewhat too large is still read
 * to its end, and the page can say so beside its field and keep what was typed.
 */
function limitsOf(options: ReadFormOptions): { fieldBytes: number; totalBytes: number } {
  const rules = Object.values(options.files ?? {})
  const fileBytes = rules.reduce((sum, { maxBytes, maxCount }) => sum + maxBytes * maxCount, 0)
  return {
    fieldBytes: options.maxFieldBytes ?? DEFAULT_FIELD_BYTES,
    totalBytes: options.maxTotalBytes ?? 2 * fileBytes + FIELDS_BYTES,
  }
}

/** The body's bytes, up to a limit. A stated length over the limit is refused before the first byte. */
async function* capped(
  request: Request,
  { most, fields }: { most: number; fields: FormFields },
): AsyncGenerator<Uint8Array, void> {
  const tooLarge = () => new FormTooLarge(`A form may have ${most} bytes.`, fields)
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge()
  const reader = request.body?.getReader()
  if (!reader) return
  let size = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.byteLength
      if (size > most) throw tooLarge()
      yield read.value
    }
  } finally {
    reader.releaseLock()
  }
}

async function readUrlEncoded(
  body: AsyncIterable<Uint8Array>,
  { fields, most }: { fields: FormFields; most: number },
): Promise<void> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  let count = 0
  for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString('utf8'))) {
    if (++count > MOST_PARTS) throw new FormTooLarge(`A form may have ${MOST_PARTS} fields.`, fields)
    if (Buffer.byteLength(value) > most) throw new FormTooLarge(`The field ${name} may have ${most} bytes.`, fields)
    fields.append(name, value)
  }
}

/** Reads the parts of one form and remembers what they left in the store. */
class MultipartForm {
  readonly uploads: Upload[] = []
  readonly problems: Refusal[] = []
  readonly #fields: FormFields
  readonly #fieldBytes: number
  readonly #incoming: Incoming | null
  readonly #stored = new Set<string>()

  constructor(fields: FormFields, fieldBytes: number, incoming: Incoming | null) {
    this.#fields = fields
    this.#fieldBytes = fieldBytes
    this.#incoming = incoming
  }

  async read(parts: AsyncIterable<FormPart>): Promise<void> {
    let count = 0
    for await (const part of parts) {
      if (++count > MOST_PARTS) throw new FormTooLarge(`A form may have ${MOST_PARTS} parts.`, this.#fields)
      if (part.fileName === null) await this.#readField(part)
      else if (part.fileName !== '') await this.#readFile(part, part.fileName)
    }
  }

  async discard(): Promise<void> {
    const { storage } = this.#incoming ?? {}
    for (const key of this.#stored) await storage?.remove(key)
    this.#stored.clear()
  }

  async #readField({ name, content }: FormPart): Promise<void> {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of content) {
      size += chunk.length
      if (size > this.#fieldBytes) {
        throw new FormTooLarge(`The field ${name} may have ${this.#fieldBytes} bytes.`, this.#fields)
      }
      chunks.push(chunk)
    }
    this.#fields.append(name, Buffer.concat(chunks).toString('utf8'))
  }

  async #readFile({ name: field, content }: FormPart, sentName: string): Promise<void> {
    const rule = this.#incoming && Object.hasOwn(this.#incoming.files, field) ? this.#incoming.files[field] : undefined
    if (!this.#incoming || !rule) return
    const fileName = displayFileName(sentName)
    const problem = (code: Refusal['refused'], values: Record<string, string> = {}) =>
      this.problems.push(refuse(code, { field, values: { fileName, ...values } }))

    const already = this.uploads.filter((upload) => upload.field === field).length
    if (already >= rule.maxCount) return void problem('too_many_files', { max: String(rule.maxCount) })

    const { storage, newId } = this.#incoming
    const key = `incoming/${newId()}`
    this.#stored.add(key)
    const counted = new CountedContent(content, rule.maxBytes)
    try {
      await storage.put(key, Readable.from(counted, { objectMode: false }))
    } catch (error) {
      this.#stored.delete(key)
      if (!counted.isTooLarge) throw error
      return void problem('file_too_large', { max: sizeInWords(rule.maxBytes) })
    }
    const kind = counted.size > 0 ? await fileKindOf(fileName, () => storage.read(key)) : null
    if (kind && rule.kinds.includes(kind)) {
      const { contentType } = FILE_KIND_FACTS[kind]
      this.uploads.push({ field, fileName, contentType, kind, size: counted.size, sha256: counted.sha256(), key })
      return
    }
    await storage.remove(key)
    this.#stored.delete(key)
    if (counted.size === 0) problem('file_empty')
    else problem('file_type_not_allowed', { allowed: acceptAttribute(rule.kinds).replaceAll(',', ', ') })
  }
}

/** Passes a file's bytes on while counting and hashing them; ends with an error at the limit. */
class CountedContent implements AsyncIterable<Buffer> {
  size = 0
  isTooLarge = false
  readonly #hash = createHash('sha256')
  readonly #content: AsyncIterable<Buffer>
  readonly #most: number

  constructor(content: AsyncIterable<Buffer>, most: number) {
    this.#content = content
    this.#most = most
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void> {
    for await (const chunk of this.#content) {
      this.size += chunk.length
      this.isTooLarge = this.size > this.#most
      if (this.isTooLarge) throw new RangeError(`More than ${this.#most} bytes`)
      this.#hash.update(chunk)
      yield chunk
    }
  }

  /** Lower-case hexadecimal, once, after the last byte. */
  sha256(): string {
    return this.#hash.digest('hex')
  }
}

function sizeInWords(bytes: number): string {
  return bytes >= MIB ? `${Math.floor(bytes / MIB)} MB` : `${Math.floor(bytes / KIB)} kB`
}
