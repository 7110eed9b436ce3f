import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { ASSET_FACTS, type Asset, NETWORK_FACTS, NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import {
  type Booked,
  type BooksOpening,
  type BooksPlace,
  bookByHand,
  bookNetworkFee,
  bookOpening,
  findBooked,
  findBookedChanges,
  findBooksPlaces,
  findHashesUnderWay,
  findOpening,
} from '#app/ledgers/books/db/books.server.ts'
import {
  type AccountRole,
  assetsOn,
  countSettledEscrows,
  hasDifferedSince,
  type Reconciliation,
  stopForBooks,
  storeReconciliation,
} from '#app/ledgers/books/db/reconciliations.server.ts'
import { compareMovements, type Moved } from '#app/ledgers/books/domain/reconciliation.ts'
import { toUnits } from '#app/ledgers/books/domain/units.ts'
import { type LedgerMovement, LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { findFormerAccounts, findSponsors } from '#app/ledgers/payments/db/platform-accounts.server.ts'
import { isHistoryDoubted } from '#app/ledgers/payments/db/readings.server.ts'
import { sponsorOn } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { differenceInWords } from './difference-in-words.ts'
import { readAccount } from './read-account.server.ts'

/** A difference is checked again after this time, before payouts are stopped for it. */
const SECOND_LOOK_MS = 30_000
/** How many transactions of an account are compared with the books; the totals always are. */
const MOST_MOVEMENTS = 5_000

type Holder = { network: Network; account: string; role: AccountRole; assets: Asset[] }

/**
 * Compares what each of our accounts holds on its ledger with the books, and stores the result. Opens the books of an
 * account the first time. A difference that is still there half a minute later stops the payouts of its ledger, until
 * an operator resumes them; on a fee account it does not. Returns when to compare again: soon after a new difference.
 * Throws LedgerUnavailable, after the other ledger was compared.
 */
export async function reconcile(deps: Deps): Promise<Date | null> {
  const looks = await Promise.allSettled(NETWORKS.map((network) => reconcileLedger(deps, network)))
  const failed = looks.find((look) => look.status === 'rejected')
  if (failed) throw failed.reason
  const isNew = looks.some((look) => look.status === 'fulfilled' && look.value)
  return isNew ? new Date(deps.clock.now().getTime() + SECOND_LOOK_MS) : null
}

/** True: a new difference, to be checked again soon. */
async function reconcileLedger(deps: Deps, network: Network): Promise<boolean> {
  if (await isHistoryDoubted(deps.db, network)) {
    throw new LedgerUnavailable(network, 'the history of its servers is in doubt: there is nothing to compare with')
  }
  let isNew = false
  for (const holder of await findHolders(deps, network)) {
    const { balances, newest } = await readAccount(deps, holder)
    for (const asset of holder.assets) {
      const place = { network, account: holder.account, asset }
      const balance = balances.get(asset) ?? null
      // An account that does not exist and has no bookings has nothing to compare.
      if (balance === null && holder.role !== 'own') continue
      const onLedger = toUnits(balance ?? new Decimal(0), asset)
      const looked: ComparedPlace = { place, role: holder.role, onLedger, newest }
      const opening = await openBooks(deps, looked)
      if (opening === 'later') continue
      isNew = (await comparePlace(deps, { ...looked, opening })) || isNew
    }
  }
  return isNew
}

async function findHolders(deps: Deps, network: Network): Promise<Holder[]> {
  const { fee, escrow } = deps.accounts[network]
  // Money on a former account is moved by hand: its books were closed without client money in them.
  const former = (await findFormerAccounts(deps.db, deps.chains)).map(({ account }) => account)
  // The account that pays for on-chain escrows is ours alone and not booked: no client money can be missing there.
  const keepers = [sponsorOn(deps, network), ...(await findSponsors(deps.db, network))]
  const others = new Map<string, Asset[]>()
  for (const { account, asset } of await findBooksPlaces(deps.db, network)) {
    if (![fee, escrow, ...keepers, ...former].includes(account))
      others.set(account, [...(others.get(account) ?? []), asset])
  }
  return [
    { network, account: escrow, role: 'client', assets: assetsOn(network) },
    { network, account: fee, role: 'fee', assets: assetsOn(network) },
    ...[...others].map(([account, assets]): Holder => ({ network, account, role: 'own', assets })),
  ]
}

type ComparedPlace = {
  place: BooksPlace
  role: AccountRole
  onLedger: bigint
  /** The account's newest transaction when it held that. */
  newest: string | null
}

/** Null: its books began with the first transaction. 'later': a payout is under way, so its balance is not certain. */
async function openBooks(
  deps: Deps,
  { place, role, onLedger, newest }: ComparedPlace,
): Promise<BooksOpening | null | 'later'> {
  const known = await findOpening(deps.db, place)
  // Other accounts of ours are funded from the clients' account, which is booked: they begin with nothing.
  if (known || role === 'own') return known
  return inTransaction(deps.db, async (tx) => {
    if ((await findHashesUnderWay(tx, place.network)).size > 0) return 'later'
    const booked = await findBooked(tx, place)
    const units = onLedger - booked.onLedger
    await bookOpening(tx, { place, units, hash: newest, at: deps.clock.now() })
    return findOpening(tx, place)
  })
}

/** Stores the result. True: a difference that is younger than SECOND_LOOK_MS. */
async function comparePlace(deps: Deps, looked: ComparedPlace & { opening: BooksOpening | null }): Promise<boolean> {
  const { place, role, onLedger } = looked
  const explained = await explain(deps, looked)
  const { booked, underWay, findings } = explained
  const difference = onLedger - booked.onLedger - underWay
  const at = deps.clock.now()
  const row: Reconciliation = {
    ...place,
    role,
    at,
    onLedger,
    booked: booked.onLedger,
    owed: booked.owed,
    float: booked.float,
    inEscrows: booked.inEscrows,
    settledEscrows: role === 'client' ? await countSettledEscrows(deps.db, place.asset) : null,
    underWay,
    difference,
    findings: difference === 0n ? [] : findings,
  }
  return inTransaction(deps.db, async (tx) => {
    const isSecond = await hasDifferedSince(tx, place, new Date(at.getTime() - SECOND_LOOK_MS))
    await storeReconciliation(tx, { ...row, id: deps.newId() })
    if (difference === 0n) return false
    deps.log.error({ ...place, difference: difference.toString() }, 'reconciliation difference found')
    // A fee account holds no client money, and payouts do not touch it.
    if (isSecond && role !== 'fee') await stop(deps, tx, row)
    return !isSecond
  })
}

async function stop(deps: Deps, tx: Parameters<typeof stopForBooks>[0], row: Reconciliation): Promise<void> {
  const { network, at } = row
  const reason = differenceInWords(row)
  if (!(await stopForBooks(tx, { id: deps.newId(), network, reason, at }))) return
  await writeEvent(tx, { kind: 'payouts_stopped_by_books', at, detail: { network, reason } })
}

type Explained = { booked: Booked; underWay: bigint; findings: Reconciliation['findings'] }

/** Books what is ours beyond doubt, and names the transactions that explain the rest. */
async function explain(deps: Deps, looked: ComparedPlace & { opening: BooksOpening | null }): Promise<Explained> {
  const { place, role, onLedger, newest, opening } = looked
  const agreed = await findBooked(deps.db, place)
  if (agreed.onLedger === onLedger) return { booked: agreed, underWay: 0n, findings: [] }
  const { network, account, asset } = place
  const { movements } = await deps.ledgers[network].movements(account, {
    until: opening?.hash ?? null,
    limit: MOST_MOVEMENTS,
  })
  const moved = movements.map((movement) => toMoved(movement, asset))
  // A balance without any transaction contains none of them.
  const at = newest === null ? moved.length : moved.findIndex(({ hash }) => hash === newest)
  const heldUpTo = at < 0 ? moved.length : at
  return inTransaction(deps.db, async (tx) => {
    // One snapshot for both: an outcome read meanwhile moves from `underWay` to `booked`.
    await tx.$executeRaw`set transaction isolation level repeatable read`
    const { findings, unbooked, onItsWay } = compareMovements({
      moved: moved.slice(heldUpTo),
      later: moved.slice(0, heldUpTo),
      booked: await findBookedChanges(tx, { place, since: opening?.entryId ?? 0n }),
      underWay: await findHashesUnderWay(tx, network),
      isFeeAccount: role === 'fee',
    })
    for (const { hash, at, kind, units } of unbooked) {
      const moved = { place, hash, at: new Date(at) }
      if (kind === 'fee') await bookNetworkFee(tx, { ...moved, units })
      else await bookByHand(tx, { ...moved, units: -units })
    }
    return { booked: await findBooked(tx, place), underWay: onItsWay, findings }
  })
}

function toMoved({ hash, innerHash, at, changes, feePaid }: LedgerMovement, asset: Asset): Moved {
  const { network } = ASSET_FACTS[asset]
  const isNative = asset === NETWORK_FACTS[network].native
  return {
    hash,
    innerHash,
    at: at.toISOString(),
    change: toUnits(changes[asset] ?? new Decimal(0), asset),
    fee: isNative ? toUnits(feePaid, asset) : 0n,
  }
}
