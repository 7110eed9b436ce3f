/** Style sheet, icon and typefaces of the harbour's pages. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Reply, Request } from '#harbour/http.ts'

const require = createRequire(import.meta.url)

const PAGES = `${import.meta.dirname}/pages`
const STYLES = ['ground', 'parts', 'forms']

const FILES: Record<string, { type: string; files: () => string[] }> = {
  '/style.css': { type: 'text/css; charset=utf-8', files: () => STYLES.map((name) => `${PAGES}/styles/${name}.css`) },
  '/icon.svg': { type: 'image/svg+xml', files: () => [`${PAGES}/icon.svg`] },
  '/sans.woff2': {
    type: 'font/woff2',
    files: () => [require.resolve('@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2')],
  },
  '/mono.woff2': {
    type: 'font/woff2',
    files: () => [require.resolve('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2')],
  },
}

/** Null: no such file. */
export function answerFile(request: Request): Reply | null {
  const { pathname } = request.url
  const known = request.method === 'GET' && Object.hasOwn(FILES, pathname) ? FILES[pathname] : undefined
  if (known === undefined) return null
  return {
    status: 200,
    headers: { 'Content-Type': known.type, 'Cache-Control': 'max-age=3600', 'X-Content-Type-Options': 'nosniff' },
    body: Buffer.concat(known.files().map((file) => readFileSync(file))),
  }
}
