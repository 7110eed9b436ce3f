/** Serves the files of the build, which compressed them. A path that is not in its list is not served. */
import { createReadStream, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { takes } from '#app/kernel/web/serving/encodings.ts'
import { FILE_LIST, type FileList, type ServedFile } from './file-list.ts'

const ONE_HOUR = 60 * 60
const ONE_YEAR = 365 * 24 * ONE_HOUR

const TYPES: Record<string, string> = {
  '.bcmap': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.icc': 'application/vnd.iccprofile',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.pfb': 'application/octet-stream',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** The handler returns true when it has answered. */
export function openFiles(folder: string): (request: IncomingMessage, answer: ServerResponse) => boolean {
  const list: FileList = JSON.parse(readFileSync(join(folder, FILE_LIST), 'utf8'))
  const files = new Map(Object.entries(list))
  return (request, answer) => {
    const [path = ''] = (request.url ?? '').split('?')
    const file = files.get(path)
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    send({ folder, path, file }, request, answer)
    return true
  }
}

type Place = { folder: string; path: string; file: ServedFile }

function send({ folder, path, file }: Place, request: IncomingMessage, answer: ServerResponse): void {
  const accepted = request.headers['accept-encoding']
  const encoding =
    file.br !== undefined && takes(accepted, 'br')
      ? 'br'
      : file.gz !== undefined && takes(accepted, 'gzip')
        ? 'gz'
        : null
  const etag = `"${file.etag}${encoding === null ? '' : `-${encoding}`}"`
  // The names of assets contain a hash of their content.
  const kept = path.startsWith('/assets/') ? `public, max-age=${ONE_YEAR}, immutable` : `public, max-age=${ONE_HOUR}`
  answer.setHeader('Cache-Control', kept)
  answer.setHeader('ETag', etag)
  if (file.br !== undefined || file.gz !== undefined) answer.setHeader('Vary', 'Accept-Encoding')
  if (request.headers['if-none-match'] === etag) {
    answer.statusCode = 304
    answer.end()
    return
  }
  answer.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream')
  if (encoding) answer.setHeader('Content-Encoding', encoding === 'gz' ? 'gzip' : 'br')
  answer.setHeader('Content-Length', (encoding === null ? file.size : file[encoding]) ?? file.size)
  if (request.method === 'HEAD') {
    answer.end()
    return
  }
  // The visitor is gone or the file is missing: the connection ends, and the browser notices an incomplete file.
  pipeline(createReadStream(join(folder, encoding === null ? path : `${path}.${encoding}`)), answer, () => undefined)
}
