/** Switches reminders: by the link of one of them, without an account, or on the account's own page. */
import { timingSafeEqual } from 'node:crypto'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { isEmailOff, storeOff, storeOn } from '#app/notices/db/emails-off.server.ts'
import { findEmail } from '#app/notices/db/outbox.server.ts'
import { REMINDERS_OF, type ReminderKind } from '#app/notices/domain/reminder-kinds.ts'
import { emailContent } from '#app/notices/emails/emails.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type OffLink = { letterId: string; token: string }

/** What a reminder's link switches, and its current state. Null: the link is not ours. Changes nothing. */
export async function readOffLink(
  deps: Deps,
  link: OffLink,
): Promise<{ address: string; kind: ReminderKind; isOff: boolean } | null> {
  const { letterId } = link
  if (!looksLikeRowId(letterId) || !isOurs(deps, link)) return null
  const letter = await findEmail(deps.db, letterId)
  if (!letter) return null
  const content = emailContent.safeParse(letter.content).data
  if (content?.letter !== 'reminder') return null
  const of = { address: letter.recipient, kind: content.kind }
  return { ...of, isOff: await isEmailOff(deps.db, of) }
}

/** The link alone suffices: only the reader of the mailbox has it. Idempotent. Returns whether the link was valid. */
export async function switchByLink(deps: Deps, { wants, ...link }: OffLink & { wants: boolean }): Promise<boolean> {
  const known = await readOffLink(deps, link)
  if (!known) return false
  const { address, kind } = known
  await inTransaction(deps.db, async (tx) => {
    await (wants ? storeOn : storeOff)(tx, { address, kind })
    const detail = { by: 'link', letterId: link.letterId, [kind]: wants }
    await writeEvent(tx, { kind: 'reminders_switched', at: deps.clock.now(), detail })
  })
  return true
}

/** Stores the choices of a signed-in person: of the role's kinds, all that are not wanted are switched off. */
export async function chooseReminders(
  deps: Deps,
  chosen: { userId: string; address: string; role: 'buyer' | 'seller'; wanted: readonly ReminderKind[] },
): Promise<void> {
  const { userId, address, role, wanted } = chosen
  await inTransaction(deps.db, async (tx) => {
    for (const kind of REMINDERS_OF[role]) {
      await (wanted.includes(kind) ? storeOn : storeOff)(tx, { address, kind })
    }
    const detail = Object.fromEntries(REMINDERS_OF[role].map((kind) => [kind, wanted.includes(kind)]))
    await writeEvent(tx, { kind: 'reminders_switched', at: deps.clock.now(), userId, detail })
  })
}

function isOurs(deps: Deps, { letterId, token }: OffLink): boolean {
  const ours = Buffer.from(deps.accountToken({ id: letterId, purpose: 'letters_off' }))
  const theirs = Buffer.from(token)
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}
