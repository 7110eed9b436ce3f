/** Secrets of authenticator apps, sealed, and the hashes of recovery codes. */
import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

/** Returns the second factor, confirmed or being set up; null when there is none. */
export async function findSecondFactor(db: Database | Transaction, userId: string) {
  return db.secondFactor.findUnique({
    where: { userId },
    select: { sealedSecret: true, createdAt: true, confirmedAt: true, lastStep: true },
  })
}

/** Does this person have a confirmed second factor? */
export async function hasSecondFactor(db: Database | Transaction, userId: string): Promise<boolean> {
  return (await db.secondFactor.count({ where: { userId, confirmedAt: { not: null } } })) === 1
}

/** Counts unused recovery codes. */
export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  return db.recoveryCode.count({ where: { userId, usedAt: null } })
}

/** Stores a secret to be confirmed, replacing an unconfirmed one. False when a confirmed one exists. */
export async function storeNewSecret(
  tx: Transaction,
  factor: { userId: string; sealedSecret: string; createdAt: Date },
): Promise<boolean> {
  const { userId } = factor
  await tx.secondFactor.deleteMany({ where: { userId, confirmedAt: null } })
  const { count } = await tx.secondFactor.createMany({ data: [factor], skipDuplicates: true })
  return count === 1
}

/** Confirms the secret. False when it is already confirmed or has been replaced. */
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

/** Takes the code of a time step. False when it or a newer one was taken: of concurrent requests, one succeeds. */
export async function takeCodeStep(
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

/** Takes a recovery code. False when it does not exist or was used. */
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

/** Replaces all recovery codes. `codes` are without dashes. */
export async function replaceRecoveryCodes(tx: Transaction, { userId, codes }: { userId: string; codes: string[] }) {
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: hashCode(code) })) })
}

/** Deletes the second factor with its recovery codes. False when none was confirmed. */
export async function deleteSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  const { count } = await tx.secondFactor.deleteMany({ where: { userId, confirmedAt: { not: null } } })
  return count === 1
}

/**
 * Deletes a second factor, with its recovery codes, confirmed since `since` (null: ever) or unconfirmed. Never an
 * operator's: no stranger opens such an account, and another operator resets it. False: none was confirmed.
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

/** Plain SHA-256 is enough: codes hold 78 random bits, so nobody finds one by trying hashes. */
function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
