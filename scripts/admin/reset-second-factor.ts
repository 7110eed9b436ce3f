/**
 * `npm run admin:reset-second-factor -- EMAIL --reason "…"`: removes the authenticator app of an owner who lost it and
 * the recovery codes, when no other operator can (docs/operating.md, "An operator has lost the phone"). Needs the
 * settings of the web app. Exit code 0 on success, else 1.
 */
import { parseArgs } from 'node:util'
import { resetSecondFactor } from '#app/accounts/workflows/second-factor/change.server.ts'
import { ConfigInvalid, parseConfig } from '#app/config.server.ts'
import { composeDeps } from '#app/deps.server.ts'

const USAGE = `npm run admin:reset-second-factor -- EMAIL --reason "…"

  EMAIL     the address of the account
  --reason  how you know that it is its owner who asks, for the record`

/** A request that cannot be fulfilled; printed without a stack. */
class Impossible extends Error {}

function readOrder(): { email: string; reason: string } {
  try {
    const { values, positionals } = parseArgs({ options: { reason: { type: 'string' } }, allowPositionals: true })
    const [email = '', ...more] = positionals
    const reason = values.reason?.trim() ?? ''
    if (email !== '' && more.length === 0 && reason !== '' && reason.length <= 500) return { email, reason }
  } catch {
    // Unknown option: the usage lists the known ones.
  }
  throw new Impossible(USAGE)
}

async function main(): Promise<void> {
  const order = readOrder()
  const deps = await composeDeps(parseConfig(process.env))
  try {
    const done = await resetSecondFactor(deps, { ...order, operatorId: null })
    if (done === 'none') throw new Impossible(`${order.email} has no account with login in two steps.`)
    console.log(`${order.email} logs in with the password alone, and is asked to set up login in two steps again.`)
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
