/** Finds unreadable PDFs: pdf.js opens them like the preview, one at a time, in a limited process (pdf-process.ts). */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FileDefect } from '#app/kernel/domain/file-kind.ts'

/** A usual PDF takes half a second; a broken one of the maximum size up to 2.5 seconds. */
const LIMIT_MS = 15_000
/** Heap limit, and limit of the whole process. The largest accepted file needs less than half of it. */
const OBJECTS_MB = 160
const MOST_BYTES = 400 * 1024 * 1024
const LOOK_AT_MEMORY_MS = 20
/** Page size of memory on Linux, on every platform that Node supports. */
const PAGE_BYTES = 4096

const PROGRAM = createRequire(import.meta.url).resolve('#app/trade/documents/services/pdf-process.ts')

/** One at a time, so that all of them together take the memory of one. */
let before: Promise<unknown> = Promise.resolve()

/**
 * `needs_password`: opens only with a password. `damaged`: cut off, or pages are missing. `too_slow`: unknown, because
 * opening it exceeds the time or memory limit. Throws errors of reading the content, and an error if the program fails.
 */
export async function pdfDefect(open: () => Promise<Readable>): Promise<FileDefect | null> {
  const looked = before.then(() => lookInto(open))
  before = looked.catch(() => undefined)
  return looked
}

/** Reads the file only when it is its turn: many waiting files would fill the memory. */
async function lookInto(open: () => Promise<Readable>): Promise<FileDefect | null> {
  const pieces: Buffer[] = []
  for await (const piece of await open()) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  return isCutOff(bytes) ? 'damaged' : openInProcess(bytes)
}

/** A complete PDF ends with `startxref`; a linearized one states its length at the beginning. */
function isCutOff(bytes: Buffer): boolean {
  if (!bytes.includes('startxref')) return true
  const said = /\/Linearized\b[^>]*?\/L\s+(\d{1,12})\b/.exec(bytes.toString('latin1', 0, 1024))?.[1]
  return said !== undefined && Number(said) > bytes.length
}

async function openInProcess(bytes: Buffer): Promise<FileDefect | null> {
  // May read files (its own code and pdf.js) and nothing else. Its environment contains none of our settings.
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
    // The child may exit before it has read all input; its exit code says why.
    child.stdin.on('error', () => undefined)
    child.stdin.end(bytes)
    const [{ code, signal }, answer, said] = await Promise.all([closed, text(child.stdout), text(child.stderr)])
    // Killed by us, or out of memory.
    if (signal !== null) return 'too_slow'
    if (code === 0 && answer === 'readable') return null
    if (code === 0 && (answer === 'needs_password' || answer === 'damaged')) return answer
    throw new Error(`PDFs cannot be looked at: the program ended with ${code}, and said ${said.slice(-500)}`)
  } finally {
    clearTimeout(patience)
    clearInterval(guard)
  }
}

/** Resident memory of a process in bytes. 0: unknown, or the process is gone. */
async function bytesOf(pid: number | undefined): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(pages.split(' ')[1] ?? 0) * PAGE_BYTES
}
