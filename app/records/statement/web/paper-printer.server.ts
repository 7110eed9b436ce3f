/** Prints documents outside of the event loop: in one thread for all requests, and concurrent equal ones once. */
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import { Piscina } from 'piscina'
import type { PrintOrder } from './print-thread.ts'

/** At most this many documents wait for the thread. One takes one to three seconds. */
const MOST_WAITING = 60
const KEPT_BYTES = 32 * 1024 * 1024
/** A document states when it was issued: after this time it is issued anew. */
const KEPT_MS = 10 * 60_000
/** An idle thread ends and frees its memory. */
const IDLE_MS = 60_000
const THREAD_MEMORY_MB = 512
/** The time for a full queue. A late document never comes: its thread is ended, and the next one gets a new thread. */
const LIMIT_MS = 3 * 60_000

const THREAD = createRequire(import.meta.url).resolve('#app/records/statement/web/print-thread.ts')

let threads: Piscina | null = null

const papers = new LRUCache<string, Buffer, PrintOrder>({
  maxSize: KEPT_BYTES,
  sizeCalculation: (bytes) => bytes.byteLength,
  ttl: KEPT_MS,
  fetchMethod: async (_key, _stale, { context }) => print(context),
})

/** The queue is full, or stuck. */
export class PrinterBusy extends Error {
  override name = 'PrinterBusy' as const
}

/** The document as PDF; the same bytes while its content is unchanged. Throws PrinterBusy. */
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

/** The content without the time of the request. */
function keyOf({ of, language, origin }: PrintOrder): string {
  const said = JSON.stringify([of, language, origin], (key, value) => (key === 'issuedAt' ? null : value))
  return createHash('sha256').update(said).digest('base64')
}
