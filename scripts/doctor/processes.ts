/** Compares the settings with those of running processes, and the sealing key with the database: decision 104. */
import type { Config } from '#app/config.server.ts'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { findRunningProcesses } from '#app/ops/db/processes.server.ts'
import { type Finding, findingsAbout } from '#app/ops/domain/finding.ts'
import { type DifferingSetting, differingSettings } from '#app/ops/domain/settings-compare.ts'
import { sealingComplaint } from '#app/ops/workflows/prove-sealing-keys.server.ts'
import { openFulfilments } from '#app/trade/onchain/services/fulfilments.server.ts'
import type { Check } from './look.ts'

export function checksOfProcesses(config: Config): Check[] {
  return [
    { about: 'processes', find: () => findProcesses(config) },
    ...(config.keepers.xrpl ? [{ about: 'ONCHAIN_SEALING_KEY', find: () => findSealing(config) }] : []),
  ]
}

async function asking<Result>({ databaseUrl }: Config, find: (db: Database) => Promise<Result>): Promise<Result> {
  const db = openDatabase({ url: databaseUrl, connections: 1 })
  try {
    return await find(db)
  } finally {
    await db.$disconnect()
  }
}

/** Settings with a signing key are a worker's. */
export async function findProcesses(config: Config): Promise<Finding[]> {
  const { ok, mend, note } = findingsAbout('processes')
  const running = await asking(config, findRunningProcesses)
  if (running.length === 0) return [note('None runs: whether all have the same settings is seen when they do.')]
  const { settings } = config.describe(hasKeys(config) ? 'worker' : 'web')
  const differing = differingSettings([{ role: 'here', settings }, ...running])
  if (differing.length > 0) return differing.map((found) => mend(inWords(found)))
  return [
    ok(
      running.length === 1
        ? 'The 1 that runs has the settings that are set here.'
        : `The ${running.length} that run have the settings that are set here.`,
    ),
  ]
}

function hasKeys({ stellar, xrpl, signer }: Config): boolean {
  return [stellar.escrowSeed, xrpl.escrowSeed, signer.token].some((key) => key !== undefined)
}

function inWords({ name, values }: DifferingSetting): string {
  const all = values.map(({ value, roles }) => {
    const where = [...new Set(roles)].map((role) =>
      role === 'here' ? role : `in a ${role === 'web' ? 'web process' : role}`,
    )
    return `${value === null ? '' : `${value || 'not set'} `}${where.join(' and ')}`
  })
  return `${name} differs (${all.join(', ')}): set it alike in all processes.`
}

async function findSealing(config: Config): Promise<Finding[]> {
  const { ok, mend, note } = findingsAbout('ONCHAIN_SEALING_KEY')
  const { sealingKeys } = config.keepers
  if (sealingKeys.length === 0)
    return [note('It is not set here. The worker needs it: run this with the worker’s settings, too.')]
  const fulfilments = openFulfilments(sealingKeys)
  const complaint = await asking(config, (db) => sealingComplaint({ db, fulfilments }))
  return [
    complaint === null
      ? ok('It opens the secrets of all open escrows.')
      : mend(`${complaint.replace(/^ONCHAIN_SEALING_KEY: t/, 'T')}.`),
  ]
}
