/**
 * The only reader of forms. remix-serve puts no limit on bodies, so every action reads its form here: fields are
 * capped, files stream into the store under `incoming/`, and what is refused or cut off leaves nothing behind.
 */
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import type { StorageError, Upload } from '#app/ports.ts'
import { FormFields } from './form-fields.ts'
import { boundaryOf, type FormPart, FormUnreadable, readParts } from './multipart.server.ts'
import { type UploadOptions, UploadReceiver } from './receive-uploads.server.ts'
import { keepTyped } from './typed-form.server.ts'

export type { FormFields } from './form-fields.ts'
export { FormUnreadable } from './multipart.server.ts'

const DEFAULT_FIELD_BYTES = 20 * 1024
/** Bytes, for all fields and headings together. */
const FIELDS_BYTES = 1024 * 1024
const MOST_PARTS = 200

/** The body is larger, or has more parts, than any honest form. Routes answer 413; `fields` holds what came before. */
export class FormTooLarge extends Error {
  override name = 'FormTooLarge' as const
  fields: FormFields
  constructor(message: string, fields: FormFields) {
    super(message)
    this.fields = fields
  }
}

type Limits = { maxFieldBytes?: number; maxTotalBytes?: number }

/** Forms with files name their file fields, the store, and a source of ids. */
export type ReadFormOptions = Limits & (UploadOptions | { files?: undefined })

export type Form = {
  fields: FormFields
  uploads: Upload[]
  /**
   * file_type_not_allowed, file_too_large, file_empty, too_many_files and others: with the field, and `fileName`,
   * `max`, `allowed`; those of `mayTake`.
   */
  problems: Refusal[]
  /** Not null: the store took no more files. All fields are there; the files are not. */
  trouble: StorageError | null
  /** Removes the uploads again; call it whenever they are not kept. */
  discard(): Promise<void>
}

/** Reads a form. Throws FormTooLarge (413), FormUnreadable (400, 415) or the connection's error; then no file stays. */
export async function readForm(request: Request, options: ReadFormOptions = {}): Promise<Form> {
  const fields = new FormFields()
  const files: string[] = []
  keepTyped({ fields, files })
  const limits = limitsOf(options)
  const contentType = request.headers.get('content-type') ?? ''

  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    // It is collected whole, and can contain no file.
    const most = Math.min(limits.totalBytes, FIELDS_BYTES)
    await readUrlEncoded(bytesOf(request, { fields, most }), { fields, most: limits.fieldBytes })
    return { fields, uploads: [], problems: [], trouble: null, discard: async () => undefined }
  }
  const boundary = boundaryOf(contentType)
  if (boundary === null) throw new FormUnreadable('The request holds no form.', 415)
  const receiver = options.files ? new UploadReceiver(options) : null
  const body = bytesOf(request, { fields, most: limits.totalBytes })
  try {
    await readMultipart(readParts(body, boundary), { fields, files, receiver, most: limits.fieldBytes })
  } catch (error) {
    await receiver?.discard()
    throw error
  }
  return {
    fields,
    uploads: receiver?.uploads ?? [],
    problems: receiver?.problems ?? [],
    trouble: receiver?.trouble ?? null,
    discard: async () => receiver?.discard(),
  }
}

/**
 * A form may be twice as large as all its files together: a file slightly over its limit is still read to its end, and
 * the page can say so beside its field and keep what was typed.
 */
function limitsOf(options: ReadFormOptions): { fieldBytes: number; totalBytes: number } {
  const rules = Object.values(options.files ?? {})
  const fileBytes = rules.reduce((sum, { maxBytes, maxCount }) => sum + maxBytes * maxCount, 0)
  return {
    fieldBytes: options.maxFieldBytes ?? DEFAULT_FIELD_BYTES,
    totalBytes: options.maxTotalBytes ?? 2 * fileBytes + FIELDS_BYTES,
  }
}

type Reading = { fields: FormFields; most: number }

/** Yields the body's bytes, up to a limit. A stated length over the limit is refused before the first byte. */
async function* bytesOf(request: Request, { fields, most }: Reading): AsyncGenerator<Uint8Array, void> {
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

async function readUrlEncoded(body: AsyncIterable<Uint8Array>, { fields, most }: Reading): Promise<void> {
  const text = (await collect(body)).toString('utf8')
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > MOST_PARTS) throw tooManyParts(fields)
    if (Buffer.byteLength(value) > most) throw fieldTooLarge(name, { fields, most })
    fields.append(name, value)
  }
}

async function readMultipart(
  parts: AsyncIterable<FormPart>,
  { fields, files, most, receiver }: Reading & { files: string[]; receiver: UploadReceiver | null },
): Promise<void> {
  let count = 0
  let left = FIELDS_BYTES
  for await (const { name, fileName, content } of parts) {
    if (++count > MOST_PARTS) throw tooManyParts(fields)
    if (fileName === null) {
      const orThrow = () => fieldTooLarge(name, { fields, most })
      const value = await collect(content, { most: Math.min(most, left), orThrow })
      left -= value.length
      fields.append(name, value.toString('utf8'))
    } else if (fileName !== '') {
      // An empty name is a file field without a file.
      files.push(fileName)
      await receiver?.receive({ field: name, sentName: fileName, content })
    }
  }
}

async function collect(
  content: AsyncIterable<Uint8Array>,
  limit?: { most: number; orThrow: () => Error },
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    size += chunk.byteLength
    if (limit && size > limit.most) throw limit.orThrow()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooManyParts(fields: FormFields): FormTooLarge {
  return new FormTooLarge(`A form may have ${MOST_PARTS} parts.`, fields)
}

function fieldTooLarge(name: string, { fields, most }: Reading): FormTooLarge {
  return new FormTooLarge(`The field ${name} may have ${most} bytes.`, fields)
}
