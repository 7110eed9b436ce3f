/** Stellar behind the port `StellarOnchain`: the state of on-chain escrow, and what people sign. No key. */

import { Decimal } from '#app/kernel/domain/money.ts'
import { compareAccount, type Trustees } from '#app/trade/onchain/domain/differences.ts'
import { SECONDS_TO_SIGN } from '#app/trade/onchain/domain/draft.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import type { FoundClaim, StellarOnchain, UnsignedTransaction } from '../../onchain.ts'
import type { StellarSettings } from '../accounts.server.ts'
import type { Horizon } from '../horizon/horizon.server.ts'
import { openHorizons } from '../horizon/horizons.server.ts'
import { sendEnvelope } from '../treasury.server.ts'
import { claimableBalancesAnswer, onchainAccountAnswer } from './answers.ts'
import { findDeposits } from './deposits.server.ts'
import { findObstacles } from './obstacles.server.ts'
import { readClock, readNextSequence, readOperations } from './questions.server.ts'
import { readShareBalance, readTwoSignatureAccount } from './readings.ts'
import { readReturnable, writeReturn } from './returns.server.ts'
import { isTakeOf, readHash, readSigned, withSignatures } from './signatures.server.ts'
import {
  balancesOf,
  buildClosing,
  buildDeposit,
  buildExpiry,
  buildSettlement,
  buildTake,
  type Chain,
  transactionHashOf,
  WALLET_FEE,
  xdrOf,
} from './transactions.server.ts'

const SECONDS_TO_CLAIM = 30 * 86_400

export function openStellarOnchain(settings: StellarSettings): StellarOnchain {
  const horizons = openHorizons(settings)
  const { passphrase } = settings
  return {
    network: 'stellar',
    obstaclesTo: (terms, when) => horizons.use((horizon) => findObstacles(horizon, { terms, when }, settings)),
    readAccount: (terms, of) => horizons.use((horizon) => readAccount(horizon, { terms, of }, settings)),
    writeLock: (terms, account, until) =>
      horizons.use((horizon) => writeDeposit(horizon, { terms, account, until }, settings)),
    findLocks: (terms, account, known = new Set()) =>
      horizons.prove((horizon) => findDeposits(horizon, { terms, account, known }, settings)),
    findClaim: (balanceId) => horizons.prove((horizon) => findClaim(horizon, balanceId)),
    writeExit: (exit) => unsigned(buildSettlement(exit, settings), String(exit.maxTime)),
    balancesOf: (exit) => balancesOf(exit, settings),
    writeClosing: (terms, of) => {
      const closing = buildClosing(terms, of, settings)
      return unsigned(closing, closing.timeBounds?.maxTime ?? '0')
    },
    readForClosing: (account) => horizons.prove((horizon) => readForClosing(horizon, account)),
    writeTake: (of) => horizons.use((horizon) => writeTake(horizon, of, settings)),
    writeExpiry: (terms, of) => horizons.use((horizon) => writeExpiry(horizon, { terms, ...of }, settings)),
    readReturnable: async (terms, of) => {
      const found = await horizons.prove((horizon) => readReturnable(horizon, { terms, of }, settings))
      return found && { asset: found.asset, amount: found.amount }
    },
    writeReturn: (terms, of) => horizons.use((horizon) => writeReturn(horizon, { terms, of }, settings)),
    readHash: (xdr) => readHash(xdr, passphrase),
    isTakeOf: (xdr, balanceIds) => isTakeOf(xdr, balanceIds, passphrase),
    readSigned: (xdr, expected) => readSigned(xdr, expected, passphrase),
    withSignatures: (xdr, signatures) => withSignatures(xdr, signatures, passphrase),
    send: (xdr) => horizons.use((horizon) => sendEnvelope(horizon, xdr)),
    async close() {
      for (const one of horizons.all) one.close()
    },
  }
}

function unsigned(
  transaction: Parameters<typeof transactionHashOf>[0] & Parameters<typeof xdrOf>[0],
  validUntil: string,
) {
  return { hash: transactionHashOf(transaction), xdr: xdrOf(transaction), validUntil }
}

