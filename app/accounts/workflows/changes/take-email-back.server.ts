import { endStandstill, findOpenSince } from '#app/accounts/db/account-changes.server.ts'
import { endLinksOf } from '#app/accounts/db/account-tokens.server.ts'
import { endChangesSince, type StoredEmailChange, storeChangeStopped } from '#app/accounts/db/email-changes.server.ts'
import { deleteSessionsOf } from '#app/accounts/db/sessions.server.ts'
import { replaceEmail, replacePasswordHash } from '#app/accounts/db/users.server.ts'
import type { ChangeEnd } from '#app/accounts/domain/account-change.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { findAddressee } from '#app/notices/db/addressees.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { clearOfStranger } from '../clear-of-stranger.server.ts'

type TakenBack = {
  change: Pick<StoredEmailChange, 'id' | 'userId' | 'fromEmail' | 'fromConfirmedAt' | 'createdAt' | 'doneAt'>
  /** From drawUnknownHash, drawn before the transaction: it is slow. */
  unknownHash: string
  end: ChangeEnd
  /** The operator who takes it back; null: the old mailbox. */
  by: string | null
  at: Date
}

/**
 * Restores the old address, and undoes what was built on the change: other changes, links, sessions, the password, a
 * second factor, saved wallets. Throws a unique-constraint error when another account has the address.
 */
export async function takeEmailBack(
  deps: Deps,
  tx: Transaction,
  { change, unknownHash, end, by, at }: TakenBack,
): Promise<void> {
  const { userId, createdAt: since } = change
  const { email } = await findAddressee(tx, userId)
  if (change.doneAt) {
    await replaceEmail(tx, { userId, from: email, to: change.fromEmail, confirmedAt: change.fromConfirmedAt })
  }
  await storeChangeStopped(tx, { id: change.id, at })
  await endChangesSince(tx, { userId, since })
  await endLinksOf(tx, userId)
  await deleteSessionsOf(tx, userId)
  await replacePasswordHash(tx, { userId, hash: unknownHash })
  await clearOfStranger(deps, tx, { userId, since })
  await endStandstill(tx, { ids: await findOpenSince(tx, { userId, since }), userId, end, endedAt: at, endedById: by })
}

export async function drawUnknownHash(deps: Pick<Deps, 'passwords' | 'random'>): Promise<string> {
  return deps.passwords.hash(Buffer.from(deps.random(32)).toString('base64'))
}
