/** As much of S3's protocol as our store needs, in memory, over HTTP; refuses what Amazon refuses: a file of unstated length. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { StorageSettings } from '#app/services/documents/storage.server.ts'

/** What the service answers instead of doing its work; `copies`: only when it is asked to copy, which is half of a move. */
export type S3Trouble = { status: number; code?: string; only?: 'copies' }

export type S3 = {
  settings: StorageSettings
  objects: Map<string, { content: Buffer; at: Date }>
  trouble: S3Trouble | null
  close(): Promise<void>
}

export async function startS3(): Promise<S3> {
  const objects: S3['objects'] = new Map()
  const server = createServer(async (request, response) => {
    const { status, body = '', at = new Date(0) } = (await troubleWith(request, s3.trouble)) ?? (await answer(request))
    response
      .writeHead(status, { 'last-modified': at.toUTCString(), 'content-length': Buffer.byteLength(body) })
      .end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const s3: S3 = {
    settings: {
      kind: 's3',
      bucket: 'documents',
      region: 'auto',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      keys: { accessKeyId: 'key', secretAccessKey: 'secret' },
    },
    objects,
    trouble: null,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return s3

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', 'http://s3')
    const key = decodeURIComponent(url.pathname).replace(/^\/documents\/?/, '')
    if (url.searchParams.has('list-type')) return { status: 200, body: listing(url.searchParams.get('prefix') ?? '') }
    if (request.method === 'PUT') {
      const source = request.headers['x-amz-copy-source']
      const copied = source ? objects.get(decodeURIComponent(String(source)).replace(/^\/?documents\//, '')) : undefined
      const sent = await buffer(request)
      if (!copied && request.headers['content-length'] !== String(sent.length)) return { status: 411 }
      objects.set(key, copied ?? { content: sent, at: new Date() })
      return { status: 200, body: copied ? '<CopyObjectResult><ETag>"a"</ETag></CopyObjectResult>' : '' }
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    const found = objects.get(key)
    return found ? { status: 200, body: found.content, at: found.at } : { status: 404 }
  }

  function listing(prefix: string): string {
    const entries = [...objects].filter(([key]) => key.startsWith(prefix))
    const contents = entries.map(
      ([key, { at, content }]) =>
        `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${content.length}</Size><ETag>"a"</ETag></Contents>`,
    )
    return `<ListBucketResult>${contents.join('')}</ListBucketResult>`
  }
}

type Answer = { status: number; body?: string | Buffer; at?: Date }

async function troubleWith(request: IncomingMessage, trouble: S3Trouble | null): Promise<Answer | null> {
  if (!trouble || (trouble.only === 'copies' && !('x-amz-copy-source' in request.headers))) return null
  await buffer(request)
  const { status, code } = trouble
  return { status, body: request.method === 'HEAD' || !code ? '' : `<Error><Code>${code}</Code></Error>` }
}
