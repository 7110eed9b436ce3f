/**
 * The script of the frame that draws a PDF: page by page onto canvases, with its text beside each for those who listen.
 * The document may be hostile. So the frame has no origin and no network (app/trade/documents/web/preview-page.ts), and pdf.js runs no
 * script of the document: neither its JavaScript nor XFA forms are switched on.
 */
import { getDocument, PasswordException, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'
import { type FrameMessage, type FrameWords, MOST_PAGES, type PageMessage } from './messages.ts'
import ReadingWorker from './worker.ts?worker&inline'

/** Larger pictures inside a document are left out. Pixels. */
const LARGEST_IMAGE = 64_000_000
/** Of one canvas. Pixels. */
const LARGEST_CANVAS = 3_000_000

const FOLDERS = { cMapUrl: 'cmaps/', standardFontDataUrl: 'standard_fonts/', wasmUrl: 'wasm/' } as const
type Asked = { kind: keyof typeof FOLDERS; filename: string }

const parts = new Map<number, (bytes: ArrayBuffer | null) => void>()

/** Fonts, character maps and decoders come from the page around: the frame may fetch nothing. */
class PartsFromPage {
  async fetch({ kind, filename }: Asked): Promise<Uint8Array> {
    const id = parts.size
    const arrived = new Promise<ArrayBuffer | null>((resolve) => parts.set(id, resolve))
    notify({ kind: 'need', id, name: FOLDERS[kind] + filename })
    const bytes = await arrived
    if (!bytes) throw new Error(`There is no ${filename}.`)
    return new Uint8Array(bytes)
  }
}

function notify(message: FrameMessage): void {
  // The page around is ours: the frame's policy lets nobody else show it (frame-ancestors).
  window.parent.postMessage(message, '*')
}

async function draw(bytes: ArrayBuffer): Promise<void> {
  const list = document.querySelector<HTMLElement>('main')
  const state = document.querySelector('[role=status]')
  if (!list || !state) return
  const words = list.dataset as FrameWords
  state.textContent = words.drawing
  const pdf = await getDocument({
    data: bytes,
    worker: PDFWorker.create({ port: new ReadingWorker() }),
    BinaryDataFactory: PartsFromPage,
    useWorkerFetch: false,
    cMapUrl: FOLDERS.cMapUrl,
    standardFontDataUrl: FOLDERS.standardFontDataUrl,
    wasmUrl: FOLDERS.wasmUrl,
    // The reader's own fonts would be looked for by address first, which the frame's policy refuses.
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: LARGEST_IMAGE,
  }).promise
  const shown = Math.min(pdf.numPages, MOST_PAGES)
  for (let number = 1; number <= shown; number++) {
    const name = fill(words.page, { page: number, pages: pdf.numPages })
    list.append(await drawPage(pdf, { number, name, width: list.clientWidth }))
  }
  state.textContent = shown < pdf.numPages ? fill(words.more, { shown, pages: pdf.numPages }) : ''
}

async function drawPage(pdf: PDFDocumentProxy, ask: { number: number; name: string; width: number }) {
  const page = await pdf.getPage(ask.number)
  const canvas = document.createElement('canvas')
  const size = page.getViewport({ scale: 1 })
  const sharpest = Math.sqrt(LARGEST_CANVAS / (size.width * size.height))
  const wished = (ask.width * Math.min(window.devicePixelRatio, 2)) / size.width
  const viewport = page.getViewport({ scale: Math.min(wished, sharpest) })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  canvas.setAttribute('aria-hidden', 'true')
  await page.render({ canvas, viewport }).promise
  const heading = Object.assign(document.createElement('h2'), { textContent: ask.name })
  const text = Object.assign(document.createElement('p'), { className: 'heard', textContent: await textOf(page) })
  page.cleanup()
  const section = document.createElement('section')
  section.append(heading, canvas, text)
  return section
}

async function textOf(page: Awaited<ReturnType<PDFDocumentProxy['getPage']>>): Promise<string> {
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
}

function fill(sentence: string, values: Record<string, number>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => String(values[name] ?? hole))
}

window.addEventListener('message', ({ source, data }: MessageEvent<PageMessage>) => {
  if (source !== window.parent) return
  if (data.kind === 'part') parts.get(data.id)?.(data.bytes)
  else void draw(data.bytes).catch((error: unknown) => notify({ kind: 'failed', why: whyOf(error) }))
})
function whyOf(error: unknown): 'password' | 'other' {
  return error instanceof PasswordException ? 'password' : 'other'
}

// Opened as a page of its own, there is nobody to hand in the file; the sentence in the document says so.
if (window.parent !== window) notify({ kind: 'ready' })
