/** A rippled of the harbour for its own tests: ledgers close by hand, three people have accounts. */
import WebSocket from 'ws'
import { Client, type SubmittableTransaction, Wallet } from 'xrpl'
import { z } from 'zod'
import { createFaults, type Faults } from '#harbour/faults.ts'
import { type Rippled, type RippledOptions, startRippled } from '#harbour/rippled/server.ts'

export const NETWORK_ID = 763
/** Index of the first ledger. */
export const GENESIS = 32_570
export const RICH = '1000000000'

export type RippledWorld = {
  rippled: Rippled
  client: Client
  faults: Faults
  alice: Wallet
  bob: Wallet
  carol: Wallet
  /** Fills in missing fields, signs and submits. */
  send(transaction: Draft, wallet: Wallet, about?: { failHard?: boolean }): Promise<Submitted>
  /** Sends, closes the ledger and returns the final result. */
  settle(transaction: Draft, wallet: Wallet): Promise<string>
  /** The final result, 'txnNotFound', or 'waiting': submitted but in no ledger yet. */
  resultOf(hash: string): Promise<string>
  balanceOf(address: string): Promise<bigint>
  ask(request: { command: string } & Record<string, unknown>): Promise<Record<string, unknown>>
  close(): Promise<void>
}

/** Any transaction that somebody might sign, right or wrong. */
export type Draft = { TransactionType: string; Account: string } & Record<string, unknown>
export type Submitted = { result: string; hash: string; blob: string; answer: Record<string, unknown> }

const SubmitSchema = z.looseObject({
  engine_result: z.string(),
  tx_blob: z.string(),
  tx_json: z.looseObject({ hash: z.string() }),
})
const AccountSchema = z.looseObject({ account_data: z.looseObject({ Balance: z.string(), Sequence: z.number() }) })
const TxSchema = z.looseObject({
  meta: z.looseObject({ TransactionResult: z.string() }).optional(),
  validated: z.boolean(),
})
const DeniedSchema = z.looseObject({ data: z.looseObject({ error: z.string() }) })

export async function openRippled(options: Partial<RippledOptions> = {}): Promise<RippledWorld> {
  const faults = createFaults()
  const [alice, bob, carol] = [Wallet.generate(), Wallet.generate(), Wallet.generate()]
  const rippled = await startRippled({
    port: 0,
    networkId: NETWORK_ID,
    ledgerMs: 0,
    journalFile: null,
    genesis: [alice, bob, carol].map(({ address }) => ({ address, drops: RICH })),
    faults,
    ...options,
  })
  const client = new Client(rippled.url)
  await client.connect()

  const ask = async (request: { command: string } & Record<string, unknown>) =>
    (await client.request(request as never as { command: 'ping' })).result as Record<string, unknown>

  async function sequenceOf(address: string): Promise<number> {
    return AccountSchema.parse(await ask({ command: 'account_info', account: address, ledger_index: 'current' }))
      .account_data.Sequence
  }

  const world: RippledWorld = {
    rippled,
    client,
    faults,
    alice,
    bob,
    carol,
    ask,
    async send(transaction, wallet, { failHard = false } = {}) {
      const Sequence = 'Sequence' in transaction ? 0 : await sequenceOf(transaction.Account)
      const complete = { Fee: '12', Flags: 0, Sequence, ...transaction }
      const { tx_blob } = wallet.sign(complete as never as SubmittableTransaction)
      const answer = await ask({ command: 'submit', tx_blob, fail_hard: failHard })
      const { engine_result: result, tx_json } = SubmitSchema.parse(answer)
      return { result, hash: tx_json.hash, blob: tx_blob, answer }
    },
    async settle(transaction, wallet) {
      const { hash } = await world.send(transaction, wallet)
      rippled.closeLedger()
      return world.resultOf(hash)
    },
    async resultOf(hash) {
      try {
        return TxSchema.parse(await ask({ command: 'tx', transaction: hash })).meta?.TransactionResult ?? 'waiting'
      } catch (error) {
        return denial(error)
      }
    },
    async balanceOf(address) {
      const answer = await ask({ command: 'account_info', account: address, ledger_index: 'validated' })
      return BigInt(AccountSchema.parse(answer).account_data.Balance)
    },
    async close() {
      await client.disconnect()
      await rippled.close()
    },
  }
  return world
}

export function denial(error: unknown): string {
  return DeniedSchema.parse(error).data.error
}

/** Returns the error name of a request. Fails when the request is not refused. */
export async function denialOf(request: Promise<unknown>): Promise<string> {
  const answer = await request.then(
    () => null,
    (error: unknown) => error,
  )
  if (answer === null) throw new Error('The request was answered.')
  return denial(answer)
}

/** Sends the frames unchanged, one after another, and returns the answer to each. */
export async function frames(url: string, ...sent: unknown[]): Promise<Record<string, unknown>[]> {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const received: Record<string, unknown>[] = []
  for (const frame of sent) {
    const answer = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))))
    socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
    received.push(JSON.parse(await answer) as Record<string, unknown>)
  }
  socket.close()
  return received
}

export async function rpc(url: string, method: string, params: Record<string, unknown> = {}): Promise<Response> {
  return fetch(url.replace('ws:', 'http:'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ method, params: [params] }),
  })
}
