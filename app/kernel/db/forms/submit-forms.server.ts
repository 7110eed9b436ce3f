/** Forms of /submit that were shown, each with a number of its own (product.md §2). */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { inSlices } from '#app/kernel/db/in-slices.ts'

/** Maximum of a person's open forms with a number; the database has no slots for more. */
const MOST_OPEN = 50

export type SubmitForm = { token: string; reference: number; sentAt: Date | null }

const SHOWN = { token: true, reference: true, sentAt: true } as const

export async function findSubmitForm(
  db: Database | Transaction,
  of: { token: string; userId: string },
): Promise<SubmitForm | null> {
  return db.submitForm.findFirst({ where: of, select: SHOWN })
}

/** The form that the person got in place of a sent one. */
export async function findFollowingForm(
  tx: Transaction,
  of: { follows: string; userId: string },
): Promise<SubmitForm | null> {
  return tx.submitForm.findFirst({ where: of, select: SHOWN })
}

/** Locks the person's row until the transaction ends, and returns a free slot for a form. Null: all are taken. */
export async function findFreeSlot(tx: Transaction, userId: string): Promise<number | null> {
  await tx.$queryRaw`select 1 from "user" where "id" = ${userId}::uuid for update`
  const [free] = await tx.$queryRaw<{ slot: number }[]>`
    select "slot" from generate_series(1, ${MOST_OPEN}::int) as places ("slot")
    where not exists (
      select 1 from "submit_form" where "userId" = ${userId}::uuid and "submit_form"."slot" = places."slot"
    )
    order by "slot" limit 1`
  return free?.slot ?? null
}

/** False: the token is somebody else's. */
export async function createSubmitForm(
  tx: Transaction,
  form: { token: string; userId: string; reference: number; slot: number; follows: string | null; issuedAt: Date },
): Promise<boolean> {
  const { count } = await tx.submitForm.createMany({ data: [form], skipDuplicates: true })
  return count === 1
}

/** The form was sent: its slot is free for another, its number stays its own. */
export async function markFormSent(tx: Transaction, form: { token: string; userId: string; at: Date }): Promise<void> {
  const { token, userId, at } = form
  await tx.submitForm.updateMany({ where: { token, userId, sentAt: null }, data: { sentAt: at, slot: null } })
}

/** Frees the slots of old forms. What is paid with an old form's number still belongs to it. */
export async function freeOldForms(db: Database, before: Date): Promise<number> {
  const where = { issuedAt: { lt: before }, slot: { not: null } }
  return inSlices(async (limit) => (await db.submitForm.updateMany({ where, data: { slot: null }, limit })).count)
}
