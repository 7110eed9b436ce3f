/** What an operator has changed of somebody's account, asked before the operator does something about that person's money (docs/decisions/099). */
import type { Database, Transaction } from './client.server.ts'

type Asked = { operatorId: string; userIds: readonly (string | null | undefined)[] }

/** Of those people, has this operator changed the account of one, and it is not confirmed, taken back or over? As the triggers ask it. */
export async function hasOwnChangeWaiting(tx: Transaction, asked: Asked & { at: Date }): Promise<boolean> {
  const { operatorId, at } = asked
  const [row] = await tx.$queryRaw<{ waits: boolean }[]>`
    select exists (
      select 1 from unnest(${known(asked)}::uuid[]) "person" where "own_change_waits"(${operatorId}::uuid, "person", ${at})
    ) as "waits"`
  return row?.waits ?? false
}

/** Whose money the payment of a case is, as far as it is known; as the trigger asks it. */
export async function findPeopleOfCase(tx: Transaction, caseId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ personId: string }[]>`
    select "personId"::text as "personId" from "people_of_case"(${caseId}::uuid) where "personId" is not null`
  return rows.map(({ personId }) => personId)
}

/** Which of these payouts concern somebody whose account this operator has changed, ever, or the wallet of its reseller. */
export async function findPayoutsOfOwnChange(
  db: Database | Transaction,
  { operatorId, payoutIds }: { operatorId: string; payoutIds: readonly string[] },
): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select p."id"::text as "id" from "transfer" p where p."id" = any(${[...payoutIds]}::uuid[]) and (
      exists (select 1 from "parties_of_payout"(p."id") t where "has_changed_account"(${operatorId}::uuid, t."personId"))
      or exists (select 1 from "reseller_payout" o join "reseller" r on r."resellerId" = o."resellerId"
        join "account_change" c on c."resellerId" = r."id"
        where o."id" = p."resellerPayoutId" and c."changedById" = ${operatorId}::uuid))`
  return new Set(rows.map(({ id }) => id))
}

/** The same of what a ledger is to hold, by the clearances of locks. */
export async function findClearancesOfOwnChange(
  db: Database | Transaction,
  { operatorId, clearanceIds }: { operatorId: string; clearanceIds: readonly string[] },
): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select c."id"::text as "id" from "hold_clearance" c where c."id" = any(${[...clearanceIds]}::uuid[])
      and exists (select 1 from "parties_of_agreement"(c."agreementId") t where "has_changed_account"(${operatorId}::uuid, t."personId"))`
  return new Set(rows.map(({ id }) => id))
}

function known({ userIds }: Asked): string[] {
  return userIds.filter((id) => id != null)
}
