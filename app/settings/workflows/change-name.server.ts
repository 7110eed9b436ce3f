import { storeName } from '#app/accounts/db/users.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { nameProblem } from '#app/kernel/domain/words/person-name.ts'
import { findOpenWork, lockAllOf } from '#app/settings/db/closing.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Changes a person's name. Not during an open escrow: the other side deals with the name it knows; an operator corrects
 * slips. Both names are recorded. Refusals: name_missing, name_too_long, name_not_plain, name_like_ours, name_bound.
 */
export async function changeName(
  deps: Deps,
  { userId, name }: { userId: string; name: string },
): Promise<null | Refusal> {
  if (name === '') return refuse('name_missing', { field: 'name' })
  const problem = nameProblem(name)
  if (problem) return refuse(problem, { field: 'name' })
  return inTransaction(deps.db, async (tx) => {
    await lockAllOf(tx, userId)
    const { name: before } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } })
    if (before === name) return null
    const open = await findOpenWork(tx, userId)
    if (open.some(({ kind }) => kind === 'escrow')) return refuse('name_bound', { field: 'name' })
    await storeName(tx, { userId, name })
    await writeEvent(tx, { kind: 'name_changed', at: deps.clock.now(), userId, detail: { from: before, to: name } })
    await enqueue(tx, { name: 'screen_person', payload: { userId } })
    return null
  })
}
