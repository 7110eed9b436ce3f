/**
 * Stellar behind the port `StellarSponsor`. The sponsor pays reserves and fees and is a Treasury with channel accounts;
 * the arbiter is one of three signers and pays nothing. Neither can move escrow money without one of the parties.
 */

import { FeeBumpTransaction, Keypair, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { onStellar } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { RandomBytes } from '#app/kernel/domain/random.ts'
import { assertReturn } from '#app/trade/onchain/domain/early-return.ts'
import { assertSettlement, isShareSetAside } from '#app/trade/onchain/domain/settlement.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import { type SignedPayout, TreasuryWaits } from '../../ledger.ts'
import type { StellarSponsor } from '../../onchain.ts'
import { readBaseReserve, type StellarSettings, spendableOf } from '../accounts.server.ts'
import { NATIVE } from '../assets.ts'
import { openChannels } from '../channels.server.ts'
import { askAny, openHorizons } from '../horizon/horizons.server.ts'
import { bidWithin, chooseTerms, FEE_CAPS, openStellarTreasury, type StellarFeeCaps } from '../treasury.server.ts'
import { findOnchainOutcome } from './outcomes.server.ts'
import { readTransaction, signatureOf } from './signatures.server.ts'
import {
  buildClosing,
  buildExpiry,
  buildOpening,
  buildReturn,
  buildSettlement,
  reservesOf,
  transactionHashOf,
  xdrOf,
} from './transactions.server.ts'

export type StellarSponsorSettings = StellarSettings & {
  sponsorSeed: string
  /** Kept apart from every other key: with one of the parties it can move escrow money. */
  arbiterSeed: string
  /** For the key of an opened account, which is discarded at once. */
  random: RandomBytes
  /** How many openings can be under way at once. 4 by default. */
  channels?: number
  feeCaps?: StellarFeeCaps
  /** How long a signed opening can be included, in seconds of the ledger's clock. 120 by default. */
  validSeconds?: number
}

/** XLM of the sponsor for the fees of settlements: reserves are lent only from what is above it. */
const KEPT_FOR_FEES = new Decimal(20)
const CHANNELS = 4
const VALID_SECONDS = 120
const SEED_BYTES = 32

export function openStellarSponsor(settings: StellarSponsorSettings): StellarSponsor {
  const { passphrase, sponsorSeed, random, feeCaps = FEE_CAPS, channels: most = CHANNELS } = settings
  const { validSeconds = VALID_SECONDS } = settings
  const sponsor = Keypair.fromSecret(sponsorSeed)
  const arbiter = Keypair.fromSecret(settings.arbiterSeed)
  const horizons = openHorizons(settings)
  const horizon = askAny(horizons)
  const treasury = openStellarTreasury({ ...settings, seed: sponsorSeed, channels: most, feeCaps, validSeconds })
  const channels = openChannels(horizon, { seed: sponsorSeed, payer: sponsor.publicKey(), most, feeCaps })
  const trustees = { arbiter: arbiter.publicKey(), sponsor: sponsor.publicKey() }

  async function bidNow(isUrgent: boolean): Promise<string> {
    const { bid } = await chooseTerms(horizon, validSeconds)
    return bidWithin(bid, isUrgent ? feeCaps.urgent : feeCaps.usual)
  }

  function bump(xdr: string, feeStroops: string): SignedPayout {
    const inner = readTransaction(xdr, passphrase)
    if (inner === null) throw new Error('what is to be wrapped is no transaction')
    const validUntil = inner.timeBounds?.maxTime ?? '0'
    if (validUntil === '0') throw new Error('what is to be wrapped would be valid for ever')
    const outer = TransactionBuilder.buildFeeBumpTransaction(sponsor.publicKey(), feeStroops, inner, passphrase)
    outer.sign(sponsor)
    return {
      network: 'stellar',
      hash: transactionHashOf(inner),
      blob: xdrOf(outer),
      source: inner.source,
      sequence: inner.sequence,
      validUntil,
      validFrom: null,
    }
  }

  return {
    network: 'stellar',
    source: sponsor.publicKey(),
    trustees,
    findLanes: treasury.findLanes,
    makeLanes: treasury.makeLanes,
    async signOpening(terms, lane) {
      await assertReserves(terms)
      const { key: channel, sequence } = await channels.use(lane)
      const { maxTime, bid } = await chooseTerms(horizon, validSeconds)
      const key = Keypair.fromRawEd25519Seed(Buffer.from(random(SEED_BYTES)))
      const account = key.publicKey()
      const frame = { source: lane, sequence, maxTime, feeStroops: bidWithin(bid, feeCaps.usual) }
      const transaction = buildOpening(terms, { ...frame, ...trustees, account }, settings)
      channel.sign(transaction)
      transaction.sign(sponsor, key)
      const signed = { hash: transactionHashOf(transaction), blob: xdrOf(transaction), source: lane, sequence }
      return { network: 'stellar', ...signed, account, validUntil: maxTime, validFrom: null }
    },
    signExit(terms, exit) {
      assertSettlement(terms, exit, trustees)
      return signatureOf(arbiter, buildSettlement(exit, settings))
    },
    signReserves(terms, exit) {
      if (!exit.shares.some(isShareSetAside)) return null
      assertSettlement(terms, exit, trustees)
      return signatureOf(sponsor, buildSettlement(exit, settings))
    },
    signClosing: (terms, closing) => signatureOf(arbiter, buildClosing(terms, closing, settings)),
    signExpiry: (terms, of) => signatureOf(arbiter, buildExpiry(terms, { ...of, feeStroops: '0' }, settings)),
    signReturn(terms, back, counting) {
      assertReturn(terms, back, counting)
      return signatureOf(arbiter, buildReturn(back, settings))
    },
    wrap: async (xdr, { isUrgent = false } = {}) => bump(xdr, await bidNow(isUrgent)),
    async submit(signed, { isUrgent = false } = {}) {
      if (!isUrgent || !isOwnBump(signed.blob)) return treasury.submit(signed, { isUrgent })
      const urgent = await bidNow(true).then(
        (fee) => bump(signed.blob, fee).blob,
        () => signed.blob,
      )
      return treasury.submit({ ...signed, blob: urgent })
    },
    // A proof comes from one Horizon: all requests go to one, or again from the start to another.
    outcomeOf: (signed) => horizons.prove((one) => findOnchainOutcome(one, signed, sponsor.publicKey())),
    async close() {
      for (const one of horizons.all) one.close()
      await treasury.close()
    },
  }

  /** Throws TreasuryWaits when lending reserves would take the XLM that the fees of settlements need. */
  async function assertReserves({ asset }: OnchainTerms): Promise<void> {
    const base = await readBaseReserve(horizon)
    const spendable = await spendableOf(horizon, { account: sponsor.publicKey(), asset: NATIVE }, settings)
    const lent = base.times(reservesOf(onStellar(asset)))
    if (spendable?.minus(lent).gte(KEPT_FOR_FEES)) return
    throw new TreasuryWaits('stellar', 'float', 'the sponsor has no more XLM to lend beside what fees need')
  }

  function isOwnBump(blob: string): boolean {
    const read = TransactionBuilder.fromXdr(blob, passphrase)
    return read instanceof FeeBumpTransaction && read.feeSource === sponsor.publicKey()
  }
}
