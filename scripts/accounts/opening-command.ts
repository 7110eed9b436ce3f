/** `npm run accounts:opening`: lists payments owed to nobody, or counts one as ours. Needs the database alone. */

import type { Database } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { findOpeningPayments, type OpeningPayment } from '#app/ledgers/books/db/opening-payments.server.ts'
import { countOpeningPayment } from '#app/ledgers/books/workflows/count-opening-payment.server.ts'
import { findOperator } from '#app/settlement/payouts/workflows/operator/payout-switch.server.ts'
import { Impossible, readWords } from '../commands/command.ts'

const USAGE = `npm run accounts:opening [-- --payment HASH --amount "1000 XLM" --reason "…" [--as operator@…]]

  --payment  a payment of the list that is your own money, by the hash of its transaction
  --amount   what it brought, typed as the list has it
  --reason   how you know, for the record
  --as       your address as an operator; may be left out where there is one only`

/** Returns what to print. Throws Impossible with a sentence when nothing was done. */
export async function openingCommand(db: Database, args: string[]): Promise<string> {
  const { options } = readWords(args, { usage: USAGE, options: ['payment', 'amount', 'reason', 'as'], count: 0 })
  const { payment: hash, amount, reason, as } = options
  if (Object.keys(options).length === 0) return list(await findOpeningPayments(db))
  if (!hash || !amount || !reason) throw new Impossible(`Say --payment, --amount and --reason together.\n\n${USAGE}`)
  const tools = { db, clock: { now: () => new Date() } }
  const operator = await findOperator(tools, as)
  if (!operator) throw new Impossible('Say who you are, with --as and the address of an operator.')
  const { id: paymentId } = pick(await findOpeningPayments(db), { hash, amount })
  const counted = await countOpeningPayment(tools, { paymentId, operatorId: operator.id, reason })
  if (!counted) throw new Impossible('Nothing was changed: something else was done with this payment meanwhile.')
  return `${amountOf(counted)} on ${counted.to} is your own money from now on; its case is closed. The worker compares books and ledger now.`
}

/** The amount distinguishes payments of one transaction. It has to be typed, so that nobody confuses two lines. */
function pick(payments: readonly OpeningPayment[], { hash, amount }: { hash: string; amount: string }): OpeningPayment {
  const ofHash = payments.filter((payment) => payment.hash.toLowerCase() === hash.toLowerCase())
  if (ofHash.length === 0) {
    throw new Impossible(
      'Nothing was changed: this is none of the payments that can be. npm run accounts:opening lists them.',
    )
  }
  const meant = ofHash.find((payment) => amountOf(payment) === amount)
  if (meant) return meant
  throw new Impossible(`Nothing was changed: it brought ${ofHash.map(amountOf).join(', ')}, and “${amount}” was typed.`)
}

function list(payments: readonly OpeningPayment[]): string {
  if (payments.length === 0) return 'No payment from before the first reference counts as owed.'
  const lines = payments.map(
    (payment) =>
      `${amountOf(payment)} to ${payment.to}\n  from ${payment.from}, ${payment.at.toISOString()}\n  ${payment.hash}`,
  )
  return `These payments carry no reference, and came before anybody was told one. They count as owed to whoever sent them:

${lines.join('\n\n')}

One that is your own money (a faucet's, an exchange's, your first wallet's) you count as that with
npm run accounts:opening -- --payment HASH --amount "AMOUNT ASSET" --reason "…"`
}

function amountOf({ amount, asset }: OpeningPayment): string {
  return `${plain(amount)} ${asset}`
}