async function readAccount(
  horizon: Horizon,
  { terms, of }: { terms: OnchainTerms; of: Trustees & { account: string } },
  chain: Chain,
) {
  const found = await horizon.get(`/accounts/${encodeURIComponent(of.account)}`, onchainAccountAnswer)
  if (found === null) return null
  return {
    nextSequence: (BigInt(found.body.sequence) + 1n).toString(),
    differences: compareAccount(
      terms,
      of,
      readTwoSignatureAccount(found.body, { asset: terms.asset, issuers: chain.issuers }),
    ),
  }
}

async function writeDeposit(
  horizon: Horizon,
  { terms, account, until }: { terms: OnchainTerms; account: string; until: Date | undefined },
  chain: Chain,
): Promise<(UnsignedTransaction & { balanceId: string; sequence: string }) | null> {
  const sequence = await readNextSequence(horizon, terms.buyerWallet)
  if (sequence === null) return null
  const lastSecond = until ? Math.floor(until.getTime() / 1000) : terms.deadline - 1
  const maxTime = String(Math.min((await readClock(horizon)) + SECONDS_TO_SIGN, lastSecond, terms.deadline - 1))
  const frame = { source: terms.buyerWallet, sequence, maxTime, feeStroops: WALLET_FEE, account }
  const transaction = buildDeposit(terms, frame, chain)
  return { ...unsigned(transaction, maxTime), balanceId: transaction.getClaimableBalanceId(0), sequence }
}

async function writeExpiry(
  horizon: Horizon,
  of: { terms: OnchainTerms; balanceId: string; closing: string | null; isWrapped: boolean },
  chain: Chain,
): Promise<(UnsignedTransaction & { sequence: string }) | null> {
  const { terms, balanceId, closing, isWrapped } = of
  const sequence = await readNextSequence(horizon, terms.buyerWallet)
  if (sequence === null) return null
  const validUntil = String(Math.max(await readClock(horizon), terms.deadline) + SECONDS_TO_CLAIM)
  const feeStroops = isWrapped ? '0' : WALLET_FEE
  const transaction = buildExpiry(terms, { balanceId, sequence, validUntil, closing, feeStroops }, chain)
  return { ...unsigned(transaction, validUntil), sequence }
}

async function readForClosing(horizon: Horizon, account: string) {
  const address = encodeURIComponent(account)
  const found = await horizon.get(`/accounts/${address}`, onchainAccountAnswer)
  if (found === null) return null
  const { _embedded: claimable } = await horizon.read(
    `/claimable_balances?claimant=${address}&limit=1`,
    claimableBalancesAnswer,
  )
  const isLineEmpty = found.body.balances.every(
    ({ asset_type: type, balance }) => type === 'native' || new Decimal(balance ?? 0).isZero(),
  )
  const nextSequence = (BigInt(found.body.sequence) + 1n).toString()
  return { nextSequence, isEmpty: isLineEmpty && claimable.records.length === 0 }
}

async function writeTake(
  horizon: Horizon,
  { wallet, balanceId }: { wallet: string; balanceId: string },
  chain: Chain,
): Promise<UnsignedTransaction | null> {
  const sequence = await readNextSequence(horizon, wallet)
  if (sequence === null) return null
  const maxTime = String((await readClock(horizon)) + SECONDS_TO_SIGN)
  return unsigned(buildTake({ source: wallet, sequence, maxTime, feeStroops: WALLET_FEE, balanceId }, chain), maxTime)
}

async function findClaim(horizon: Horizon, balanceId: string): Promise<FoundClaim | null> {
  const history = await readOperations(
    horizon,
    `/claimable_balances/${encodeURIComponent(balanceId)}/operations`,
    'desc',
  )
  const claim = history.find(({ type }) => type === 'claim_claimable_balance')
  if (claim === undefined) return null
  const { transaction_hash: hash, created_at: at, source_account: claimant } = claim
  const operations = await readOperations(horizon, `/transactions/${hash}/operations`, 'asc')
  const paid = operations.flatMap((operation) => readShareBalance(operation, claimant) ?? [])
  return { claimant, hash, at: new Date(at), paid }
}
