/** `npm run reconcile -- --book`: books an unknown transaction and the unmatched payment it paid out (decision 098). */

import { looksLikeHash, NETWORKS, type Network, normalizeHash } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { bookTransactionByHand } from '#app/ledgers/books/workflows/book-by-hand.server.ts'
import { type FittingUnmatched, findFittingUnmatched } from '#app/ledgers/payments/db/unmatched-answers.server.ts'
import { findOperator } from '#app/settlement/payouts/workflows/operator/payout-switch.server.ts'
import { denyUnmatched } from '#app/settlement/payouts/workflows/outgoing/deny-unmatched.server.ts'
import { linkUnmatched } from '#app/unmatched/workflows/link-unmatched.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { Impossible, readWords } from '../commands/command.ts'

const USAGE = `npm run reconcile [-- --book HASH --network stellar|xrpl --reason "…" [--case ID | --none "…"] [--as operator@…]]

  --book     a transaction on the ledger that is right and that the books do not know
  --network  its ledger
  --reason   how you know, for the record
  --case     the case whose money it paid out: it is closed by it
  --none     why it paid out the money of none of the cases that it fits; a second operator says the same on the desk
  --as       your address as an operator, with --case or --none; may be left out where there is one only`

export type Order = {
  hash: string
  network: Network
  reason: string
  /** The id of an unmatched payment. */
  case: string | undefined
  none: string | undefined
  as: string | undefined
}

/** Null: nothing is to be booked. Throws Impossible with a sentence and the usage. */
export function readOrder(args: string[]): Order | null {
  const { options } = readWords(args, {
    usage: USAGE,
    options: ['book', 'network', 'reason', 'case', 'none', 'as'],
    count: 0,
  })
  if (Object.keys(options).length === 0) return null
  const { book: hash, network: named, reason, ...more } = options
  if (!hash || !named || !reason) throw new Impossible(`Say --book, --network and --reason together.\n\n${USAGE}`)
  if (!looksLikeHash(hash)) throw new Impossible(`--book is a hash of 64 digits.\n\n${USAGE}`)
  const network = NETWORKS.find((known) => known === named)
  if (!network) throw new Impossible(`Say --network stellar or --network xrpl.\n\n${USAGE}`)
  if (reason.length > 500) throw new Impossible('--reason has 500 characters at most.')
  if (more.case && more.none) throw new Impossible(`Say --case or --none, and not both.\n\n${USAGE}`)
  return { hash, network, reason, case: more.case, none: more.none, as: more.as }
}

/**
 * Books the transaction and returns what was done, in lines. Throws Impossible when unmatched payments fit and neither
 * --case nor --none is given, when these do not fit, or when there is nothing to book.
 */
export async function bookTransaction(deps: Deps, order: Order): Promise<string[]> {
  const lines = await answerForCases(deps, order)
  const booked = await bookTransactionByHand(deps, order)
  if (booked.length === 0 && lines.length === 0) {
    throw new Impossible('Nothing was booked: no account of ours had a part in it, or the books tell the same already.')
  }
  return [...lines, ...booked.map(({ account, asset, amount }) => `booked  ${amount} ${asset} on ${account}`)]
}

async function answerForCases(deps: Deps, order: Order): Promise<string[]> {
  const { network, reason, case: caseId, none, as } = order
  const where = { network, hash: normalizeHash(network, order.hash) }
  const transaction = await deps.db.outgoingTransaction.findFirst({ where, select: { id: true } })
  const fits = transaction ? await findFittingUnmatched(deps.db, [transaction.id]) : []
  const unanswered = fits.filter(({ isAnswered }) => !isAnswered)
  if (caseId === undefined && none === undefined) {
    if (unanswered.length > 0) throw new Impossible(`Nothing was booked. ${whichOf(unanswered)}`)
    return []
  }
  if (!transaction || fits.length === 0) {
    throw new Impossible('Nothing was booked: this payment fits no case. Leave out --case and --none.')
  }
  const operator = await findOperator(deps, as)
  if (!operator) throw new Impossible('Nothing was booked. Say who you are, with --as and the address of an operator.')
  const said = { outgoingId: transaction.id, operatorId: operator.id }
  if (caseId !== undefined) {
    if (isRefusal(await linkUnmatched(deps, { ...said, caseId, reason }))) {
      throw new Impossible(`Nothing was booked: it does not fit this case. ${whichOf(fits)}`)
    }
    return [`linked  case ${caseId} is closed by it`]
  }
  const denied = unanswered.map((fit) => fit.caseId)
  const answer = await denyUnmatched(deps, { ...said, denied, reason: none ?? '' })
  if (isRefusal(answer)) throw new Impossible('Nothing was booked: say why it is none of the cases, or ask again.')
  return answer.deniedIds.map(
    (id) => `denied  case ${id}: a second operator says the same on the desk before it is paid back`,
  )
}

function whichOf(fits: readonly FittingUnmatched[]): string {
  const lines = fits.map(({ caseId, amount, asset, cameAt, memo, together }) => {
    const about = `${plain(amount)} ${asset}, came ${cameAt.toISOString()}, ${memo === null ? 'no memo' : `memo ${memo}`}`
    return `  ${caseId}  ${about}${together ? ', with all others of this memo' : ''}`
  })
  return `It may have paid out the money of cases:

${lines.join('\n')}

Say --case ID when it did: the case is closed by it. Say --none "why" when it paid out none of them.`
}
