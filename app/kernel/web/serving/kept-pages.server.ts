/**
 * Pages that are equal for all visitors are kept as bytes, compressed once per language and prices shown
 * (decision 054). A request of our own makes them, which has a language and nothing else: nothing of a visitor can get
 * into them. Visitors with any cookie but the language's, and every URL with a query, get their own page.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import type { Language } from '#app/kernel/i18n/languages.ts'
import { takes } from './encodings.ts'

export type Handle = (request: Request) => Promise<Response>

export type KeptPages = {
  paths: readonly string[]
  origin: string
  /** The language of a visitor who states no more than this. */
  languageOf: (stated: { cookie: string | null; accepted: string | null }) => Promise<Language>
  /** The outside state that the page shows: a kept page is valid as long as it is the same. */
  worldOf: (path: string) => Promise<string>
}

type Kept = { world: string; headers: [string, string][]; bytes: Buffer; gzip: Buffer; br: Buffer }

/** The only cookie that visitors without an account may send. */
const ONLY_LANGUAGE = /^\s*lng=[^;]*$/
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

const making = new AsyncLocalStorage<{ nonce: string }>()

/** The nonce of the page that is being made for keeping; undefined for every other page. */
export function nonceOfKept(): string | undefined {
  return making.getStore()?.nonce
}

/** Returns a handler, which returns true when it has answered. */
export function openKeptPages({ paths, origin, languageOf, worldOf }: KeptPages) {
  const known = new Set(paths)
  const pages = new Map<string, Promise<Kept | null>>()

  async function find(path: string, { language, handle }: { language: Language; handle: Handle }) {
    const key = `${language} ${path}`
    const world = await worldOf(path)
    const kept = await pages.get(key)
    if (kept?.world === world) return kept
    // Concurrent requests wait for the same page.
    const made = make(path, { language, world, handle, origin })
    pages.set(key, made)
    made.catch(() => pages.delete(key))
    return made
  }

  return async (request: IncomingMessage, answer: ServerResponse, handle: Handle): Promise<boolean> => {
    const { method, url = '', headers } = request
    const isVisitors = headers.cookie === undefined || ONLY_LANGUAGE.test(headers.cookie)
    if (!known.has(url) || (method !== 'GET' && method !== 'HEAD') || !isVisitors) return false
    const stated = { cookie: headers.cookie ?? null, accepted: headers['accept-language'] ?? null }
    // When the outside state cannot be read, the page itself says so.
    const kept = await find(url, { language: await languageOf(stated), handle }).catch(() => null)
    if (kept === null) return false
    send(kept, { request, answer })
    return true
  }
}

type Making = { language: Language; world: string; handle: Handle; origin: string }

/** Null: a page that must not be kept, such as one that failed or would set a cookie. */
async function make(path: string, { language, world, handle, origin }: Making): Promise<Kept | null> {
  const nonce = randomBytes(16).toString('base64')
  const request = new Request(origin + path, { headers: { Accept: 'text/html', 'Accept-Language': language } })
  const response = await making.run({ nonce }, () => handle(request))
  if (response.status !== 200 || response.headers.has('Set-Cookie')) return null
  const html = (await response.text()).replaceAll(` nonce="${nonce}"`, '')
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  if (html.includes(nonce) || !policy.includes(`'nonce-${nonce}'`)) return null
  // A nonce that everybody shares protects nobody: the scripts of such a page are allowed by their hashes.
  response.headers.set('Content-Security-Policy', policy.replaceAll(`'nonce-${nonce}'`, hashesOf(html)))
  const bytes = Buffer.from(html)
  return {
    world,
    headers: [...response.headers],
    bytes,
    gzip: gzipSync(bytes, { level: 9 }),
    br: brotliCompressSync(bytes, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  }
}

function hashesOf(html: string): string {
  const scripts = Array.from(html.matchAll(INLINE_SCRIPT), ([, script = '']) => script)
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return [...new Set(hashes)].join(' ')
}

function send(kept: Kept, { request, answer }: { request: IncomingMessage; answer: ServerResponse }): void {
  for (const [name, value] of kept.headers) answer.appendHeader(name, value)
  answer.appendHeader('Vary', 'Accept-Encoding')
  const accepted = request.headers['accept-encoding']
  const encoding = takes(accepted, 'br') ? 'br' : takes(accepted, 'gzip') ? 'gzip' : null
  if (encoding) answer.setHeader('Content-Encoding', encoding)
  const body = encoding === null ? kept.bytes : kept[encoding]
  answer.setHeader('Content-Length', body.length)
  answer.end(request.method === 'HEAD' ? undefined : body)
}
