/**
 * `npm run accounts:change`: prints which accounts differ between settings and database, and what prevents a change.
 * Changes them with --reason (docs/operating.md, "Changing accounts"). Exit code 0: changed, or equal; else 1.
 */
import { parseArgs } from 'node:util'
import { ConfigInvalid, parseConfig } from '#app/config.server.ts'
import { composeDeps } from '#app/deps.server.ts'
import { sayDifferences } from '#app/ledgers/payments/domain/platform-account.ts'
import { type AccountChange, changeAccounts } from '#app/ledgers/payments/workflows/agree-on-accounts.server.ts'

const USAGE = `npm run accounts:change [-- --reason "…"]

  --reason  why, for the record; without it nothing is changed`

/** A request that cannot be fulfilled; printed without a stack. */
class Impossible extends Error {}

function readReason(): string | null {
  try {
    const { values } = parseArgs({ options: { reason: { type: 'string' } } })
    const reason = values.reason?.trim() ?? null
    if (reason === null || (reason !== '' && reason.length <= 500)) return reason
  } catch {
    // Unknown option: the usage lists the known ones.
  }
  throw new Impossible(USAGE)
}

function tell({ differences, open, otherChain, isDone }: AccountChange): void {
  if (differences.length === 0) console.log('The settings and the database name the same accounts.')
  for (const sentence of sayDifferences(differences)) console.log(`${sentence}.`)
  for (const { account, business } of open) {
    console.log(`${account.address} cannot be replaced yet:`)
    for (const { what, count } of business) console.log(`  ${count} ${what}`)
  }
  if (otherChain.length > 0) {
    console.log(
      'This database knows payments of the other network, whose books cannot go on here: start with an empty one.',
    )
  }
  const isPossible = open.length === 0 && otherChain.length === 0
  if (isDone) console.log('Changed. Start the web app and the worker with these settings.')
  else if (isPossible && differences.length > 0)
    console.log('Nothing is changed yet: stop the web app and the worker, and say --reason "…".')
  if (!isPossible) process.exitCode = 1
}

async function main(): Promise<void> {
  const reason = readReason()
  const deps = await composeDeps(parseConfig(process.env))
  try {
    tell(await changeAccounts(deps, { reason }))
  } finally {
    await Promise.all([deps.ledgers.stellar.close(), deps.ledgers.xrpl.close(), deps.db.$disconnect()])
  }
}

try {
  await main()
} catch (error) {
  const isPlain = error instanceof Impossible || error instanceof ConfigInvalid
  console.error(isPlain ? error.message : error)
  process.exitCode = 1
}
