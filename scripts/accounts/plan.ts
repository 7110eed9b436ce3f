/** Which accounts of the settings are to be prepared, and what each of them lacks. */
import {
  forEachIssued,
  type Issuers,
  issuedAssets,
  issuerSettingOf,
  NETWORKS,
  type Network,
} from '#app/kernel/domain/assets.ts'
import { HARBOUR_CHAINS } from '#app/kernel/domain/harbour-addresses.ts'
import type { AccountStanding } from '#app/ops/domain/account-standing.ts'

export const ROLES = ['escrow', 'fee', 'sponsor'] as const
export type Role = (typeof ROLES)[number]

/** `play`: the harbour; `test`: a network with a faucet; `real`: anything else, including an unknown network. */
export type Realm = 'play' | 'test' | 'real'

export type Networks = {
  stellar: { url: string; passphrase: string; issuers: Issuers; realm: Realm }
  xrpl: { url: string; id: number; realm: Realm }
}

/** The public test networks: the default when none of these is set. */
export const TEST_SETTINGS = {
  HORIZON_URL: 'https://horizon-testnet.stellar.org',
  STELLAR_PASSPHRASE: 'Test SDF Network ; September 2015',
  USDC_ISSUER: 'GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5',
  XRPL_URL: 'wss://s.altnet.rippletest.net:51233',
  XRPL_NETWORK_ID: '1',
} as const
type NetworkSetting = keyof typeof TEST_SETTINGS

const XRPL_TEST_IDS = [1, 2]

type Env = Record<string, string | undefined>

/** Returns the networks of the settings, by default the test networks. `problem`: some are missing or invalid. */
export function readNetworks(env: Env): Networks | { problem: string } {
  const names = Object.keys(TEST_SETTINGS) as NetworkSetting[]
  const missing = names.filter((name) => !env[name]?.trim())
  if (missing.length > 0 && missing.length < names.length) {
    return { problem: `Set ${missing.join(', ')}, too; or none of ${names.join(', ')} for the public test networks.` }
  }
  const set = (name: NetworkSetting) => env[name]?.trim() || TEST_SETTINGS[name]
  const first = (name: NetworkSetting) => set(name).split(',')[0]?.trim() ?? ''
  const id = Number(set('XRPL_NETWORK_ID'))
  if (!Number.isInteger(id) || id < 0) return { problem: 'XRPL_NETWORK_ID must be a number.' }
  const passphrase = set('STELLAR_PASSPHRASE')
  return {
    stellar: {
      url: first('HORIZON_URL'),
      passphrase,
      issuers: forEachIssued((asset) => set(issuerSettingOf(asset))),
      realm: realmOf(passphrase, HARBOUR_CHAINS.stellar, [TEST_SETTINGS.STELLAR_PASSPHRASE]),
    },
    xrpl: { url: first('XRPL_URL'), id, realm: realmOf(id, Number(HARBOUR_CHAINS.xrpl), XRPL_TEST_IDS) },
  }
}

function realmOf<Id>(id: Id, harbour: NoInfer<Id>, tests: readonly Id[]): Realm {
  if (id === harbour) return 'play'
  return tests.includes(id) ? 'test' : 'real'
}

export type Named = { network: Network; role: Role; setting: string; address: string | null; seed: string | null }

/** Returns the four accounts of the settings; the sponsor accounts only if they are set or wanted. */
export function readAccounts(env: Env, { keepers = false }: { keepers?: boolean } = {}): Named[] {
  return NETWORKS.flatMap((network) =>
    ROLES.map((role) => {
      const setting = `${network.toUpperCase()}_${role.toUpperCase()}`
      const address = env[`${setting}_ACCOUNT`]?.trim() || null
      const seed = env[`${setting}_SEED`]?.trim() || null
      return { network, role, setting, address, seed }
    }),
  ).filter(({ role, address }) => role !== 'sponsor' || address !== null || keepers)
}

/** The keys for ledger-held escrows that belong to no account. */
export function readKeys(env: Env): { arbiter: { address: string | null; seed: string | null }; hasSealing: boolean } {
  const set = (name: string) => env[name]?.trim() || null
  return {
    arbiter: { address: set('STELLAR_ARBITER_ADDRESS'), seed: set('STELLAR_ARBITER_SEED') },
    hasSealing: set('ONCHAIN_SEALING_KEY') !== null,
  }
}

export const STEPS = ['fund', 'trustline', 'memo', 'tag'] as const
export type Step = (typeof STEPS)[number]

/** Returns what an account lacks, in the order of the steps. A sponsor only has to exist: nobody pays to it. */
export function stepsFor(
  { network, role }: { network: Network; role: Role },
  standing: AccountStanding | null,
  issuers: Issuers,
): Step[] {
  if (role === 'sponsor') return standing === null ? ['fund'] : []
  const hasLines = issuedAssets().every((asset) =>
    standing?.lines.some((line) => line.asset === asset && line.issuer === issuers[asset]),
  )
  const lacks: Record<Step, boolean> = {
    fund: standing === null,
    trustline: network === 'stellar' && !hasLines,
    memo: network === 'stellar' && !standing?.wantsMemo,
    tag: network === 'xrpl' && !standing?.wantsMemo,
  }
  return STEPS.filter((step) => lacks[step])
}

/**
 * Amounts to send to a new account, in XLM and XRP: reserves, slots for transfers (24 channel accounts of 2 XLM, 72
 * tickets of 0.2 XRP) and fees for a while, where it pays out. A sponsor has 4 channel accounts or 20 tickets, and on
 * Stellar the reserves of about thirty escrows, 3 XLM each; a release of XRP usually costs at most 0.07 XRP.
 */
export const STARTING: Record<Network, Record<Role, string>> = {
  stellar: { escrow: '75', fee: '10', sponsor: '100' },
  xrpl: { escrow: '30', fee: '5', sponsor: '10' },
}

export const COSTS: Record<Exclude<Step, 'fund'>, string> = {
  trustline: `a trustline for ${issuedAssets().join(' and ')}: locks 0.5 XLM, and less than 0.001 XLM of network fee`,
  memo: 'the data entry config.memo_required (SEP-29): locks 0.5 XLM, and less than 0.001 XLM of network fee',
  tag: 'asfRequireDest: locks nothing, and less than 0.001 XRP of network fee',
}
