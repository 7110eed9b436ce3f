import { inTransaction } from '#app/kernel/db/client.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { bookOpening, findBooked } from '#app/ledgers/books/db/books.server.ts'
import { assetsOn } from '#app/ledgers/books/db/reconciliations.server.ts'
import { toUnits } from '#app/ledgers/books/domain/units.ts'
import { type AccountPosition, type LedgerPayment, LedgerUnavailable, type PaymentsPage } from '#app/ledgers/ledger.ts'
import { mayOpen, storeOpening } from '#app/ledgers/payments/db/account-openings.server.ts'
import { lockPosition, placeCursor, type ReadAccount } from '#app/ledgers/payments/db/readings.server.ts'
import { referenceIn } from '#app/ledgers/payments/domain/arrival.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { storeLedgerPayments } from './record-ledger-payments.server.ts'
import { watchedAccounts } from './watched-accounts.ts'

const PAGE = 200

/**
 * Opens the books of an account of ours before its payments are read (decision 094): what it holds in a closed ledger
 * is our own money, and what comes in later ledgers is read. An account exists because somebody funded it; as a deposit
 * that would be owed to nobody. Only a payment with a number that could be a reference is stored as usual, and is not
 * ours: the database of an installation may have been lost.
 *
 * 'known', and read as before: a former account, its books are open, or a reference was given out before (it may hold
 * money that is owed). 'not_there': no such account yet. All of it is one transaction: of two workers one does it, and
 * a crash leaves nothing. Throws LedgerUnavailable.
 */
export async function openAccount(deps: Deps, of: ReadAccount): Promise<'opened' | 'known' | 'not_there'> {
  const isOurs = watchedAccounts(deps).some((own) => own.network === of.network && own.account === of.account)
  if (!isOurs || !(await mayOpen(deps.db, of))) return 'known'
  const position = await deps.ledgers[of.network].positionOf(of.account)
  if (position === null) return 'not_there'
  const named = await findNamed(deps, of, position)
  if (!(await store(deps, of, { position, named }))) return 'known'
  deps.log.info({ ...of, ledger: position.mark.sequence }, 'account books opened')
  return 'opened'
}

/** Payments up to the position whose memo could be a reference. */
async function findNamed(deps: Deps, { network, account }: ReadAccount, { mark }: AccountPosition) {
  const named: LedgerPayment[] = []
  let page: PaymentsPage | null = null
  while (page === null || !page.caughtUp) {
    const from: { after: string | null; mark: PaymentsPage['mark'] } = {
      after: page?.cursor ?? null,
      mark: page?.mark ?? null,
    }
    page = await deps.ledgers[network].paymentsTo(account, { ...from, limit: PAGE })
    named.push(...page.payments.filter(({ ledger, memo }) => ledger <= mark.sequence && referenceIn(memo) !== null))
    if (page.payments.some(({ ledger }) => ledger > mark.sequence)) break
  }
  return named
}

type Found = { position: AccountPosition; named: readonly LedgerPayment[] }

/** False: another process was first. */
async function store(deps: Deps, of: ReadAccount, { position, named }: Found): Promise<boolean> {
  const { mark, cursor, balances, newest } = position
  const at = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    // Checked again: a deposit under a reference given out meanwhile is after the position in any case, but an older
    // version of the worker, still running, may have stored a payment.
    if (!(await mayOpen(tx, of)) || !(await storeOpening(tx, { ...of, mark, at }))) return false
    // Makes the page that another reader has begun unusable.
    await lockPosition(tx, of)
    await placeCursor(tx, { ...of, cursor, mark })
    for (let start = 0; start < named.length; start += PAGE) {
      await storeLedgerPayments(deps, tx, named.slice(start, start + PAGE))
    }
    for (const asset of assetsOn(of.network)) {
      const place = { ...of, asset }
      const held = toUnits(balances.get(asset) ?? new Decimal(0), asset)
      const { onLedger: booked } = await findBooked(tx, place)
      await bookOpening(tx, { place, units: held - booked, hash: newest, at })
    }
    return true
  })
}

/** Throws for a missing account with payments: it has just been made, on another server, or is gone. */
export function assertUnpaid({ network, account }: ReadAccount, { payments }: PaymentsPage): void {
  if (payments.length === 0) return
  throw new LedgerUnavailable(network, `${account} was paid, and the server does not show the account`)
}
