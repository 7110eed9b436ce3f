import type { Network } from '#app/kernel/domain/assets.ts'
import { findOpenStops, findOperators, type OpenStop } from '#app/settlement/payouts/db/payout-stops.server.ts'
import { isEndedByHand } from '#app/settlement/payouts/domain/payout-stop.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { resumePayouts } from './stop-payouts.server.ts'

type Tools = Pick<Deps, 'db' | 'clock'>

/** Oldest first. */
export async function listStops({ db }: Tools): Promise<OpenStop[]> {
  return findOpenStops(db)
}

/** The operator with this email; without one, the only operator. Null: no single one, and a stop needs an author. */
export async function findOperator({ db }: Tools, email: string | undefined): Promise<{ id: string } | null> {
  const operators = await findOperators(db)
  const typed = email?.trim().toLowerCase()
  const [operator, second] = operators.filter((known) => typed === undefined || known.email === typed)
  return operator && !second ? operator : null
}

/** Ends every stop on these ledgers that a person may end. Refusals: those of resumePayouts. */
export async function resumeLedgers(
  tools: Tools,
  resumed: { networks: readonly Network[]; operatorId: string; reason: string },
): ReturnType<typeof resumePayouts> {
  const { networks, ...by } = resumed
  const open = await findOpenStops(tools.db)
  const stops = open.filter(({ network, cause }) => networks.includes(network) && isEndedByHand(cause))
  return resumePayouts(tools, { ...by, stopIds: stops.map(({ id }) => id) })
}
