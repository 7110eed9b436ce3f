/** Accounts of operators, which a command makes and disables (decision 056). */
import type { Transaction } from '#app/kernel/db/client.server.ts'

/** Returns the account of a normalized address, its row locked until the transaction ends; null: none. */
export async function lockAccountAt(tx: Transaction, email: string) {
  await tx.$queryRaw`select 1 from "user" where "email" = ${email} for update`
  return tx.user.findUnique({ where: { email }, select: { id: true, name: true, role: true } })
}

/** Nobody can sign in before a link replaces the password. Throws a unique-constraint error: address taken. */
export async function createOperator(
  tx: Transaction,
  operator: { name: string; email: string; unknownHash: string },
): Promise<{ id: string }> {
  const { name, email, unknownHash } = operator
  return tx.user.create({
    data: { name, email, role: 'admin', password: { create: { hash: unknownHash } } },
    select: { id: true },
  })
}

/** Gives an account the operator's role, or removes its role. */
export async function setOperator(tx: Transaction, { userId, isOne }: { userId: string; isOne: boolean }) {
  await tx.user.update({ where: { id: userId }, data: { role: isOne ? 'admin' : null }, select: { id: true } })
}

/** Ends everything that opens the account or could: sessions, links in emails, pending changes of the address. */
export async function endEveryWayIn(tx: Transaction, userId: string): Promise<void> {
  await tx.session.deleteMany({ where: { userId } })
  await tx.accountToken.deleteMany({ where: { userId } })
  await tx.emailChange.deleteMany({ where: { userId, doneAt: null, stoppedAt: null } })
}

/** Was the account of a disabled operator at any time? */
export async function wasDisabled(tx: Transaction, userId: string): Promise<boolean> {
  return (await tx.auditEvent.count({ where: { userId, kind: 'operator_disabled' } })) > 0
}

export async function countOperators(tx: Transaction): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int as "count" from "user" where "role" = 'admin'`
  return row?.count ?? 0
}
