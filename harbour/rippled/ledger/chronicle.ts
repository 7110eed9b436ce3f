/** The chain's journal. A mark reserves indexes of empty ledgers, so that a killed server uses none twice. */
import { z } from 'zod'
import { type Journal, openJournal } from '#harbour/journal.ts'
import { EntrySchema, indexOf } from '#harbour/rippled/engine/entries.ts'
import { type Chain, type ClosedLedger, type Genesis, startChain } from '#harbour/rippled/ledger/chain.ts'
import { CLOSE_TIME_RESOLUTION } from '#harbour/rippled/ledger/header.ts'

/** Ledgers per mark: one line in two minutes at a ledger a second, and the most that a killed server skips. */
const MARK_EVERY = 128

const RecordSchema = z.object({
  hash: z.string(),
  ledgerIndex: z.number(),
  json: z.record(z.string(), z.unknown()),
  meta: z.object({
    AffectedNodes: z.array(z.record(z.string(), z.unknown())),
    TransactionIndex: z.number(),
    TransactionResult: z.string(),
    DeliveredAmount: z.unknown().optional(),
    delivered_amount: z.unknown().optional(),
  }),
  accounts: z.array(z.string()),
  isValidated: z.boolean(),
})

const LineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('genesis'),
    networkId: z.number(),
    /** Older journals have no origin: their hashes stay what they were. */
    origin: z.string().default(''),
    index: z.number(),
    closeTime: z.number(),
    entries: z.array(EntrySchema),
  }),
  z.object({
    kind: z.literal('ledger'),
    index: z.number(),
    closeTime: z.number(),
    transactions: z.array(RecordSchema),
    updates: z.array(z.tuple([z.string(), EntrySchema.nullable()]).readonly()),
    burnt: z.string(),
  }),
  z.object({
    kind: z.literal('mark'),
    index: z.number(),
    closeTime: z.number(),
    /** True: the server was closed at this ledger. False: it may have come as far as this. */
    isEnd: z.boolean().default(false),
  }),
])
type Line = z.infer<typeof LineSchema>

type Chronicle = {
  chain: Chain
  /** Journals the ledger, then appends it to the chain. */
  append(ledger: ClosedLedger): void
  close(): void
}

/**
 * Continues the journal and adds unknown genesis accounts; empty: starts with the genesis. Throws for another network.
 */
export function openChronicle(options: { journalFile: string | null; genesis: Genesis }): Chronicle {
  const journal = openJournal(options.journalFile)
  const [first, ...rest] = journal.earlier.map((line) => LineSchema.parse(line))
  if (first === undefined) {
    write(journal, { kind: 'genesis', ...options.genesis })
    return continued(journal, startChain(options.genesis))
  }
  if (first.kind !== 'genesis' || first.networkId !== options.genesis.networkId) {
    throw new Error(`${options.journalFile} is not a journal of network ${options.genesis.networkId}.`)
  }
  const chain = startChain(first)
  for (const line of rest) {
    if (line.kind === 'genesis') throw new Error(`${options.journalFile} has a second genesis.`)
    if (line.kind === 'mark') continue
    chain.appendEmpty({ index: line.index - 1, closeTime: line.closeTime })
    chain.append({ ...line, burnt: BigInt(line.burnt) })
  }
  const latest = rest.findLast((line) => line.kind === 'mark')
  if (latest !== undefined) {
    // When a killed server's last ledgers closed is unknown, only that none was further ahead of the clock.
    const latestPossible = options.genesis.closeTime + CLOSE_TIME_RESOLUTION
    const closeTime = latest.isEnd ? latest.closeTime : Math.max(latest.closeTime, latestPossible)
    chain.appendEmpty({ index: latest.index, closeTime })
  }
  const chronicle = continued(journal, chain)
  const known = new Set([
    ...first.entries.map(indexOf),
    ...rest.flatMap((line) => (line.kind === 'ledger' ? line.updates.map(([index]) => index) : [])),
  ])
  admit(chronicle, options.genesis, known)
  return chronicle
}

/** In a separate ledger, as if somebody had paid them. */
function admit({ chain, append }: Chronicle, { entries, closeTime }: Genesis, known: ReadonlySet<string>): void {
  const index = chain.last() + 1
  const updates = entries
    .filter((entry) => !known.has(indexOf(entry)))
    .map((entry) => [indexOf(entry), { ...entry, Sequence: index }] as const)
  if (updates.length === 0) return
  const notBefore = chain.header(chain.last()).closeTime
  append({ index, closeTime: Math.max(closeTime, notBefore), transactions: [], updates, burnt: 0n })
}

function continued(journal: Journal, chain: Chain): Chronicle {
  /** The journal allows the index to run up to here without another line. */
  let promised = chain.last()
  return {
    chain,
    append(ledger) {
      if (ledger.transactions.length > 0 || ledger.updates.length > 0) {
        write(journal, { kind: 'ledger', ...ledger, burnt: String(ledger.burnt) })
      }
      if (ledger.index > promised) {
        promised = ledger.index + MARK_EVERY
        write(journal, { kind: 'mark', index: promised, closeTime: ledger.closeTime, isEnd: false })
      }
      chain.append(ledger)
    },
    close() {
      const { index, closeTime } = chain.header(chain.last())
      write(journal, { kind: 'mark', index, closeTime, isEnd: true })
      journal.close()
    },
  }
}

function write(journal: Journal, line: Line): void {
  journal.append(line)
}
