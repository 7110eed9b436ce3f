/**
 * Prints papers beside the event loop, where pages are answered: one thread, whoever asks, and a paper that was asked
 * for twice is printed once.
 */
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import { Piscina } from 'piscina'
import type { PrintOrder } from './print-thread.ts'

/** Papers that wait for the thread. One takes one to three seconds. */
const MOST_WAITING = 60
const KEPT_BYTES = 32 * 1024 * 1024
/** A paper says when it was issued: one that nobody has asked for lately is issued anew. */
const KEPT_MS = 10 * 60_000
/** The thread ends when it has nothing to do, and gives its memory back. */
const IDLE_MS = 60_000
const THREAD_MEMORY_MB = 512
/** So long a full queue takes. A paper that is not there by then never will be: its thread is ended, and the next has a new one. */
const LIMIT_MS = 3 * 60_000

const THREAD = createRequire(import.meta.url).resolve('#app/records/statement/web/print-thread.ts')

let threads: Piscina | null = null

const papers = new LRUCache<string, Buffer, PrintOrder>({
  maxSize: KEPT_BYTES,
  sizeCalculation: (bytes) => bytes.byteLength,
  ttl: KEPT_MS,
  fetchMethod: async (_key, _stale, { context }) => print(context),
})

/** The queue is full, or stands still. */
export class PrinterBusy extends Error {
  override name = 'PrinterBusy' as const
}

/** The paper as a PDF; the same bytes while nothing changed that it says. Throws PrinterBusy. */
export async function printPdf(order: PrintOrder): Promise<Buffer> {
  const printed = await papers.fetch(keyOf(order), { context: order })
  if (!printed) throw new Error('a paper was not printed')
  return printed
}

async function print(order: PrintOrder): Promise<Buffer> {
  threads ??= new Piscina<PrintOrder, Uint8Array>({
    filename: THREAD,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  })
  if (threads.queueSize >= MOST_WAITING) throw new PrinterBusy(`${MOST_WAITING} papers wait already`)
  const signal = AbortSignal.timeout(LIMIT_MS)
  const bytes: Uint8Array = await threads.run(order, { signal }).catch((error: unknown) => {
    throw signal.aborted ? new PrinterBusy(`no paper within ${LIMIT_MS} ms`) : error
  })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Whatever it says, but the moment of asking. */
function keyOf({ of, language, origin }: PrintOrder): string {
  const said = JSON.stringify([of, language, origin], (key, value) => (key === 'issuedAt' ? null : value))
  return createHash('sha256').update(said).digest('base64')
}
