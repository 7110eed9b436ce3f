/**
 * Creates or checks our accounts: keys, faucet money, trustlines, and required memos and tags. With real money it
 * creates no key and sends nothing without the flag; it prints what is missing and what that costs.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { givePresentNames } from '#app/config/environment.server.ts'
import { NETWORK_FACTS, type Network } from '#app/kernel/domain/assets.ts'
import type { Ledger } from '#app/ledgers/ledger.ts'
import { openStellarLedger } from '#app/ledgers/stellar.server.ts'
import { openXrplLedger } from '#app/ledgers/xrpl.server.ts'
import type { AccountStanding } from '#app/ops/domain/account-standing.ts'
import { Impossible } from '../commands/command.ts'
import {
  COSTS,
  type Named,
  type Networks,
  readAccounts,
  readKeys,
  readNetworks,
  STARTING,
  type Step,
  stepsFor,
  TEST_SETTINGS,
} from './plan.ts'
import { fundOnStellar, newStellarKey, setUpOnStellar, stellarAddressOf } from './stellar.ts'
import { fundOnXrpl, newXrplKey, requireTag, xrplAddressOf } from './xrpl.ts'

export type Wish = {
  /** Send also on ledgers with real money. */
  yes: boolean
  /** Create keys also for real money. */
  makeKeys: boolean
  /** Also prepare everything for ledger-held escrows. */
  keepers?: boolean
  /** Stores new keys, which are shown only this once. Throws when they cannot be stored. */
  keepKeys: (lines: string[]) => Promise<void>
  /** Whether a worker watches outflows of this client-money account: it would not know what is sent from here. */
  isWatched: (of: { network: Network; account: string }) => Promise<boolean>
  say: (line: string) => void
}

type Own = Named & { address: string }

/** Returns true when nothing is missing any more. Throws Impossible. */
export async function prepareAccounts(given: Record<string, string | undefined>, wish: Wish): Promise<boolean> {
  const env = { ...given }
  const { complaints } = givePresentNames(env)
  if (complaints.length > 0) throw new Impossible(`${complaints.join('. ')}.`)
  const networks = readNetworks(env)
  if ('problem' in networks) throw new Impossible(networks.problem)
  const named = readAccounts(env, wish)
  for (const { setting, network, address, seed } of named) checkSeed(setting, { network, address, seed })
  const keys = readKeys(env)
  checkSeed('STELLAR_ARBITER', { network: 'stellar', ...keys.arbiter }, 'STELLAR_ARBITER_ADDRESS')
  const own = await withKeys(env, { named, networks, wish })
  const ledgers = openLedgers(networks)
  let missing = named.length - own.accounts.length + own.missingKeys
  try {
    for (const account of own.accounts)
      if (!(await prepare(account, { networks, ledger: ledgers[account.network], wish }))) missing += 1
  } finally {
    await Promise.all([ledgers.stellar.close(), ledgers.xrpl.close()])
  }
  return missing === 0
}

function openLedgers({ stellar, xrpl }: Networks) {
  const { url, passphrase, issuers } = stellar
  return {
    stellar: openStellarLedger({ horizonUrls: [url], passphrase, issuers, ownAccounts: [] }),
    xrpl: openXrplLedger({ urls: [xrpl.url], networkId: xrpl.id, ownAccounts: [] }),
  }
}

function checkSeed(
  setting: string,
  { network, address, seed }: Pick<Named, 'network' | 'address' | 'seed'>,
  account = `${setting}_ACCOUNT`,
): void {
  if (seed === null) return
  const of = network === 'stellar' ? stellarAddressOf(seed) : xrplAddressOf(seed)
  if (of === null) throw new Impossible(`${setting}_SEED is no secret seed of ${NETWORK_FACTS[network].name}.`)
  if (of !== address) throw new Impossible(`${setting}_SEED is not the seed of ${account}.`)
}

/** Returns the existing and new accounts. New keys are stored before anything is sent to their accounts. */
async function withKeys(
  env: Record<string, string | undefined>,
  { named, networks, wish }: { named: Named[]; networks: Networks; wish: Wish },
): Promise<{ accounts: Own[]; missingKeys: number }> {
  const mayMake = (network: Network) => networks[network].realm !== 'real' || wish.makeKeys
  const made: string[] = []
  const accounts = named.flatMap((account): Own[] => {
    const { network, setting, address } = account
    if (address !== null) return [{ ...account, address }]
    if (!mayMake(network)) {
      wish.say(`mend  ${setting}_ACCOUNT is not set: make its key where you keep keys, or with --make-keys.`)
      return []
    }
    const key = network === 'stellar' ? newStellarKey() : newXrplKey()
    made.push(`${setting}_ACCOUNT=${key.address}`, `${setting}_SEED=${key.seed}`)
    return [{ ...account, ...key }]
  })
  const missingKeys = keysWithoutAccounts(env, named).filter(({ setting, network, make }) => {
    if (mayMake(network)) made.push(...make())
    else wish.say(`mend  ${setting} is not set: make it where you keep keys, or with --make-keys.`)
    return !mayMake(network)
  }).length
  if (made.length === 0) return { accounts, missingKeys }
  const isTest = Object.keys(TEST_SETTINGS).every((name) => !env[name]?.trim())
  await wish.keepKeys([
    ...(isTest ? Object.entries(TEST_SETTINGS).map(([name, value]) => `${name}=${quoted(value)}`) : []),
    ...made,
  ])
  return { accounts, missingKeys }
}

