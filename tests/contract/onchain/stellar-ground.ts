/** A Stellar ledger with one escrow's two-signature account. The test sets the clock and closes the ledgers. */
import { randomBytes } from 'node:crypto'
import { Account, Keypair, TransactionBuilder, type xdr } from '@stellar/stellar-sdk'
import { z } from 'zod'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { SignedPayout } from '#app/ledgers/ledger.ts'
import type { CheckedSignature, StellarOnchain, StellarSponsor, UnsignedTransaction } from '#app/ledgers/onchain.ts'
import { openStellarOnchain, openStellarSponsor } from '#app/ledgers/stellar.server.ts'
import { type OnchainSettlement, type SettlementKind, settlementOf } from '#app/trade/onchain/domain/settlement.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import { createFaults } from '#harbour/faults.ts'
import { startHorizon } from '#harbour/horizon/server.ts'
import { type Ground, slotOf } from './onchain-ground.ts'

export const PASSPHRASE = 'Held tests ; play money'
const keyOf = (name: string) => Keypair.fromRawEd25519Seed(Buffer.alloc(32, name))
export const [sponsor, arbiter, buyer, seller, bank, stranger] = [
  keyOf('sponsor'),
  keyOf('arbiter'),
  keyOf('buyer'),
  keyOf('seller'),
  keyOf('bank'),
  keyOf('stranger'),
] as const
/** In unix seconds: the clock at the start, and the escrow's date. */
export const START = 1_900_000_000
export const DATE = START + 86_400
export const USDC = `USDC:${bank.publicKey()}`
const STROOPS = 10_000_000

export type StellarGround = Ground & {
  url: string
  held: StellarOnchain
  keeper: StellarSponsor
  account: string
  /** The balance of the last deposit. */
  balanceId(): string
  trustees: { arbiter: string; sponsor: string; account: string }
  /** Describes a settlement, with the account's next sequence number. */
  exit(kind: SettlementKind, about?: Partial<OnchainSettlement>): Promise<OnchainSettlement>
  /** Signs as these, and wraps it in the sponsor's fee bump. */
  signExit(exit: OnchainSettlement, signers: Keypair[]): Promise<SignedPayout>
  /** Signs the closing as a side and the arbiter, or as both sides, and wraps it in the sponsor's fee bump. */
  signClosing(signers: Keypair[]): Promise<SignedPayout>
  /** Returns how many reserves this account lends. */
  lentTo(address: string): Promise<number>
  /** Sends and includes anybody's transaction. Null: it succeeded; else its failure or the server's refusal. */
  send(from: Keypair, operations: xdr.Operation[], signers?: Keypair[]): Promise<string | null>
  balanceOf(address: string, asset?: 'XLM' | 'USDC'): Promise<Decimal>
}

const accountSchema = z.object({
  sequence: z.string(),
  num_sponsoring: z.number(),
  balances: z.array(z.object({ asset_type: z.string(), balance: z.string() })),
})

