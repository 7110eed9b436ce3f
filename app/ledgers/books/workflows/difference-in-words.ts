import { factsOfNetwork } from '#app/kernel/domain/assets.ts'
import type { Reconciliation } from '#app/ledgers/books/db/reconciliations.server.ts'
import { fromUnits } from '#app/ledgers/books/domain/units.ts'

/** How many transactions are named: a person reads the reason of a stop. */
const NAMED = 5

/** Why payouts are stopped, for the operator: the figures, and the transactions in which ledger and books differ. */
export function differenceInWords(row: Reconciliation): string {
  const { account, asset, onLedger, booked, underWay, findings } = row
  const { name: networkName } = factsOfNetwork(asset)
  const amount = (units: bigint) => `${fromUnits(units, asset).toFixed()} ${asset}`
  const named = findings.slice(0, NAMED).map((finding) => {
    const there = amount(BigInt(finding.onLedger))
    const here = amount(BigInt(finding.booked))
    return `${finding.hash} (${finding.at}): ${there} on the ledger, ${here} in the books`
  })
  const more = findings.length - named.length
  return [
    `Books and ledger do not agree: on ${networkName} the account ${account} holds ${amount(onLedger)}, and the books say ${amount(booked + underWay)}.`,
    `The ledger has ${amount(row.difference)} more than the books.`.replace(/has -(.*) more/, 'has $1 less'),
    ...(named.length > 0 ? [`Told differently: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`] : []),
  ].join(' ')
}
