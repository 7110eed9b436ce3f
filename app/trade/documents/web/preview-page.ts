/**
 * The documents inside preview frames: an image, or the page that draws a PDF. Their content comes from strangers, so
 * each has no origin (`sandbox`), no network, and only the sources that are named here.
 */
import { createHash } from 'node:crypto'
import { htmlEscape } from 'escape-goat'
import type { FrameWords } from '#app/pdf-frame/messages.ts'
import { SCRIPT_URL } from '#app/pdf-frame/script-url.ts'
import css from './preview.css?inline'

const STYLE = `'sha256-${createHash('sha256').update(css).digest('base64')}'`

type PreviewPage = { fileName: string; language: string; direction: string }

/** Starts from `default-src 'none'`; only our own pages may frame it. */
function policy(rules: string[]): string {
  return [
    "default-src 'none'",
    `style-src ${STYLE}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    ...rules,
  ].join('; ')
}

/** Images are inlined as data URLs: a frame without an origin sends no cookies to fetch them. No script runs. */
export function picturePolicy(): string {
  return policy(['img-src data:', 'sandbox'])
}

/**
 * For the PDF frame: one script of ours, by nonce, and the worker that is inlined in it. `'wasm-unsafe-eval'` allows
 * the WebAssembly decoders of scanned pages, but no JavaScript from text. No connections.
 */
export function pdfPolicy(nonce: string): string {
  return policy([`script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`, 'worker-src blob:', 'sandbox allow-scripts'])
}

/** Yields the image's document in pieces, so that it is never in memory as a whole. */
export async function* picturePage(
  page: PreviewPage & { contentType: string },
  content: AsyncIterable<Buffer>,
): AsyncGenerator<string, void> {
  yield `${head(page)}<img alt="${htmlEscape(page.fileName)}" src="data:${htmlEscape(page.contentType)};base64,`
  let rest = Buffer.alloc(0)
  for await (const chunk of content) {
    const bytes = Buffer.concat([rest, chunk])
    // Base64 encodes groups of three bytes; the remainder waits for the next piece.
    const whole = bytes.length - (bytes.length % 3)
    yield bytes.subarray(0, whole).toString('base64')
    rest = bytes.subarray(whole)
  }
  yield `${rest.toString('base64')}"></body></html>`
}

/** The page that draws the PDF. `noScript` is replaced when the script starts. */
export function pdfPage(page: PreviewPage & { nonce: string; words: FrameWords; noScript: string }): string {
  const { nonce, words, noScript } = page
  const data = Object.entries(words).map(([name, sentence]) => ` data-${name}="${htmlEscape(sentence)}"`)
  return (
    `${head(page)}<main${data.join('')}><p role="status">${htmlEscape(noScript)}</p></main>` +
    `<script nonce="${nonce}" src="${SCRIPT_URL}"></script></body></html>`
  )
}

function head({ fileName, language, direction }: PreviewPage): string {
  return (
    `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${htmlEscape(fileName)}</title><style>${css}</style></head><body>`
  )
}
