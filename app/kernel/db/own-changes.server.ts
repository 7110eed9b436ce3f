/** What an operator has changed of somebody's account, asked before the operator does something about that person's money (docs/decisions/099). */
import type { Transaction } from './client.server.ts'

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

function known({ userIds }: Asked): string[] {
  return userIds.filter((id) => id != null)
}
