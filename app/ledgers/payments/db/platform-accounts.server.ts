import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import type { AccountPurpose, PlatformAccount } from '#app/ledgers/payments/domain/platform-account.ts'

const ACCOUNT = { network: true, purpose: true, chain: true, address: true } satisfies Prisma.PlatformAccountSelect

/** Stores the accounts whose purpose has none yet, in one statement: of two concurrent first starts one stores all. */
export async function recordPlatformAccounts(
  db: Database | Transaction,
  { accounts, newId, at }: { accounts: readonly PlatformAccount[]; newId: () => string; at: Date },
): Promise<void> {
  const column = (name: keyof PlatformAccount) => accounts.map((account) => account[name])
  await db.$executeRaw`
    insert into "platform_account" ("id", "network", "purpose", "chain", "address", "since")
    select "id", "network"::"Network", "purpose", "chain", "address", ${at}
    from unnest(${accounts.map(() => newId())}::uuid[], ${column('network')}::text[], ${column('purpose')}::text[],
      ${column('chain')}::text[], ${column('address')}::text[]) as "row" ("id", "network", "purpose", "chain", "address")
    on conflict do nothing`
}

export async function findPlatformAccounts(db: Database | Transaction): Promise<PlatformAccount[]> {
  return toAccounts(await db.platformAccount.findMany({ where: { endedAt: null }, select: ACCOUNT }))
}

/** When the first one was stored; null: there are none. */
export async function firstRecordedAt(db: Database): Promise<Date | null> {
  const { _min: min } = await db.platformAccount.aggregate({ _min: { since: true } })
  return min.since
}

/** Former accounts on these chains: late payments are still read there. */
export async function findFormerAccounts(
  db: Database,
  chains: Record<Network, string>,
): Promise<{ network: Network; account: string }[]> {
  const rows = await db.platformAccount.findMany({
    where: { endedAt: { not: null }, purpose: { in: ['fee', 'escrow'] } },
    select: ACCOUNT,
    distinct: ['network', 'address'],
  })
  return rows
    .filter(({ network, chain }) => chains[network] === chain)
    .map(({ network, address }) => ({ network, account: address }))
}

/** The accounts that sponsor escrows, or did. */
export async function findSponsors(db: Database, network: Network): Promise<string[]> {
  const rows = await db.platformAccount.findMany({
    where: { network, purpose: 'keeper' },
    select: { address: true },
    distinct: ['address'],
  })
  return rows.map(({ address }) => address)
}

export type OpenBusiness = { what: string; count: number }

/** What prevents an account from being replaced; empty: nothing. */
export async function findOpenBusiness(
  db: Database | Transaction,
  { network, purpose, address }: PlatformAccount,
): Promise<OpenBusiness[]> {
  const rows = await db.$queryRaw<{ what: string; count: bigint }[]>`
    select "what", "count" from "platform_account_business"(${network}::"Network", ${purpose}, ${address})
    where "count" > 0`
  return rows.map(({ what, count }) => ({ what, count: Number(count) }))
}

/** Ends the current one. Throws where it has open business (trigger). */
export async function endPlatformAccount(
  tx: Transaction,
  { account, reason, at }: { account: PlatformAccount; reason: string; at: Date },
): Promise<void> {
  const { network, purpose } = account
  await tx.platformAccount.updateMany({
    where: { network, purpose, endedAt: null },
    data: { endedAt: at, endReason: reason },
  })
}

export async function knowsPaymentsOf(tx: Transaction, network: Network): Promise<boolean> {
  return (await tx.ledgerPayment.findFirst({ where: { network }, select: { id: true } })) !== null
}

/** The column's check constraint allows no other purpose. */
function toAccounts(rows: (Omit<PlatformAccount, 'purpose'> & { purpose: string })[]): PlatformAccount[] {
  return rows.map((row) => ({ ...row, purpose: row.purpose as AccountPurpose }))
}