/** Unset keys for ledger-held escrows that have no account, where the ledger's sponsor account is set or wanted. */
function keysWithoutAccounts(
  env: Record<string, string | undefined>,
  named: readonly Named[],
): { setting: string; network: Network; make: () => string[] }[] {
  const keeps = (network: Network) => named.some((account) => account.network === network && account.role === 'sponsor')
  const { arbiter, hasSealing } = readKeys(env)
  return [
    {
      setting: 'STELLAR_ARBITER_ADDRESS',
      network: 'stellar' as const,
      isSet: arbiter.address !== null,
      make() {
        const { address, seed } = newStellarKey()
        return [`STELLAR_ARBITER_ADDRESS=${address}`, `STELLAR_ARBITER_SEED=${seed}`]
      },
    },
    {
      setting: 'ONCHAIN_SEALING_KEY',
      network: 'xrpl' as const,
      isSet: hasSealing,
      make: () => [`ONCHAIN_SEALING_KEY=${randomBytes(32).toString('base64')}`],
    },
  ].filter(({ network, isSet }) => keeps(network) && !isSet)
}

function quoted(value: string): string {
  return value.includes(' ') ? `"${value}"` : value
}

type With = { networks: Networks; ledger: Ledger; wish: Wish }

/** Returns true when the account lacks nothing any more. */
async function prepare(account: Own, { networks, ledger, wish }: With): Promise<boolean> {
  const { network, role, setting, address, seed } = account
  const { issuers } = networks.stellar
  const say = (word: string, what: string) => wish.say(`${word.padEnd(5)} ${setting}_ACCOUNT ${what}`)
  if (!ledger.isAddress(address))
    throw new Impossible(`${setting}_ACCOUNT: “${address}” is no address of ${NETWORK_FACTS[network].name}.`)
  let standing = await ledger.standing(address)
  const steps = stepsFor(account, standing, issuers)
  if (steps.length === 0) {
    say('ok', `${address} lacks nothing.`)
    return true
  }
  const { realm } = networks[network]
  const asset = network === 'stellar' ? 'XLM' : 'XRP'
  if (steps.includes('fund')) {
    const amount = STARTING[network][role]
    if (realm === 'real') {
      say('mend', `${address} is not on the ledger: send it ${amount} ${asset}, then run this again.`)
      for (const step of rest(steps)) say('note', `it will need ${COSTS[step]}`)
      return false
    }
    if (network === 'stellar') await fundOnStellar(networks.stellar, address, amount)
    else await fundOnXrpl(networks.xrpl, address, amount)
    standing = await untilThere(ledger, address)
    say('done', `${address} got its first ${asset}.`)
  }
  const wanted = rest(steps)
  if (wanted.length === 0) return true
  if (seed === null) {
    for (const step of wanted)
      say('mend', `${address} needs ${COSTS[step]}; ${setting}_SEED is not set here, so do it in a wallet.`)
    return false
  }
  if (realm === 'real' && !wish.yes) {
    for (const step of wanted) say('mend', `${address} needs ${COSTS[step]}; --yes does it.`)
    return false
  }
  if (role === 'escrow' && (await wish.isWatched({ network, account: address }))) {
    say(
      'note',
      'is watched by a worker: what is sent from it stops its payouts, until an operator has said on the desk,',
    )
    say('note', 'page Unexplained, that it was none of our payouts.')
    if (!wish.yes) {
      for (const step of wanted) say('mend', `${address} needs ${COSTS[step]}; --yes sends it all the same.`)
      return false
    }
  }
  if (network === 'stellar') await setUpOnStellar(networks.stellar, { seed, steps: wanted })
  else await requireTag(networks.xrpl, { seed })
  const left = stepsFor(
    account,
    await untilThere(ledger, address, (now) => stepsFor(account, now, issuers).length === 0),
    issuers,
  )
  for (const step of wanted) say('done', `${address} has ${COSTS[step]}`)
  return left.length === 0
}

function rest(steps: readonly Step[]): Exclude<Step, 'fund'>[] {
  return steps.filter((step) => step !== 'fund')
}

const TRIES = 60
const PAUSE_MS = 1_000

/** Waits until a server shows the account as wanted: servers lag behind the transactions they accepted. */
async function untilThere(
  ledger: Ledger,
  address: string,
  isWanted: (standing: AccountStanding) => boolean = () => true,
): Promise<AccountStanding> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const standing = await ledger.standing(address)
    if (standing !== null && isWanted(standing)) return standing
    await delay(PAUSE_MS)
  }
  throw new Impossible(
    `The ledger does not show what was sent for ${address}. Run this again: it goes on where it was.`,
  )
}
