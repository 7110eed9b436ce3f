/**
 * `npm run recover -- FILE`, and the program of one file that is made of it: gets the money out of an escrow that the ledger holds, with the
 * recovery file that each side downloaded (docs/decisions/087). It needs a key, a server of the ledger, and nothing of Quayside's: no database, no settings.
 */
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { Impossible } from '../commands/impossible.ts'
import { readOrder } from './order.ts'
import { type Person, personAtTerminal } from './person.ts'
import { recover } from './recover-money.ts'

let person: Person | null = null
try {
  const order = readOrder(process.argv.slice(2))
  person = personAtTerminal()
  await recover(order, person)
} catch (error) {
  const isPlain = error instanceof Impossible || error instanceof LedgerUnavailable
  console.error(isPlain ? error.message : error)
  process.exitCode = 1
} finally {
  person?.close()
}
