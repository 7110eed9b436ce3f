/**
 * Pages that say the same to every visitor are kept as bytes, compressed once: for each language, and for the prices that
 * they show (decision 052). They are made for nobody: what asks for them is a request of our own, which has a language and nothing else. So
 * nothing of a visitor can get into them. Whoever has any cookie but the one of the language, and every address with a query, gets a
 * page of the own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import type { Language } from '#app/kernel/i18n/languages.ts'
import { takes } from './encodings.ts'

export type Handle = (request: Request) => Promise<Response>

export type KeptPages = {
  /** The paths of these pages. */
  paths: readonly string[]
  origin: string
  /** Of a visitor who says no more than this. */
  languageOf: (stated: { cookie: string | null; accepted: string | null }) => Promise<Language>
  /** What the page would show of the world just now: a page is kept for as long as this is the same. */
  worldOf: (path: string) => Promise<string>
}

type Kept = { world: string; headers: [string, string][]; bytes: Buffer; gzip: Buffer; br: Buffer }

/** The name of the only cookie that visitors without an account of ours may bring along. */
const ONLY_LANGUAGE = /^\s*lng=[^;]*$/
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

const making = new AsyncLocalStorage<{ nonce: string }>()

/** The nonce of the page that is being made to be kept; undefined for every other page. */
export function nonceOfKept(): string | undefined {
  return making.getStore()?.nonce
}

/** Answers true when it has answered. */
export function openKeptPages({ paths, origin, languageOf, worldOf }: KeptPages) {
  const known = new Set(paths)
  const pages = new Map<string, Promise<Kept | null>>()

  async function find(path: string, { language, handle }: { language: Language; handle: Handle }) {
    const key = `${language} ${path}`
    const world = await worldOf(path)
    const kept = await pages.get(key)
    if (kept?.world === world) return kept
    // Whoever asks meanwhile waits for the same page.
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
    // Where the world cannot be read, the page itself says so.
    const kept = await find(url, { language: await languageOf(stated), handle }).catch(() => null)
    if (kept === null) return false
    send(kept, { request, answer })
    return true
  }
}

type Making = { language: Language; world: string; handle: Handle; origin: string }

/** Null for a page that is not to be kept: one that failed, or that would set a cookie. */
async function make(path: string, { language, world, handle, origin }: Making): Promise<Kept | null> {
  const nonce = randomBytes(16).toString('base64')
  const request = new Request(origin + path, { headers: { Accept: 'text/html', 'Accept-Language': language } })
  const response = await making.run({ nonce }, () => handle(request))
  if (response.status !== 200 || response.headers.has('Set-Cookie')) return null
  const html = (await response.text()).replaceAll(` nonce="${nonce}"`, '')
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  if (html.includes(nonce) || !policy.includes(`'nonce-${nonce}'`)) return null
  // A nonce that is the same for everybody protects nobody; the scripts of such a page are known one by one.
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
