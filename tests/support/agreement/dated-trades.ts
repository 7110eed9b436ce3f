/** Trades with dates, and a clock that tests move: everything of ours goes by it, and so do the harbour's ledgers. */

import type { Database } from '#app/kernel/db/client.server.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { sendEmail } from '#app/notices/workflows/send-email.server.ts'
import { expireDeadline } from '#app/trade/deadlines/workflows/expire-deadline.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import type { EscrowSubmission } from '#app/trade/opening/workflows/submission.ts'
import { findDueDeadlines } from '#app/trade/terms/db/deadlines.server.ts'
import { findDates } from '#app/trade/terms/db/milestones.server.ts'
import { type TradeDates, usualDates, writeDates } from '#app/trade/terms/domain/trade-dates.ts'
import { escrowOf, type Person, pay, seenDocuments, upload, walletOf } from '#tests/support/world/people.ts'
import type { World } from '#tests/support/world/world.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export type MovingClock = { now(): Date; to(moment: Date): void; on(milliseconds: number): void }

/** Keeps sanctions lists valid while time is moved: a worker would have read them again (worker/main.ts). */
export function keepListsInForce({ deps }: Pick<World, 'deps'>): void {
  const { settings } = deps
  deps.settings = { ...settings, screening: { ...settings.screening, mostAgeMs: 9_999 * DAY_MS } }
}

/** The world's clock from now on. It keeps running, and never goes back. */
export function movingClock(world: World): MovingClock {
  keepListsInForce(world)
  const { time } = world.harbour
  const now = () => new Date(Date.now() + time.aheadMs())
  world.deps.clock = { now }
  return {
    now,
    to(moment) {
      time.forward(Math.max(0, moment.getTime() - now().getTime()))
    },
    on(milliseconds) {
      time.forward(milliseconds)
    },
  }
}

export async function datesOf({ deps }: Pick<World, 'deps'>, { escrowId }: { escrowId: string }): Promise<TradeDates> {
  const dates = await findDates(deps.db, escrowId)
  if (!dates) throw new Error(`escrow ${escrowId} has no dates`)
  return dates
}

/** Sets the dates as if the escrow had been opened with them: the product never adds dates later. */
export async function giveDates(
  db: Database,
  escrowId: string,
  { documents, ...dates }: Omit<TradeDates, 'weekend'>,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`
    await tx.milestone.update({ where: { escrowId }, data: { ...dates, documents: [...documents] } })
  })
}

export type DatedTrade = { escrowId: string; transactionId: string; asset: Asset }

/** By default with the form's default dates, and with the document that `present` presents. */
export async function datedTrade(
  world: World,
  of: {
    buyer: Person
    asset?: Asset
    amount?: string
    dates?: Partial<NonNullable<EscrowSubmission['dates']>>
  } & Partial<Omit<EscrowSubmission, 'dates'>>,
): Promise<DatedTrade> {
  const { asset = 'XLM', amount = '10', dates, ...changes } = of
  const usual = writeDates(usualDates(world.deps.clock.now()))
  const opened = await escrowOf(world, {
    ...changes,
    asset,
    amount,
    dates: { ...usual, documents: ['BillOfLading'], ...dates },
  })
  return { ...opened, asset }
}

/** Reads the escrow account's payments up to now, as the worker does each minute. */
export async function readLedger(world: World, { escrowId, asset }: DatedTrade): Promise<void> {
  const { account } = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
  await ingestPayments(world.deps, { network: networkOf(asset), account })
}

export async function deposit(world: World, trade: DatedTrade, amount: string): Promise<void> {
  const { account, reference } = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: trade.escrowId } })
  await pay(world, { asset: trade.asset, to: account, amount, memo: String(reference) })
  await readLedger(world, trade)
}

export async function present(
  world: World,
  { seller, trade, papers = 1 }: { seller: Person; trade: DatedTrade; papers?: number },
) {
  const files = []
  for (let paper = 0; paper < papers; paper += 1) {
    files.push({ type: 'BillOfLading' as const, upload: await upload(world) })
  }
  const { transactionId, asset } = trade
  const wallet = { walletAddress: walletOf(asset), walletMemo: '' }
  return confirmShipment(world.deps, { sellerId: seller.id, transactionId, files, ...wallet })
}

export async function decide(
  world: World,
  of: { buyer: Person; trade: DatedTrade; approval: 'Approved' | 'Rejected' },
) {
  const { escrowId, asset } = of.trade
  return reviewDocuments(world.deps, {
    hasCheckedWallet: true,
    escrowId,
    buyerId: of.buyer.id,
    approval: of.approval,
    reason: of.approval === 'Rejected' ? 'Another consignee.' : '',
    rejected: [],
    seenWallet: { address: walletOf(asset), memo: null },
    seenDocuments: await seenDocuments(world, escrowId),
  })
}

/** Runs the sweep of this moment in three workers at once. Those that lose may fail, and are retried. */
export async function sweepClocks(world: World): Promise<void> {
  const page = { now: world.deps.clock.now(), after: null, take: 10_000 }
  for (const { id: clockId } of await findDueDeadlines(world.deps.db, page)) {
    const ran = await Promise.allSettled([1, 2, 3].map(() => expireDeadline(world.deps, { clockId })))
    const failed = ran.find((one) => one.status === 'rejected')
    if (failed && ran.every((one) => one.status === 'rejected')) throw failed.reason
  }
  await sendNotices(world)
}

/** Sends the emails that the worker sends at once. */
async function sendNotices({ deps }: World): Promise<void> {
  const owed = await deps.db.outboxLetter.findMany({
    where: { sentAt: null, content: { path: ['moment'], equals: 'notice' } },
    select: { id: true },
  })
  for (const { id: letterId } of owed) await sendEmail(deps, { letterId })
}

export async function openDeadline({ deps }: World, { escrowId }: Pick<DatedTrade, 'escrowId'>) {
  return deps.db.escrowClock.findFirst({ where: { escrowId, endedAt: null } })
}

/** The XRP Ledger rounds close times to ten seconds: this long after a moment, a ledger past it has closed. */
const CLOSED_BY_MS = 11_000

/** Moves the clock past the running deadline, reads the ledger and runs the sweep. */
export async function runOut(world: World, { clock, trade }: { clock: MovingClock; trade: DatedTrade }): Promise<void> {
  const running = await openDeadline(world, trade)
  if (!running) throw new Error('no clock runs')
  clock.to(new Date(running.dueAt.getTime() + CLOSED_BY_MS))
  await readLedger(world, trade)
  await sweepClocks(world)
}

/** The contents of one kind of email about a trade to this person, oldest first. */
export async function lettersOf(
  { deps }: World,
  of: { letter: string; trade: DatedTrade; to: Person },
): Promise<Record<string, unknown>[]> {
  const rows = await deps.db.outboxLetter.findMany({
    where: { recipient: of.to.email, content: { path: ['letter'], equals: of.letter } },
    orderBy: { id: 'asc' },
    select: { content: true },
  })
  const contents = rows.map(({ content }) => content as Record<string, unknown>)
  return contents.filter(({ txid }) => txid === of.trade.transactionId)
}
