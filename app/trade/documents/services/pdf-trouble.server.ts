/** PDFs that nobody can open: read by pdf.js as the preview reads them, one at a time, in a process with bounds (pdf-process.ts). */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FileTrouble } from '#app/kernel/domain/file-kind.ts'

/** The usual one takes half a second; one that is broken and as large as can be, one or two more. */
const LIMIT_MS = 15_000
/** Of objects, and of everything that the process holds: the largest file that we take, read, needs less than half of it. */
const OBJECTS_MB = 160
const MOST_BYTES = 400 * 1024 * 1024
const LOOK_AT_MEMORY_MS = 20
/** Linux counts a process's memory in pages of this size, everywhere that Node runs on it. */
const PAGE_BYTES = 4096

const PROGRAM = createRequire(import.meta.url).resolve('#app/trade/documents/services/pdf-process.ts')

/** One at a time, so that what all of them take is what one may take. */
let before: Promise<unknown> = Promise.resolve()

/**
 * `needs_password`: it opens with a password only. `damaged`: it is cut off, or pages of it are not to be found. `too_slow`: nobody
 * knows, because opening it takes more time or memory than there is. Throws what reading the content throws, and where the program does
 * not run at all.
 */
export async function pdfTrouble(open: () => Promise<Readable>): Promise<FileTrouble | null> {
  const looked = before.then(() => lookInto(open))
  before = looked.catch(() => undefined)
  return looked
}

/** Not before its turn: many that wait would fill the memory. */
async function lookInto(open: () => Promise<Readable>): Promise<FileTrouble | null> {
  const pieces: Buffer[] = []
  for await (const piece of await open()) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  return isCutOff(bytes) ? 'damaged' : openInProcess(bytes)
}

/** Each whole PDF says where its table of contents begins, at its end; one made for the web says at its beginning how long it is. */
function isCutOff(bytes: Buffer): boolean {
  if (!bytes.includes('startxref')) return true
  const said = /\/Linearized\b[^>]*?\/L\s+(\d{1,12})\b/.exec(bytes.toString('latin1', 0, 1024))?.[1]
  return said !== undefined && Number(said) > bytes.length
}

async function openInProcess(bytes: Buffer): Promise<FileTrouble | null> {
  // It reads files, its own and those of pdf.js, and may do nothing else. None of our settings is in its environment.
  const flags = [
    `--max-old-space-size=${OBJECTS_MB}`,
    '--permission',
    '--allow-fs-read=*',
    '--disable-warning=SecurityWarning',
  ]
  const child = spawn(process.execPath, [...flags, PROGRAM], {
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const end = () => child.kill('SIGKILL')
  const patience = setTimeout(end, LIMIT_MS)
  const guard = setInterval(async () => {
    if ((await bytesOf(child.pid)) > MOST_BYTES) end()
  }, LOOK_AT_MEMORY_MS)
  try {
    const closed = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve({ code, signal }))
    })
    // It may be gone before it has read everything; why, its end says.
    child.stdin.on('error', () => undefined)
    child.stdin.end(bytes)
    const [{ code, signal }, answer, said] = await Promise.all([closed, text(child.stdout), text(child.stderr)])
    // Ended by us, or by itself when it ran out of memory.
    if (signal !== null) return 'too_slow'
    if (code === 0 && answer === 'readable') return null
    if (code === 0 && (answer === 'needs_password' || answer === 'damaged')) return answer
    throw new Error(`PDFs cannot be looked at: the program ended with ${code}, and said ${said.slice(-500)}`)
  } finally {
    clearTimeout(patience)
    clearInterval(guard)
  }
}

/** What a process holds in memory; 0 where the system does not say, or it is gone. */
async function bytesOf(pid: number | undefined): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(pages.split(' ')[1] ?? 0) * PAGE_BYTES
}
