/** Fetches the sanctions lists from their authorities, or from another source of the same formats. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { ListUnavailable, type SanctionsLists } from '#app/ports.ts'
import { ListBroken, type ReadList, type SanctionsListName } from '#app/screening/domain/listed-entry.ts'
import { readEuXml } from './lists/eu-xml.ts'
import { type OfacFiles, readOfacCsv } from './lists/ofac-csv.ts'
import { readOfacXml } from './lists/ofac-xml.ts'
import { readUkXml } from './lists/uk-xml.ts'
import { readUnXml } from './lists/un-xml.ts'

/** The EU generates its file on request. */
const PATIENCE_MS = 180_000
const LARGEST = 300 * 1024 * 1024
/** The United Nations refuse clients that do not call themselves a browser. */
const HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; Quayside screening)',
  accept: 'application/xml, text/csv, */*',
}

type Chunks = AsyncIterable<Uint8Array>

const READERS: Record<SanctionsListName, (chunks: Chunks) => Promise<ReadList>> = {
  ofac_sdn: readOfacXml,
  ofac_consolidated: readOfacXml,
  un: readUnXml,
  eu: readEuXml,
  uk: readUkXml,
}

export function openLists(addresses: Record<SanctionsListName, string>): SanctionsLists {
  return {
    async fetch(list) {
      const address = addresses[list]
      const taken = take()
      // OFAC also publishes older tables, for days on which the XML is unavailable.
      const read = isOfacTable(list, address)
        ? readOfacCsv(await readTables(address, taken))
        : await READERS[list](taken.of(await ask(address)))
      return { ...read, address: withoutQuery(address), ...taken.sum() }
    },
  }
}

const isOfacTable = (list: SanctionsListName, address: string) =>
  list.startsWith('ofac') && new URL(address).pathname.toLowerCase().endsWith('.csv')

/** SDN.CSV with ALT.CSV and SDN_COMMENTS.CSV; CONS_PRIM.CSV with CONS_ALT.CSV and CONS_COMMENTS.CSV. */
async function readTables(address: string, taken: Taken): Promise<OfacFiles> {
  const beside = (main: string, consolidated: string) =>
    address.replace(/[^/]+\.csv/i, (name) => (/^cons/i.test(name) ? consolidated : main))
  const text = async (url: string) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of taken.of(await ask(url))) chunks.push(chunk)
    return Buffer.concat(chunks).toString('utf8')
  }
  return {
    main: await text(address),
    aliases: await text(beside('ALT.CSV', 'CONS_ALT.CSV')),
    comments: await text(beside('SDN_COMMENTS.CSV', 'CONS_COMMENTS.CSV')),
  }
}

type Taken = ReturnType<typeof take>

/** Counts and hashes the bytes that pass. */
function take() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *of(chunks: Chunks): Chunks {
      for await (const chunk of chunks) {
        bytes += chunk.byteLength
        if (bytes > LARGEST) throw new ListBroken('is larger than any list')
        hash.update(chunk)
        yield chunk
      }
    },
    sum: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}

async function ask(address: string): Promise<Chunks> {
  const { host } = new URL(address)
  try {
    const response = await fetch(address, {
      headers: HEADERS,
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      throw new ListUnavailable(`${host} answered ${response.status}.`)
    }
    return untilItBreaks(Readable.fromWeb(response.body as ReadableStream<Uint8Array>), host)
  } catch (error) {
    if (error instanceof ListUnavailable) throw error
    throw new ListUnavailable(`${host} did not answer.`, { cause: error })
  }
}

/** A connection that ends within the file is a fault of the network, not of the list. */
async function* untilItBreaks(body: Chunks, host: string): Chunks {
  const reading = body[Symbol.asyncIterator]()
  for (;;) {
    const next = await reading.next().catch((error: unknown) => {
      throw new ListUnavailable(`${host} broke off.`, { cause: error })
    })
    if (next.done) return
    yield next.value
  }
}

/** The query may hold credentials. */
function withoutQuery(address: string): string {
  const url = new URL(address)
  return url.origin + url.pathname
}
