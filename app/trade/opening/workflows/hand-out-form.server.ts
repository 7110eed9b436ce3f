import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import {
  createSubmitForm,
  findFollowingForm,
  findFreeSlot,
  findSubmitForm,
  type SubmitForm,
} from '#app/kernel/db/forms/submit-forms.server.ts'
import { reserveReference } from '#app/ledgers/references/db/references.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** `reference`: the number that the form shows; null when the person has too many open forms for one more number. */
export type HandedOut = { token: string; reference: number | null }

/**
 * The form that a page of /submit shows. Its address names it by `token`, so that the page loaded again, gone back to, or
 * refused, shows the same form with the same number, and every other tab a form and a number of its own. In place of a form
 * that was sent, or that is not this person's, stands always the same next one.
 */
export async function handOutForm(deps: Deps, asked: { userId: string; token: string }): Promise<HandedOut> {
  const known = await findSubmitForm(deps.db, asked)
  if (known && known.sentAt === null) return known
  return inTransaction(deps.db, async (tx) => {
    const slot = await findFreeSlot(tx, asked.userId)
    return handOut(deps, tx, { ...asked, slot })
  })
}

/** Follows the forms that were sent to the one that is open, or makes it. */
async function handOut(
  deps: Deps,
  tx: Transaction,
  asked: { userId: string; token: string; slot: number | null },
): Promise<HandedOut> {
  const { userId, slot } = asked
  let follows: string | null = null
  for (;;) {
    const found: SubmitForm | null =
      follows === null
        ? await findSubmitForm(tx, { token: asked.token, userId })
        : await findFollowingForm(tx, { follows, userId })
    if (found?.sentAt === null) return found
    if (!found) {
      const token = follows === null ? asked.token : deps.newId()
      if (slot === null) return { token, reference: null }
      const form = { token, userId, slot, follows, issuedAt: deps.clock.now() }
      const reference = await reserveReference(tx, deps.random)
      if (await createSubmitForm(tx, { ...form, reference })) return { token, reference }
    }
    // It was sent, or the token is somebody else's.
    follows = found?.token ?? asked.token
  }
}
