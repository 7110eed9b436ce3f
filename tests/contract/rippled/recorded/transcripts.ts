/** Transcripts of a real node (nodes/xrpl of the fixtures), replayed on the harbour's rippled. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import WebSocket from 'ws'
import { z } from 'zod'
import { createFaults } from '#harbour/faults.ts'
import { type Rippled, type RippledOptions, startRippled } from '#harbour/rippled/server.ts'

export const TRANSCRIPTS = join(
  process.env.FIXTURES_DIR ?? join(import.meta.dirname, '../../../../../shared/fixtures'),
  'nodes/xrpl',
)
export const areThere = existsSync(TRANSCRIPTS)

const BodySchema = z.record(z.string(), z.unknown())
const TranscriptSchema = z.object({
  steps: z.array(
    z.object({
      do: z.enum(['ledger_accept', 'submit', 'request', 'message', 'close']),
      note: z.string().optional(),
      times: z.number().optional(),
      request: BodySchema.optional(),
      answer: BodySchema,
    }),
  ),
})
type Step = z.infer<typeof TranscriptSchema>['steps'][number]

/** The node's answer to a step, and the harbour's. */
export type Played = { id: number; note: string; theirs: unknown; ours: unknown }

export function transcriptNames(): string[] {
  return readdirSync(TRANSCRIPTS)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace('.json', ''))
}

/** Owns all money of a new ledger. */
const GENESIS = { address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', drops: '100000000000000000', sequence: 1 }
const START = Date.parse('2026-11-28T12:00:00Z')
const SECONDS_PER_LEDGER = 4

/** Seconds by which the clock advanced instead of the usual step, by transcript and step. */
const LONGER: Record<string, number> = {
  'checks#34': 64,
  'escrow-return#17': 172,
  'payment-channel#37': 124,
  'refused-forgotten#12': 20 * 60,
  'refused-forgotten#15': 13 * 60,
  'refused-forgotten#20': 33 * 60,
}

/** How a transcript's node was set up, where it differs from the others. */
const SETUPS: Record<string, Partial<RippledOptions>> = {
  'fee-escalation': { ledgerSizes: { minimum: 5, target: 8, maximum: 10 } },
  'refused-transactions': { ledgerSizes: { minimum: 5, target: 8, maximum: 10 } },
  'server-network-21337': { networkId: 21_337 },
  'server-network-unset': { networkId: 0, announcesNetwork: false },
}

export async function replay(name: string): Promise<Played[]> {
  const { steps } = TranscriptSchema.parse(JSON.parse(readFileSync(join(TRANSCRIPTS, `${name}.json`), 'utf8')))
  let time = START
  const rippled = await startRippled({
    port: 0,
    networkId: 1,
    ledgerMs: 0,
    journalFile: null,
    genesis: [GENESIS],
    faults: createFaults(),
    now: () => new Date(time),
    firstLedger: 2,
    origin: 'transcripts',
    ...SETUPS[name],
  })
  const guest = await openGuest(rippled.url)
  const played: Played[] = []
  for (const step of steps) {
    const id = Number(step.request?.id ?? played.at(-1)?.id ?? 0)
    const note = step.note ?? ''
    if (step.do === 'message') {
      played.push({ id, note, theirs: step.answer, ours: guest.messages.shift() ?? 'nothing' })
      continue
    }
    if (step.do === 'ledger_accept') {
      played.push({ id, note, theirs: step.answer.result, ours: closeLedgers(step, LONGER[`${name}#${id}`]) })
    } else {
      played.push({ id, note, theirs: step.answer, ours: await guest.ask(step.request ?? {}) })
    }
    await guest.ask({ command: 'ping', id: 'all messages have come' })
  }
  await guest.close()
  await rippled.close()
  return [...played, ...guest.messages.map((ours) => ({ id: -1, note: 'not recorded', theirs: 'nothing', ours }))]

  function closeLedgers({ times = 1 }: Step, seconds = SECONDS_PER_LEDGER): unknown {
    let index = 0
    for (let closed = 0; closed < times; closed += 1) {
      time += seconds * 1000
      index = rippled.closeLedger()
    }
    return { ledger_current_index: index + 1 }
  }
}

/** A client that sends one request after another and keeps the server's unrequested messages. */
async function openGuest(url: Rippled['url']) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const messages: unknown[] = []
  let answered: (answer: unknown) => void = () => {}
  socket.on('message', (data) => {
    const message = z.looseObject({ type: z.string() }).parse(JSON.parse(String(data)))
    if (message.type === 'response') answered(message)
    else messages.push(message)
  })
  return {
    messages,
    ask(request: Record<string, unknown>): Promise<unknown> {
      const answer = new Promise<unknown>((resolve) => {
        answered = resolve
      })
      socket.send(JSON.stringify(request))
      return answer
    },
    async close() {
      const isClosed = new Promise((resolve) => socket.once('close', resolve))
      socket.close()
      await isClosed
    },
  }
}
