/** The servers of both ledgers, each by itself, and our accounts there. */

import { Keypair } from '@stellar/stellar-sdk/base'
import { Wallet } from 'xrpl'
import type { Config } from '#app/config.server.ts'
import {
  type IssuedAsset,
  type Issuers,
  issuedAssets,
  issuerSettingOf,
  NETWORK_FACTS,
  type Network,
} from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { openClock } from '#app/kernel/services/clock.server.ts'
import { LEAST_OF_SPONSOR } from '#app/ledgers/books/domain/sponsor-float.ts'
import type { HistoryView, Ledger } from '#app/ledgers/ledger.ts'
import { openStellarLedger } from '#app/ledgers/stellar.server.ts'
import { openXrplLedger } from '#app/ledgers/xrpl.server.ts'
import { findingsOfAccount } from '#app/ops/domain/account-standing.ts'
import { type Finding, findingsAbout } from '#app/ops/domain/finding.ts'
import type { Check } from './look.ts'

const LEDGER_SECONDS: Record<Network, number> = { stellar: 5.5, xrpl: 4 }
/** The first ledger that any server has: the XRP Ledger's earlier ones are lost. */
const FIRST_LEDGER: Record<Network, number> = { stellar: 2, xrpl: 32_570 }
const LATE_MS = 60_000
const AHEAD_MS = 10_000
const DAY_SECONDS = 86_400
/** Payments stay unread if Quayside is down for longer than a server's history. */
const LEAST_DAYS = 14
const LEAST_OF_FEE_ACCOUNT = new Decimal(1)
/** The issuer of each asset on the public network. */
const CIRCLE: Issuers = { USDC: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN' }

type Settings = Pick<Config, 'stellar' | 'xrpl' | 'keepers' | 'floatLow' | 'harbourClockUrl'>

export function checksOfLedgers(config: Settings): Check[] {
  return [
    ...config.stellar.horizonUrls.map((url) =>
      lookAtServer(`Stellar ${hostOf(url)}`, config, () => openStellar(config, [url])),
    ),
    ...config.xrpl.urls.map((url) => lookAtServer(`XRP Ledger ${hostOf(url)}`, config, () => openXrpl(config, [url]))),
    ...issuedAssets().map((asset) => ({ about: issuerSettingOf(asset), find: () => findIssuer(config, asset) })),
    ...accountsOf(config).map((account) => lookAtAccount(config, account)),
    ...lookAtKeys(config),
  ]
}

export function openLedger(config: Settings, network: Network): Ledger {
  return network === 'stellar' ? openStellar(config) : openXrpl(config)
}

function openStellar({ stellar }: Settings, horizonUrls = stellar.horizonUrls): Ledger {
  const { passphrase, issuers } = stellar
  return openStellarLedger({ horizonUrls, passphrase, issuers, ownAccounts: [] })
}

function openXrpl({ xrpl }: Settings, urls = xrpl.urls): Ledger {
  return openXrplLedger({ urls, networkId: xrpl.networkId, ownAccounts: [] })
}

export async function withLedger<Result>(
  open: () => Ledger,
  work: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const ledger = open()
  try {
    return await work(ledger)
  } finally {
    await ledger.close()
  }
}

/** Returns the host: path, query and credentials may be secret. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

function lookAtServer(about: string, { harbourClockUrl }: Settings, open: () => Ledger): Check {
  const { mend } = findingsAbout(about)
  return {
    about,
    find: () =>
      withLedger(open, async (ledger) => {
        try {
          using clock = await openClock(harbourClockUrl)
          return findInHistory(about, { network: ledger.network, shown: await ledger.historyAt(1), now: clock.now() })
        } catch (error) {
          return [mend(`It cannot be used: ${causeOf(error)}.`)]
        }
      }),
  }
}

/** `now`: by the clock that the ledger uses. */
function findInHistory(about: string, of: { network: Network; shown: HistoryView; now: Date }): Finding[] {
  const { network, shown, now } = of
  const { oldest, newest } = shown
  const { ok, mend, note } = findingsAbout(about)
  const lateMs = now.getTime() - newest.closedAt.getTime()
  const days = Math.floor(((newest.sequence - oldest) * LEDGER_SECONDS[network]) / DAY_SECONDS)
  const isWhole = oldest <= FIRST_LEDGER[network]
  return [
    lateMs > LATE_MS
      ? mend(
          `Its newest ledger ${newest.sequence} closed ${Math.round(lateMs / 1000)} s ago: it lags, or this clock is wrong.`,
        )
      : lateMs < -AHEAD_MS
        ? mend(`Its newest ledger closed ${Math.round(-lateMs / 1000)} s from now: set this machine’s clock by NTP.`)
        : ok(`It serves the network of the settings, and is at ledger ${newest.sequence}.`),
    isWhole || days >= LEAST_DAYS
      ? ok(`It has ${isWhole ? 'all of the history' : `the history of ${days} days`}.`)
      : note(`It has the history of ${days} days only: of no use after an outage that is longer.`),
  ]
}

async function findIssuer(config: Settings, asset: IssuedAsset): Promise<Finding[]> {
  const { ok, mend, note } = findingsAbout(issuerSettingOf(asset))
  const { issuers, isPublic } = config.stellar
  const issuer = issuers[asset]
  if (isPublic && issuer !== CIRCLE[asset]) {
    return [mend(`It is not Circle’s (${CIRCLE[asset]}): what it issues is called ${asset} and is none.`)]
  }
  const standing = await withLedger(
    () => openStellar(config),
    (ledger) => ledger.standing(issuer),
  )
  if (standing === null) return [mend(`${issuer} is not on the ledger: nobody can hold what it issues.`)]
  return [isPublic ? ok('It is Circle’s, and is on the ledger.') : note(`${issuer} is on the ledger; for tests.`)]
}

type Role = 'fee' | 'escrow' | 'sponsor'
type Account = { network: Network; role: Role; account: string; seed: string | undefined }

function accountsOf({ stellar, xrpl, keepers }: Settings): Account[] {
  const [onStellar, onXrpl] = [keepers.stellar, keepers.xrpl]
  return [
    { network: 'stellar', role: 'escrow', account: stellar.escrowAccount, seed: stellar.escrowSeed },
    { network: 'stellar', role: 'fee', account: stellar.feeAccount, seed: stellar.feeSeed },
    { network: 'xrpl', role: 'escrow', account: xrpl.escrowAccount, seed: xrpl.escrowSeed },
    { network: 'xrpl', role: 'fee', account: xrpl.feeAccount, seed: xrpl.feeSeed },
    ...(onStellar
      ? [{ network: 'stellar' as const, role: 'sponsor' as const, account: onStellar.keeper, seed: onStellar.seed }]
      : []),
    ...(onXrpl
      ? [{ network: 'xrpl' as const, role: 'sponsor' as const, account: onXrpl.keeper, seed: onXrpl.seed }]
      : []),
  ]
}

/** Keys for ledger-held escrows that have no account on a ledger. */
function lookAtKeys({ keepers: { stellar } }: Settings): Check[] {
  const arbiter = findingsAbout('STELLAR_ARBITER_SEED')
  const away = 'It is not set here. The worker needs it: run this with the worker’s settings, too.'
  return stellar ? [{ about: 'STELLAR_ARBITER_SEED', find: async () => [findArbiter(arbiter, stellar, away)] }] : []
}

function findArbiter(
  { ok, mend, note }: ReturnType<typeof findingsAbout>,
  { arbiter, arbiterSeed }: NonNullable<Settings['keepers']['stellar']>,
  away: string,
): Finding {
  if (arbiterSeed === undefined) return note(away)
  const address = addressOfSeed('stellar', arbiterSeed)
  return address === arbiter
    ? ok('It signs for STELLAR_ARBITER_ADDRESS.')
    : mend(`It is the seed of ${address}, not of ${arbiter}.`)
}

function lookAtAccount(config: Settings, { network, role, account, seed }: Account): Check {
  const prefix = `${network === 'stellar' ? 'STELLAR' : 'XRPL'}_${role.toUpperCase()}`
  const setting = `${prefix}_ACCOUNT`
  return {
    about: setting,
    find: () =>
      withLedger(
        () => openLedger(config, network),
        async (ledger) => {
          if (!ledger.isAddress(account)) {
            return [findingsAbout(setting).mend(`“${account}” is no address of ${NETWORK_FACTS[network].name}.`)]
          }
          return findingsOfAccount({
            setting,
            network,
            account,
            key: { setting: `${prefix}_SEED`, address: addressOfSeed(network, seed), mustBeThere: role !== 'fee' },
            issuers: config.stellar.issuers,
            low: leastOf(config, { network, role }),
            isPaid: role !== 'sponsor',
            standing: await ledger.standing(account),
          })
        },
      ),
  }
}

function leastOf({ floatLow }: Settings, { network, role }: Pick<Account, 'network' | 'role'>): Decimal {
  return { escrow: floatLow[network], fee: LEAST_OF_FEE_ACCOUNT, sponsor: LEAST_OF_SPONSOR[network] }[role]
}

/** Never throws: an SDK's message about a malformed seed may contain the seed. */
function addressOfSeed(network: Network, seed: string | undefined): string {
  if (seed === undefined) return 'none'
  try {
    return network === 'stellar' ? Keypair.fromSecret(seed).publicKey() : Wallet.fromSeed(seed).classicAddress
  } catch {
    return 'unreadable'
  }
}
