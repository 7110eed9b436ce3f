/**
 * Stellar behind the port `Treasury`. Retries are safe: the hash is known before sending, a sequence number passes
 * once, and after the time bounds nothing can be included.
 */
import { isIssued, isOnStellar, issuerOf } from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import {
  LedgerUnavailable,
  type PayoutOrder,
  type SignedPayout,
  type SignedSlots,
  type Submission,
  type Treasury,
} from '../ledger.ts'
import type { Signer } from '../signer.ts'
import type { StellarSettings } from './accounts.server.ts'
import { accountAnswer, feeStatsAnswer, rootAnswer, submissionAnswer } from './answers.ts'
import { type Channels, openChannels } from './channels.server.ts'
import { bumpFee, keyOfSeed, type StellarKey, signChannels, signClaim, signPayment } from './envelope.server.ts'
import { type Horizon, unavailable } from './horizon/horizon.server.ts'
import { askAny, openHorizons } from './horizon/horizons.server.ts'
import { readNextSequence } from './onchain/questions.server.ts'
import { findNewestOutcomes, findOutcome } from './outcomes.server.ts'
import { payerOfSigner, type StellarPayer } from './payer.server.ts'
import { failureCode } from './results/failure-code.server.ts'

/** Stroops for each operation: our highest bid; only the clearing price is charged. */
export type StellarFeeCaps = {
  usual: bigint
  /** For a payout that has waited for long. */
  urgent: bigint
}

/** Signs for the paying account: its seed in memory, or a signer that holds it. */
export type StellarSigning =
  | { seed: string; signer?: undefined }
  /** `channelSeed` derives the keys of the channels, which can move only fees of our own. */
  | { seed?: undefined; signer: Signer; account: string; channelSeed: string }

export type StellarTreasurySettings = StellarSettings &
  StellarSigning & {
    /** How many payouts can be under way at once. 24 by default. */
    channels?: number
    feeCaps?: StellarFeeCaps
    /** How long a signed payout can be included, in seconds of the ledger's clock. 120 by default. */
    validSeconds?: number
  }

const CHANNELS = 24
export const FEE_CAPS: StellarFeeCaps = { usual: 1_000_000n, urgent: 5_000_000n }
const VALID_SECONDS = 120
/** If Horizon trails its core by more ledgers, a sequence number read from it is worthless. */
const LAG_LIMIT = 2
/** Our lowest bid, in stroops. */
const FEE_FLOOR = 10_000n
/** Close time and fees are read once for payouts that get slots together, if they are signed within this time. */
const TERMS_MS = 5_000

type TreasuryParts = {
  horizon: Horizon
  settings: StellarTreasurySettings
  payer: StellarPayer | StellarKey
  channels: Channels
  feeCaps: StellarFeeCaps
  readTerms: () => Promise<{ maxTime: string; bid: bigint }>
}

export function openStellarTreasury(settings: StellarTreasurySettings): Treasury {
  const horizons = openHorizons(settings)
  // A sequence number from a lagging Horizon only makes an envelope that is never included.
  const horizon = askAny(horizons)
  const payer = settings.signer ? payerOfSigner(settings) : keyOfSeed(settings.seed)
  const channelSeed = settings.signer ? settings.channelSeed : settings.seed
  const feeCaps = settings.feeCaps ?? FEE_CAPS
  const most = settings.channels ?? CHANNELS
  const channels = openChannels(horizon, { seed: channelSeed, payer: payer.address, most, feeCaps })
  const terms = keepFor(TERMS_MS, () => chooseTerms(horizon, settings.validSeconds ?? VALID_SECONDS))
  const desk: TreasuryParts = { horizon, settings, payer, channels, feeCaps, readTerms: terms.read }
  return {
    network: 'stellar',
    source: payer.address,
    // The channel pays it.
    mostFeeIn: () => new Decimal(0),
    async findLanes(asked) {
      terms.forget()
      return channels.findFree(asked)
    },
    makeLanes: (count, { isUrgent = false } = {}) => makeChannels(desk, { count, isUrgent }),
    sign: (order) => sign(desk, order),
    signClaim: (claimable) => claim(desk, claimable.ledgerId),
    submit: async (signed, { isUrgent } = {}) =>
      sendEnvelope(horizon, isUrgent ? await raiseFee(desk, signed) : signed.blob),
    // A proof comes from one Horizon: all requests go to one, or again from the start to another.
    newestOutcomes: (signed) => horizons.prove((one) => findNewestOutcomes(one, payer.address, signed)),
    outcomeOf: (signed) => horizons.prove((one) => findOutcome(one, signed)),
    async close() {
      for (const one of horizons.all) one.close()
    },
  }
}

async function sign(desk: TreasuryParts, order: PayoutOrder): Promise<SignedPayout> {
  const { horizon, settings, payer, channels, feeCaps } = desk
  const { key: channel, sequence } = await channels.use(order.lane)
  const { maxTime, bid } = await desk.readTerms()
  const payment = {
    kind: await chooseOperation(horizon, order),
    channel,
    destination: order.address,
    asset: { code: order.asset, issuer: issuerOf(order.asset, settings.issuers) },
    amount: order.amount,
    memo: order.memo,
    sequence,
    maxTime,
    feeStroops: bidWithin(bid, order.isUrgent ? feeCaps.urgent : feeCaps.usual),
  }
  const { hash, blob } = await signPayment(payment, { payer, passphrase: settings.passphrase })
  return { network: 'stellar', hash, blob, source: channel.address, sequence, validUntil: maxTime, validFrom: null }
}

