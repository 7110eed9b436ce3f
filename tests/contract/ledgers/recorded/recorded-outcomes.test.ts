/** What a real rippled answered about transactions that had no effect is judged as our own transactions are. */
import { describe, expect, it } from 'vitest'
import { decode, hashes } from 'xrpl'
import { z } from 'zod'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { SignedPayout } from '#app/ledgers/ledger.ts'
import { findOutcome } from '#app/ledgers/xrpl/paying/outcomes.server.ts'
import type { Session } from '#app/ledgers/xrpl/session.server.ts'
import { hasFixtures, readFixture, withoutFixtures } from './ledger-fixtures.ts'

if (!hasFixtures) console.warn(withoutFixtures)

type Step = { do: string; note?: string; request: Record<string, unknown>; answer: Record<string, unknown> }

const result = (step: Step) =>
  z.object({ result: z.record(z.string(), z.unknown()) }).safeParse(step.answer).data?.result
const what = ({ command, transaction, ticket, account }: Record<string, unknown>) =>
  JSON.stringify([command, transaction, ticket, account])

const RESERVES = { base: new Decimal(1), perObject: new Decimal('0.2') }

/** A server that gives the recorded one's latest answers up to this step. `closed`: ledgers it had closed by then. */
function serverAt(steps: readonly Step[], at: number, closed = 0): Session {
  const known = steps.slice(0, at + 1)
  const newest = Math.max(
    closed,
    ...known.flatMap((step) => {
      const { success, data } = z
        .object({ validated: z.literal(true), ledger_index: z.number() })
        .safeParse(result(step))
      return success && step.request.command !== 'tx' ? [data.ledger_index] : []
    }),
  )
  const askOr: Session['askOr'] = async (request, schema, denials) => {
    if (request.command === 'ledger') {
      const ledger = { ledger_index: newest, ledger_hash: '0'.repeat(64), validated: true, ledger: { close_time: 0 } }
      return schema.parse(ledger) as never
    }
    const step = known.findLast(({ request: asked }) => what(asked) === what(request))
    if (step === undefined) throw new Error(`${what(request)} was not recorded by then`)
    const denied = String(step.answer.error)
    if (denials.includes(denied)) return { denied }
    return schema.parse(result(step)) as never
  }
  const ask: Session['ask'] = async (request, schema) => (await askOr(request, schema, [])) as never
  const none = async () => undefined
  return { ask, askOr, reserves: () => RESERVES, onLedger: none, onTransaction: none, ended: none(), close: none }
}

const read = (file: string): Step[] => readFixture(`nodes/xrpl/${file}.json`).steps

/** As our row of the transaction would be. */
function signedIn(step: Step | undefined, validFrom: number): SignedPayout {
  const blob = String(step?.request.tx_blob)
  const { Account, Sequence, TicketSequence, LastLedgerSequence } = decode(blob)
  return {
    network: 'xrpl',
    hash: hashes.hashSignedTx(blob),
    blob,
    source: String(Account),
    sequence: String(TicketSequence ?? Sequence),
    validUntil: String(LastLedgerSequence),
    validFrom: String(validFrom),
  }
}

describe.skipIf(!hasFixtures)('a transaction by ticket of which nothing came', () => {
  const steps = hasFixtures ? read('ticket-unused') : []
  const refused = () => signedIn(steps[8], 4)
  const lateSent = () => signedIn(steps[22], 4)

  it('is open until its last ledger has passed', async () => {
    expect(await findOutcome(serverAt(steps, 10), refused())).toEqual({ kind: 'pending' })
  })

  it('is expired afterwards, though the server remembers and shows it', async () => {
    expect(result(steps[17] as Step)).toMatchObject({ validated: false })
    expect(await findOutcome(serverAt(steps, 20), refused())).toEqual({ kind: 'expired' })
  })

  it('is expired when it was never sent, and when it was sent too late', async () => {
    expect(await findOutcome(serverAt(steps, 20), lateSent())).toEqual({ kind: 'expired' })
    expect(await findOutcome(serverAt(steps, 27), lateSent())).toEqual({ kind: 'expired' })
  })

  it('is for a person when another transaction used its ticket, and that one is named', async () => {
    const used = findOutcome(serverAt(steps, 35), lateSent())
    await expect(used).rejects.toThrow(/ticket 4 .* is used up .* 46212B6E\w+ used it/)
  })
})

describe.skipIf(!hasFixtures)('a transaction by sequence that was refused', () => {
  const steps = hasFixtures ? read('refused-transactions') : []
  const submitted = steps.flatMap((step, at) => (step.request.command === 'submit' ? [{ step, at }] : []))
  const asked = steps.findIndex(({ note }) => note?.includes('after its last ledger'))

  it.each(['tefMAX_LEDGER', 'telCAN_NOT_QUEUE', 'terPRE_SEQ, fail_hard', 'tecUNFUNDED_PAYMENT, fail_hard'])(
    '%s: is expired once its last ledger has passed with the sequence unused',
    async (name) => {
      const sent = submitted.find(({ step, at }) => at < asked && step.note?.startsWith(name))
      // After 28 more ledgers, in which its account did nothing.
      const later = serverAt(steps, 78, 32)
      expect(await findOutcome(later, signedIn(sent?.step, 3))).toEqual({ kind: 'expired' })
    },
  )
})