export async function openStellarGround(
  asset: 'XLM' | 'USDC',
  about: Partial<OnchainTerms> = {},
): Promise<StellarGround> {
  let clock = START
  const faults = createFaults()
  const native = (amount: string) => ({ asset: 'native', amount })
  const horizon = await startHorizon({
    port: 0,
    passphrase: PASSPHRASE,
    ledgerMs: 0,
    journalFile: null,
    now: () => new Date(clock * 1000),
    genesis: [
      { address: bank.publicKey(), balances: [native('1000')] },
      { address: sponsor.publicKey(), balances: [native('1000')] },
      { address: buyer.publicKey(), balances: [native('1000'), { asset: USDC, amount: '500' }] },
      { address: seller.publicKey(), balances: [native('100'), { asset: USDC, amount: '0' }] },
      { address: stranger.publicKey(), balances: [native('100')] },
    ],
    faults,
  })
  const settings = {
    horizonUrls: [horizon.url],
    passphrase: PASSPHRASE,
    issuers: { USDC: bank.publicKey() },
    ownAccounts: [sponsor.publicKey()],
  }
  const held = openStellarOnchain(settings)
  const seeds = { sponsorSeed: sponsor.secret(), arbiterSeed: arbiter.secret() }
  const keeper = openStellarSponsor({ ...settings, ...seeds, random: (bytes) => randomBytes(bytes) })
  const terms: OnchainTerms = {
    asset,
    amount: new Decimal('50.0000001'),
    buyerWallet: buyer.publicKey(),
    sellerWallet: seller.publicKey(),
    sellerTag: null,
    deadline: DATE,
    reference: '1234567890',
    ...about,
  }
  const closeLedger = () => void horizon.closeLedger()
  const opening = await keeper.signOpening(terms, await slotOf(keeper, closeLedger))
  await keeper.submit(opening)
  closeLedger()
  const { account } = opening
  const trustees = { ...keeper.trustees, account }
  let balanceId = ''

  async function load(address: string) {
    return accountSchema.parse(await (await fetch(`${horizon.url}/accounts/${address}`)).json())
  }

  async function balanceOf(address: string, of: 'XLM' | 'USDC' = asset): Promise<Decimal> {
    const { balances } = await load(address)
    const line = balances.find(({ asset_type: type }) => (type === 'native') === (of === 'XLM'))
    return new Decimal(line?.balance ?? 0)
  }
  const units = async (key: Keypair) => BigInt((await balanceOf(key.publicKey())).times(STROOPS).toFixed(0))

  const ground: StellarGround = {
    url: horizon.url,
    held,
    keeper,
    terms,
    faults,
    target: 'horizon',
    submission: '/transactions_async',
    account,
    trustees,
    balanceId: () => balanceId,
    at(seconds) {
      clock = seconds
      closeLedger()
    },
    closeLedger,
    balanceOf,
    async lock() {
      const lock = await held.writeLock(terms, account)
      if (lock === null) throw new Error('the buyer has no account')
      await held.send(held.withSignatures(lock.xdr, [signatureOf(buyer, lock)]))
      closeLedger()
      balanceId = lock.balanceId
    },
    async findLocked() {
      return (await held.findLocks(terms, account)).locks.map(({ differences }) => differences)
    },
    async exit(kind, changed = {}) {
      const state = await held.readAccount(terms, trustees)
      if (state === null) throw new Error('the account is closed')
      const from = { account, sequence: state.nextSequence, balanceId, sponsor: trustees.sponsor }
      return { ...settlementOf(terms, kind, from), ...changed }
    },
    signExit(exit, signers) {
      const unsigned = held.writeExit(exit)
      const signatures = signers.map((key) =>
        key === arbiter ? keeper.signExit(terms, exit) : signatureOf(key, unsigned),
      )
      const reserves = keeper.signReserves(terms, exit)
      return keeper.wrap(held.withSignatures(unsigned.xdr, reserves ? [...signatures, reserves] : signatures))
    },
    async signClosing(signers) {
      const state = await held.readForClosing(account)
      if (state === null) throw new Error('the account is closed')
      const of = { account, sequence: state.nextSequence }
      const closing = held.writeClosing(terms, of)
      const ofSides = signers.map((key) => signatureOf(key, closing))
      const signatures = signers.length > 1 ? ofSides : [...ofSides, keeper.signClosing(terms, of)]
      return keeper.wrap(held.withSignatures(closing.xdr, signatures))
    },
    async lentTo(address) {
      return (await load(address)).num_sponsoring
    },
    async signRelease() {
      // Signed by the parties, who may use it up to the date: so the ledger's own limit is tested behind ours.
      return ground.signExit(await ground.exit('release', { maxTime: DATE + 1000 }), [buyer, seller])
    },
    async signExpiry() {
      const of = { balanceId, closing: null, isWrapped: false }
      const expiry = await held.writeExpiry(terms, of)
      if (expiry === null) throw new Error('the buyer has no account')
      const blob = held.withSignatures(expiry.xdr, [signatureOf(buyer, expiry)])
      const { hash, sequence, validUntil } = expiry
      return { network: 'stellar', hash, blob, source: buyer.publicKey(), sequence, validUntil, validFrom: null }
    },
    async findEnd() {
      const claim = await held.findClaim(balanceId)
      return claim && { by: claim.claimant, hash: claim.hash }
    },
    ends: { released: account, expired: buyer.publicKey() },
    balances: async () => ({ buyer: await units(buyer), seller: await units(seller) }),
    units: BigInt(terms.amount.times(STROOPS).toFixed(0)),
    feeOfExpiry: asset === 'XLM' ? 100n : 0n,
    firstOfExpiry: 0,
    async send(from, operations, signers = [from]) {
      const { sequence } = await load(from.publicKey())
      const builder = new TransactionBuilder(new Account(from.publicKey(), sequence), {
        fee: '1000',
        networkPassphrase: PASSPHRASE,
        timebounds: { minTime: 0, maxTime: 0 },
      })
      for (const operation of operations) builder.addOperation(operation)
      const transaction = builder.build()
      transaction.sign(...signers)
      const hash = Buffer.from(transaction.hash()).toString('hex')
      const about = { hash, blob: transaction.toEnvelope().toXdr('base64'), source: from.publicKey() }
      const numbers = { sequence: transaction.sequence, validUntil: String(DATE * 2), validFrom: null }
      const signed: SignedPayout = { network: 'stellar', ...about, ...numbers }
      const { note, taken } = await keeper.submit(signed)
      closeLedger()
      if (!taken) return note
      const outcome = await keeper.outcomeOf(signed)
      return outcome.kind === 'settled' ? null : outcome.kind === 'failed' ? outcome.code : outcome.kind
    },
    async close() {
      await Promise.all([held.close(), keeper.close()])
      await horizon.close()
    },
  }
  return ground
}

export function signatureOf(key: Keypair, { hash }: UnsignedTransaction): CheckedSignature {
  const signature = Buffer.from(key.sign(Buffer.from(hash, 'hex'))).toString('base64')
  return { address: key.publicKey(), signature }
}