async function claim(desk: TreasuryParts, balanceId: string): Promise<SignedPayout> {
  const { horizon, payer, feeCaps, settings } = desk
  const source = payer.address
  const sequence = await readNextSequence(horizon, source)
  if (sequence === null) throw unavailable(`Horizon does not know the paying account ${source}`)
  const { maxTime: validUntil, bid } = await desk.readTerms()
  const terms = { sequence, maxTime: validUntil, feeStroops: bidWithin(bid, feeCaps.usual) }
  const { hash, blob } = await signClaim({ ...terms, balanceId }, { payer, passphrase: settings.passphrase })
  return { network: 'stellar', hash, blob, source, sequence, validUntil, validFrom: null }
}

async function makeChannels(
  desk: TreasuryParts,
  { count, isUrgent }: { count: number; isUrgent: boolean },
): Promise<SignedSlots | null> {
  const { payer, feeCaps, settings } = desk
  const funding = await desk.channels.plan(count)
  if (funding === null) return null
  const { maxTime, bid } = await desk.readTerms()
  const terms = {
    sequence: funding.sequence,
    maxTime,
    feeStroops: bidWithin(bid, isUrgent ? feeCaps.urgent : feeCaps.usual),
  }
  const { hash, blob } = await signChannels({ ...funding, ...terms }, { payer, passphrase: settings.passphrase })
  const { sequence } = terms
  const given = plain(funding.startingBalance)
  const funds = Object.fromEntries([...funding.create, ...funding.topUp].map((address) => [address, given]))
  return {
    network: 'stellar',
    hash,
    blob,
    source: payer.address,
    sequence,
    validUntil: maxTime,
    validFrom: null,
    funds,
  }
}

/** XLM to a missing account must create it; a plain payment would fail and cost the fee. */
async function chooseOperation(horizon: Horizon, order: PayoutOrder): Promise<'payment' | 'create_account'> {
  if (!isOnStellar(order.asset)) throw new Error(`a Stellar treasury cannot pay ${order.asset}`)
  if (isIssued(order.asset)) return 'payment'
  const payee = await horizon.get(`/accounts/${encodeURIComponent(order.address)}`, accountAnswer)
  return payee === null ? 'create_account' : 'payment'
}

/** The last second for what is signed now, and the fee that the network asks per operation. */
export async function chooseTerms(horizon: Horizon, validSeconds: number): Promise<{ maxTime: string; bid: bigint }> {
  const root = await horizon.read('/', rootAnswer)
  if (root.core_latest_ledger - root.history_latest_ledger > LAG_LIMIT) {
    throw unavailable(`Horizon is ${root.core_latest_ledger - root.history_latest_ledger} ledgers behind its core`)
  }
  // Ledger time, not ours: time bounds are compared with close times.
  const now = BigInt(Math.floor(Date.parse(root.history_latest_ledger_closed_at) / 1000))
  const { max_fee: maxFee } = await horizon.read('/fee_stats', feeStatsAnswer)
  const bid = BigInt(maxFee.p80)
  return { maxTime: (now + BigInt(validSeconds)).toString(), bid: bid > FEE_FLOOR ? bid : FEE_FLOOR }
}

const least = (a: bigint, b: bigint) => (a < b ? a : b)

export function bidWithin(bid: bigint, cap: bigint): string {
  return least(bid, cap).toString()
}

/** Caches a read for so many milliseconds or until `forget`; a failed read is not cached. */
function keepFor<Value>(ms: number, read: () => Promise<Value>): { read: () => Promise<Value>; forget: () => void } {
  let kept: { value: Promise<Value>; until: number } | null = null
  const forget = () => {
    kept = null
  }
  return {
    forget,
    read() {
      if (kept !== null && Date.now() < kept.until) return kept.value
      const value = read()
      kept = { value, until: Date.now() + ms }
      value.catch(forget)
      return value
    },
  }
}

/**
 * The stored envelope in a fee bump, when the network asks for more than its bid; else unchanged. Horizon's core
 * replaces a queued envelope only after dropping it, a few ledgers later.
 */
async function raiseFee(desk: TreasuryParts, { blob, source }: SignedPayout): Promise<string> {
  const channel = desk.channels.keyOf(source)
  if (channel === null) return blob
  const { bid } = await desk.readTerms().catch(() => ({ bid: 0n }))
  // A fee bump counts as one more operation: the total stays within what a channel holds for one payout.
  const raised = least(bid, desk.feeCaps.urgent / 2n)
  const { passphrase } = desk.settings
  return bumpFee(blob, { channel, feeStroops: raised, passphrase })
}

/** Hands an envelope to Horizon. Idempotent; the answer proves nothing. */
export async function sendEnvelope(horizon: Horizon, blob: string): Promise<Submission> {
  try {
    const { status, body } = await horizon.post('/transactions_async', { tx: blob })
    const answer = submissionAnswer.safeParse(body)
    if (!answer.success) return { note: `HTTP ${status}`, answered: false, taken: false }
    const { tx_status: verdict, error_result_xdr: errorXdr } = answer.data
    const note = errorXdr == null ? verdict : `${verdict} ${failureCode(errorXdr)}`
    return { note, answered: true, taken: verdict === 'PENDING' || verdict === 'DUPLICATE' }
  } catch (error) {
    // It may have arrived: outcomeOf decides.
    if (error instanceof LedgerUnavailable)
      return { note: `no answer: ${causeOf(error)}`, answered: false, taken: false }
    throw error
  }
}
