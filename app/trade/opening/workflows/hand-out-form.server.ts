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

/** `reference`: the memo of the form. Null: the person has too many open forms. */
export type HandedOut = { token: string; reference: number | null }

/**
 * Returns the form of a /submit page. The URL contains `token`: reload, back and refusal show the same form and
 * reference, and each tab has its own. A form that was sent, or is another person's, always has the same successor.
 */
export async function handOutForm(deps: Deps, asked: { userId: string; token: string }): Promise<HandedOut> {
  const known = await findSubmitForm(deps.db, asked)
  if (known && known.sentAt === null) return known
  return inTransaction(deps.db, async (tx) => {
    const slot = await findFreeSlot(tx, asked.userId)
    return handOut(deps, tx, { ...asked, slot })
  })
}

/** Follows the successors of sent forms to the open one, or creates it. */
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
    // The form was sent, or the token is another person's.
    follows = found?.token ?? asked.token
  }
}
