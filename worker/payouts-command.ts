/**
 * Commands for an operator when no page can be reached: stop payouts, resume them, show their state. Needs only the
 * database. Returns the output; throws CommandRefused with one sentence when it did nothing.
 */
import { parseArgs } from 'node:util'
import { NETWORK_FACTS, NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import {
  findOperator,
  listStops,
  resumeLedgers,
} from '#app/settlement/payouts/workflows/operator/payout-switch.server.ts'
import { stopPayouts } from '#app/settlement/payouts/workflows/operator/stop-payouts.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export const USAGE = `npm run payouts -- status
npm run payouts -- stop --network stellar|xrpl|all --reason "…" [--as operator@…]
npm run payouts -- go --network stellar|xrpl|all --reason "…" [--as operator@…]`

export class CommandRefused extends Error {
  override name = 'CommandRefused' as const
}

type Tools = Pick<Deps, 'db' | 'clock'>

export async function payoutsCommand(tools: Tools, args: string[]): Promise<string> {
  const { positionals, values } = read(args)
  const [verb, ...others] = positionals
  if (others.length > 0 || (verb !== 'status' && verb !== 'stop' && verb !== 'go')) throw new CommandRefused(USAGE)
  if (verb === 'status') return status(tools)
  const networks = networksIn(values.network)
  const reason = values.reason?.trim() ?? ''
  if (reason === '') throw new CommandRefused(`Say why, with --reason "…".\n${USAGE}`)
  const operatorId = await operatorIn(tools, values.as)
  const wish = { networks, operatorId, reason }
  const done = verb === 'stop' ? await stop(tools, wish) : await go(tools, wish)
  return `${done}\n${await status(tools)}`
}

function read(args: string[]) {
  try {
    const options = { network: { type: 'string' }, reason: { type: 'string' }, as: { type: 'string' } } as const
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new CommandRefused(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}

function networksIn(typed: string | undefined): Network[] {
  const networks = NETWORKS.filter((known) => typed === 'all' || typed === known)
  if (networks.length === 0) throw new CommandRefused(`Say which ledger, with --network.\n${USAGE}`)
  return networks
}

async function operatorIn(tools: Tools, email: string | undefined): Promise<string> {
  const operator = await findOperator(tools, email)
  if (operator) return operator.id
  throw new CommandRefused(
    email === undefined
      ? 'Say who you are, with --as and the address of an operator.'
      : `“${email}” is not an operator’s address.`,
  )
}

type Wish = { networks: Network[]; operatorId: string; reason: string }

async function stop(tools: Tools, wish: Wish): Promise<string> {
  const stopped = await stopPayouts(tools, wish)
  if (isRefusal(stopped)) throw new CommandRefused(stopped.refused)
  return stopped.networks.length > 0
    ? `Stopped: ${namesOf(stopped.networks)}.`
    : 'Nothing changed: it was stopped already.'
}

async function go(tools: Tools, wish: Wish): Promise<string> {
  const resumed = await resumeLedgers(tools, wish)
  if (isRefusal(resumed)) throw new CommandRefused(resumed.refused)
  return resumed.networks.length > 0
    ? `Ended stops on: ${namesOf(resumed.networks)}.`
    : 'Nothing changed: no stop was open that is ended by hand.'
}

async function status(tools: Tools): Promise<string> {
  const open = await listStops(tools)
  return NETWORKS.flatMap((network) => {
    const stops = open.filter((known) => known.network === network)
    if (stops.length === 0) return [`${NETWORK_FACTS[network].name}: payouts go out.`]
    return stops.map(({ cause, beganAt, beganBy, reason }) => {
      const by = beganBy ? `by ${beganBy.name}` : 'by itself'
      return `${NETWORK_FACTS[network].name}: stopped since ${beganAt.toISOString()} ${by} (${cause}): ${reason}`
    })
  }).join('\n')
}

function namesOf(networks: readonly Network[]): string {
  return NETWORKS.filter((known) => networks.includes(known))
    .map((network) => NETWORK_FACTS[network].name)
    .join(', ')
}
