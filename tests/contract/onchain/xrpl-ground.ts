/** An XRP Ledger with a buyer, a seller and the keeper. The test sets the clock and closes the ledgers. */
import { randomBytes } from 'node:crypto'
import { Client, type SubmittableTransaction, Wallet } from 'xrpl'
import { z } from 'zod'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { EscrowCreateDraft, FoundEscrow, OnchainSecret, XrplOnchain, XrplSponsor } from '#app/ledgers/onchain.ts'
import { openXrplOnchain, openXrplSponsor } from '#app/ledgers/xrpl.server.ts'
import { LEDGERS_TO_SIGN } from '#app/trade/onchain/domain/draft.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import { createFaults } from '#harbour/faults.ts'
import { CLOSE_TIME_RESOLUTION, closeTimeAfter } from '#harbour/rippled/ledger/header.ts'
import { startRippled } from '#harbour/rippled/server.ts'
import { type Ground, slotOf } from './onchain-ground.ts'

export const NETWORK_ID = 765
const LEDGER_EPOCH_SECONDS = 946_684_800
const DROPS = 1_000_000
/** In unix seconds: the clock at the start, and the escrow's date. */
export const START = 1_900_000_000
export const DATE = START + 86_400
const RICH = '1000000000'

export type XrplGround = Ground & {
  url: string
  held: XrplOnchain
  keeper: XrplSponsor
  buyer: Wallet
  seller: Wallet
  stranger: Wallet
  secret: OnchainSecret
  /** The escrow of the last deposit. */
  found(): FoundEscrow
  /** Signs and sends as a wallet does, and closes the ledger. */
  send(transaction: Record<string, unknown>, wallet: Wallet): Promise<{ code: string; hash: string }>
  /** What the page would show now, with these changes. */
  draft(about?: Record<string, unknown>): Promise<EscrowCreateDraft>
  /** Signs the draft or another transaction, and finds the escrow by its hash. */
  create(draft: EscrowCreateDraft | Record<string, unknown>): Promise<FoundEscrow | null>
  lane(): Promise<string>
}

const accountSchema = z.looseObject({ account_data: z.looseObject({ Balance: z.string() }) })
const submitSchema = z.looseObject({ engine_result: z.string(), tx_json: z.looseObject({ hash: z.string() }) })
const txSchema = z.looseObject({ meta: z.looseObject({ TransactionResult: z.string() }).optional() })

export async function openXrplGround(about: Partial<OnchainTerms> = {}): Promise<XrplGround> {
  let clock = START
  const faults = createFaults()
  const [keeping, buyer, seller, stranger] = [
    Wallet.generate(),
    Wallet.generate(),
    Wallet.generate(),
    Wallet.generate(),
  ]
  const rippled = await startRippled({
    port: 0,
    networkId: NETWORK_ID,
    ledgerMs: 0,
    journalFile: null,
    now: () => new Date(clock * 1000),
    genesis: [keeping, buyer, seller, stranger].map(({ address }) => ({ address, drops: RICH })),
    faults,
  })
  const settings = { urls: [rippled.url], networkId: NETWORK_ID, ownAccounts: [], payers: [keeping.address] }
  const held = openXrplOnchain(settings)
  const keeper = openXrplSponsor({ ...settings, seed: keeping.seed ?? '' })
  const client = new Client(rippled.url)
  await client.connect()
  const terms: OnchainTerms = {
    asset: 'XRP',
    amount: new Decimal('50.000001'),
    buyerWallet: buyer.address,
    sellerWallet: seller.address,
    sellerTag: null,
    deadline: DATE,
    reference: '1234567890',
    ...about,
  }
  const secret = keeper.newSecret((bytes) => randomBytes(bytes))
  let closedAt = START
  const closeLedger = () => {
    rippled.closeLedger()
    closedAt = closeTimeAfter(closedAt, clock)
  }
  const taken: string[] = []
  const lane = () => slotOf(keeper, closeLedger, taken)
  let found: FoundEscrow | null = null

  async function ask(request: Record<string, unknown>): Promise<unknown> {
    return (await client.request(request as never as { command: 'ping' })).result
  }
  async function dropsOf({ address }: Wallet): Promise<bigint> {
    const answer = await ask({ command: 'account_info', account: address, ledger_index: 'validated' })
    return BigInt(accountSchema.parse(answer).account_data.Balance)
  }
  function known(): FoundEscrow {
    if (found === null) throw new Error('nothing was locked')
    return found
  }

  const ground: XrplGround = {
    url: rippled.url,
    held,
    keeper,
    terms,
    buyer,
    seller,
    stranger,
    secret,
    faults,
    target: 'rippled',
    submission: 'submit',
    found: known,
    lane,
    at(seconds) {
      // Close times are rounded and at least a second after the parent's, so exact seconds take several ledgers.
      clock = seconds - (seconds % CLOSE_TIME_RESOLUTION)
      do closeLedger()
      while (closedAt < seconds)
    },
    closeLedger,
    async send(transaction, wallet) {
      const complete = await client.autofill({
        Account: wallet.address,
        ...transaction,
      } as unknown as SubmittableTransaction)
      const { tx_blob: blob, hash } = wallet.sign(complete)
      const { engine_result: provisional } = submitSchema.parse(await ask({ command: 'submit', tx_blob: blob }))
      closeLedger()
      const final = await ask({ command: 'tx', transaction: hash }).then(
        (answer) => txSchema.parse(answer),
        () => null,
      )
      return { code: final?.meta?.TransactionResult ?? provisional, hash }
    },
    async draft(about = {}) {
      const { ledger, sequence } = await held.readWallet(buyer.address)
      const numbers = { sequence: sequence ?? 0, lastLedger: ledger + LEDGERS_TO_SIGN }
      return { ...held.writeCreate(terms, { condition: secret.condition, ...numbers }), ...about }
    },
    async create(draft) {
      const { hash } = await ground.send(draft as Record<string, unknown>, buyer)
      return held.findCreated(terms, { conditions: [secret.condition], hash })
    },
    async lock() {
      found = await ground.create(await ground.draft())
    },
    async findLocked() {
      return (await held.findHeldBy(terms, [secret.condition])).locks.map(({ differences }) => differences)
    },
    signRelease: async () => keeper.signFinish({ ...known(), ...secret, amount: terms.amount, lane: await lane() }),
    signExpiry: async () => keeper.signCancel({ ...known(), lane: await lane() }),
    async findEnd() {
      const end = await held.findEnd(known())
      return end && { by: `${end.kind} by ${end.by}`, hash: end.hash }
    },
    ends: { released: `finished by ${keeping.address}`, expired: `cancelled by ${keeping.address}` },
    balances: async () => ({ buyer: await dropsOf(buyer), seller: await dropsOf(seller) }),
    units: BigInt(terms.amount.times(DROPS).toFixed(0)),
    feeOfExpiry: 0n,
    firstOfExpiry: 1,
    async close() {
      await client.disconnect()
      await Promise.all([held.close(), keeper.close()])
      await rippled.close()
    },
  }
  return ground
}

/** Converts unix seconds to the ledger's own epoch. */
export function rippleTime(seconds: number): number {
  return seconds - LEDGER_EPOCH_SECONDS
}

/** The draft as sent by a wallet that puts its own numbers in. */
export function withoutNumbers({ Sequence: _number, LastLedgerSequence: _last, ...create }: EscrowCreateDraft) {
  return create
}
