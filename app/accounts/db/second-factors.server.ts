/** Secrets of authenticator apps, sealed, and the hashes of recovery codes. */
import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

/** Null where there is none, not even one that is being set up. */
export async function findSecondFactor(db: Database | Transaction, userId: string) {
  return db.secondFactor.findUnique({
    where: { userId },
    select: { sealedSecret: true, createdAt: true, confirmedAt: true, lastStep: true },
  })
}

/** Has this person one that counts? */
export async function hasSecondFactor(db: Database | Transaction, userId: string): Promise<boolean> {
  return (await db.secondFactor.count({ where: { userId, confirmedAt: { not: null } } })) === 1
}

/** Recovery codes that nobody has used yet. */
export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  return db.recoveryCode.count({ where: { userId, usedAt: null } })
}

/** A secret to be confirmed, in the place of one that never was. False when there is one that counts. */
export async function storeNewSecret(
  tx: Transaction,
  factor: { userId: string; sealedSecret: string; createdAt: Date },
): Promise<boolean> {
  const { userId } = factor
  await tx.secondFactor.deleteMany({ where: { userId, confirmedAt: null } })
  const { count } = await tx.secondFactor.createMany({ data: [factor], skipDuplicates: true })
  return count === 1
}

/** From now on it counts. False when somebody was first, or the secret is another one by now. */
export async function confirmSecret(
  tx: Transaction,
  confirmed: { userId: string; sealedSecret: string; at: Date; step: number },
): Promise<boolean> {
  const { userId, sealedSecret, at, step } = confirmed
  const { count } = await tx.secondFactor.updateMany({
    where: { userId, sealedSecret, confirmedAt: null },
    data: { confirmedAt: at, lastStep: step },
  })
  return count === 1
}

/** Takes the code of a step. False when that code or a newer one was taken before: of many at once, one is the first. */
export async function takeStep(
  tx: Transaction,
  taken: { userId: string; sealedSecret: string; step: number },
): Promise<boolean> {
  const { userId, sealedSecret, step } = taken
  const { count } = await tx.secondFactor.updateMany({
    where: { userId, sealedSecret, confirmedAt: { not: null }, lastStep: { lt: step } },
    data: { lastStep: step },
  })
  return count === 1
}

/** Takes a recovery code. False when there is none such, or it was used before. */
export async function takeRecoveryCode(
  tx: Transaction,
  taken: { userId: string; code: string; at: Date },
): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({
    where: { userId: taken.userId, codeHash: hashCode(taken.code), usedAt: null },
    data: { usedAt: taken.at },
  })
  return count === 1
}

/** New recovery codes in the place of all older ones. `codes` without dashes. */
export async function replaceRecoveryCodes(tx: Transaction, { userId, codes }: { userId: string; codes: string[] }) {
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: hashCode(code) })) })
}

/** With its recovery codes. False when there was none that counted. */
export async function deleteSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  const { count } = await tx.secondFactor.deleteMany({ where: { userId, confirmedAt: { not: null } } })
  return count === 1
}

/**
 * What somebody set, or began to set, since a moment, or ever, with its recovery codes. Never an operator's, whose accounts no
 * stranger opens: another operator resets it. False when there was none that counted.
 */
export async function deleteFactorSince(
  tx: Transaction,
  { userId, since }: { userId: string; since: Date | null },
): Promise<boolean> {
  const user = { OR: [{ role: null }, { role: { not: 'admin' as const } }] }
  await tx.secondFactor.deleteMany({ where: { userId, user, confirmedAt: null } })
  const { count } = await tx.secondFactor.deleteMany({
    where: { userId, user, confirmedAt: since ? { gte: since } : { not: null } },
  })
  return count === 1
}

/** Codes hold 78 random bits: nobody finds one by trying hashes. */
function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
