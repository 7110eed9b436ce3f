/**
 * `npm run recover -- FILE`, and the one-file program: gets the money out of a ledger-held escrow with the recovery
 * file of a side (docs/decisions/087). Needs a key and a server of the ledger; no database or settings of Quayside.
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
