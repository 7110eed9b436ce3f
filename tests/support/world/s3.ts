/** The part of S3 that our store needs, in memory. Refuses as Amazon does: unstated lengths, small parts, strangers. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { StorageSettings } from '#app/trade/documents/services/storage.server.ts'

/** The service's answer instead of its work; `copies`: only to a copy, half of a move; `parts`: only to a part. */
export type S3Trouble = { status: number; code?: string; only?: 'copies' | 'parts' }

export type S3 = {
  settings: StorageSettings
  objects: Map<string, { content: Buffer; at: Date }>
  /** Uploads in parts, neither finished nor aborted. */
  unfinished: Map<string, Buffer[]>
  trouble: S3Trouble | null
  /** The settings of a process that stores its documents here. */
  environment(): Record<string, string>
  close(): Promise<void>
}

const ETAG = '"a"'
const BUCKET = 'documents'
const KEYS = { accessKeyId: 'key', secretAccessKey: 'secret' }
/** Amazon's own limit, for every part but the last. */
const LEAST_PART = 5 * 1024 * 1024

export async function startS3(): Promise<S3> {
  const objects: S3['objects'] = new Map()
  const unfinished: S3['unfinished'] = new Map()
  const server = createServer(async (request, response) => {
    const { status, body = '', at = new Date(0) } = (await problemWith(request, s3.trouble)) ?? (await answer(request))
    const headers = { 'last-modified': at.toUTCString(), 'content-length': Buffer.byteLength(body), etag: ETAG }
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const s3: S3 = {
    settings: { kind: 's3', bucket: BUCKET, region: 'auto', endpoint, keys: KEYS },
    objects,
    unfinished,
    trouble: null,
    environment: () => ({
      S3_BUCKET: BUCKET,
      S3_REGION: 'auto',
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    }),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return s3

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', 'http://s3')
    const key = decodeURIComponent(url.pathname).replace(/^\/documents\/?/, '')
    if (!request.headers.authorization?.includes(`Credential=${KEYS.accessKeyId}/`)) return { status: 403 }
    const inParts = await answerAboutParts(request, { url, key })
    if (inParts) return inParts
    if (url.searchParams.has('list-type')) return { status: 200, body: listing(url.searchParams.get('prefix') ?? '') }
    if (request.method === 'PUT') {
      const source = request.headers['x-amz-copy-source']
      const copied = source ? objects.get(decodeURIComponent(String(source)).replace(/^\/?documents\//, '')) : undefined
      const sent = await buffer(request)
      if (!copied && request.headers['content-length'] !== String(sent.length)) return { status: 411 }
      objects.set(key, copied ?? { content: sent, at: new Date() })
      return { status: 200, body: copied ? `<CopyObjectResult><ETag>${ETAG}</ETag></CopyObjectResult>` : '' }
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    const found = objects.get(key)
    return found ? { status: 200, body: found.content, at: found.at } : { status: 404 }
  }

  async function answerAboutParts(
    request: IncomingMessage,
    { url, key }: { url: URL; key: string },
  ): Promise<Answer | null> {
    if (url.searchParams.has('uploads')) {
      const id = randomUUID()
      unfinished.set(id, [])
      return {
        status: 200,
        body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      }
    }
    const id = url.searchParams.get('uploadId')
    if (id === null) return null
    const parts = unfinished.get(id)
    const sent = await buffer(request)
    if (!parts) return { status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' }
    if (request.method === 'PUT') {
      if (request.headers['content-length'] !== String(sent.length)) return { status: 411 }
      parts[Number(url.searchParams.get('partNumber')) - 1] = sent
      return { status: 200 }
    }
    unfinished.delete(id)
    if (request.method === 'DELETE') return { status: 204 }
    if (parts.slice(0, -1).some(({ length }) => length < LEAST_PART)) {
      return { status: 400, body: '<Error><Code>EntityTooSmall</Code></Error>' }
    }
    objects.set(key, { content: Buffer.concat(parts), at: new Date() })
    return { status: 200, body: `<CompleteMultipartUploadResult><ETag>${ETAG}</ETag></CompleteMultipartUploadResult>` }
  }

  function listing(prefix: string): string {
    const entries = [...objects].filter(([key]) => key.startsWith(prefix))
    const contents = entries.map(
      ([key, { at, content }]) =>
        `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${content.length}</Size><ETag>${ETAG}</ETag></Contents>`,
    )
    return `<ListBucketResult>${contents.join('')}</ListBucketResult>`
  }
}

type Answer = { status: number; body?: string | Buffer; at?: Date }

async function problemWith(request: IncomingMessage, trouble: S3Trouble | null): Promise<Answer | null> {
  if (!trouble || (trouble.only === 'copies' && !('x-amz-copy-source' in request.headers))) return null
  if (trouble.only === 'parts' && !request.url?.includes('partNumber=')) return null
  await buffer(request)
  const { status, code } = trouble
  return { status, body: request.method === 'HEAD' || !code ? '' : `<Error><Code>${code}</Code></Error>` }
}
