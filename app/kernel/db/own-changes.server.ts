/** An operator's own changes to a person's account, asked before acting on that person's money (docs/decisions/099). */
import type { Transaction } from './client.server.ts'

type Asked = { operatorId: string; userIds: readonly (string | null | undefined)[] }

/** Has this operator an open change to an account (not confirmed, reverted or expired)? As in the triggers. */
export async function hasOwnChangeWaiting(tx: Transaction, asked: Asked & { at: Date }): Promise<boolean> {
  const { operatorId, at } = asked
  const [row] = await tx.$queryRaw<{ waits: boolean }[]>`
    select exists (
      select 1 from unnest(${known(asked)}::uuid[]) "person" where "own_change_waits"(${operatorId}::uuid, "person", ${at})
    ) as "waits"`
  return row?.waits ?? false
}

/** The people whose money an unmatched payment is, as far as known; as in the trigger. */
export async function findPeopleOfUnmatched(tx: Transaction, caseId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ personId: string }[]>`
    select "personId"::text as "personId" from "people_of_case"(${caseId}::uuid) where "personId" is not null`
  return rows.map(({ personId }) => personId)
}

function known({ userIds }: Asked): string[] {
  return userIds.filter((id) => id != null)
}
