import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { issuedAssets } from '#app/kernel/domain/assets.ts'
import {
  endPlatformAccount,
  findOpenBusiness,
  findPlatformAccounts,
  knowsPaymentsOf,
  type OpenBusiness,
  recordPlatformAccounts,
} from '#app/ledgers/payments/db/platform-accounts.server.ts'
import {
  type Difference,
  differencesOf,
  issuerPurposeOf,
  leftOut,
  type PlatformAccount,
  sayDifferences,
  sayLeftOut,
} from '#app/ledgers/payments/domain/platform-account.ts'
import type { Deps } from '#app/workflow-deps.ts'

type AccountDeps = Pick<Deps, 'db' | 'accounts' | 'keeping' | 'chains' | 'settings' | 'clock' | 'newId'>

function accountsOfSettings({ accounts, keeping, chains, settings }: AccountDeps): PlatformAccount[] {
  const { stellar, xrpl } = accounts
  const [onStellar, onXrpl] = [
    { network: 'stellar' as const, chain: chains.stellar },
    { network: 'xrpl' as const, chain: chains.xrpl },
  ]
  return [
    { ...onStellar, purpose: 'fee', address: stellar.fee },
    { ...onStellar, purpose: 'escrow', address: stellar.escrow },
    ...issuedAssets().map((asset) => {
      const address = settings.issuers[asset]
      return { ...onStellar, purpose: issuerPurposeOf(asset), address }
    }),
    { ...onXrpl, purpose: 'fee', address: xrpl.fee },
    { ...onXrpl, purpose: 'escrow', address: xrpl.escrow },
    ...(keeping.stellar
      ? [
          { ...onStellar, purpose: 'keeper' as const, address: keeping.stellar.sponsor },
          { ...onStellar, purpose: 'arbiter' as const, address: keeping.stellar.arbiter },
        ]
      : []),
    ...(keeping.xrpl ? [{ ...onXrpl, purpose: 'keeper' as const, address: keeping.xrpl.keeper }] : []),
  ]
}

/**
 * Stores the accounts of the settings where the database has none, and compares them with the stored ones. Returns one
 * sentence that names both and says what to do, or null. Every process asks at its start: if web app and worker
 * differed, money would be asked for at an account that nobody reads.
 */
export async function accountsComplaint(deps: AccountDeps): Promise<string | null> {
  const set = accountsOfSettings(deps)
  await recordPlatformAccounts(deps.db, { accounts: set, newId: deps.newId, at: deps.clock.now() })
  const recorded = await findPlatformAccounts(deps.db)
  const said = sayDifferences(differencesOf(set, recorded))
  for (const account of leftOut(set, recorded)) {
    if ((await findOpenBusiness(deps.db, account)).length > 0) said.push(sayLeftOut(account))
  }
  if (said.length === 0) return null
  return `${said.join('; ')}. Set what it was started with, in the web app and in the worker; to change accounts, stop both and run npm run accounts:change (docs/operating.md).`
}

export type AccountChange = {
  differences: Difference[]
  /** What prevents each account from being replaced. */
  open: { account: PlatformAccount; business: OpenBusiness[] }[]
  /** Another network, whose payments this database has: its books would mix both. */
  otherChain: Difference[]
  isDone: boolean
}

/**
 * Replaces the stored accounts by those of the settings: all that differ, or none. `reason` null: only shows what would
 * change. What arrives at a former account is read for ever.
 */
export async function changeAccounts(deps: AccountDeps, { reason }: { reason: string | null }): Promise<AccountChange> {
  const set = accountsOfSettings(deps)
  const at = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const differences = differencesOf(set, await findPlatformAccounts(tx))
    const open: AccountChange['open'] = []
    const otherChain: Difference[] = []
    for (const difference of differences) {
      const { recorded } = difference
      const business = await findOpenBusiness(tx, recorded)
      if (business.length > 0) open.push({ account: recorded, business })
      const isOther = difference.set.chain !== recorded.chain
      if (isOther && (await knowsPaymentsOf(tx, recorded.network))) otherChain.push(difference)
    }
    const isDone = reason !== null && differences.length > 0 && open.length === 0 && otherChain.length === 0
    if (!isDone) return { differences, open, otherChain, isDone }
    for (const { recorded } of differences) await endPlatformAccount(tx, { account: recorded, reason, at })
    await recordPlatformAccounts(tx, { accounts: set, newId: deps.newId, at })
    const detail = { reason, changes: differences.map(({ set: to, recorded: from }) => ({ from, to })) }
    await writeEvent(tx, { kind: 'accounts_changed', at, detail })
    return { differences, open, otherChain, isDone }
  })
}
