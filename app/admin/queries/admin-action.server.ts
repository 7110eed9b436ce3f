/** The subject of an admin action, as its page shows it before the action is confirmed. */
import { findChange } from '#app/accounts/db/account-changes.server.ts'
import { findAdminPerson } from '#app/accounts/db/admin-persons.server.ts'
import { type ChangeKind, changeKind } from '#app/accounts/domain/account-change.ts'
import { type ActionSubject, type AdminAction, actionSubjectOf } from '#app/admin/domain/admin-action.ts'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { countNotesOfEmail } from '#app/kernel/db/admin-notes.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { PayoutPurpose } from '#app/kernel/domain/payout-state.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { findEmailToCopy } from '#app/notices/db/emails-again.server.ts'
import { findPayout, findPayoutsWithEscrow } from '#app/settlement/payouts/db/payouts.server.ts'

export type ActionOn =
  | { on: 'person'; name: string; email: string; back: string }
  | {
      on: 'change'
      name: string
      email: string
      kind: ChangeKind
      /** Null: from the command line. */
      by: string | null
      reason: string
      at: string
      back: string
    }
  | { on: 'escrow'; txid: string; amount: string; asset: Asset; back: string }
  | {
      on: 'payout'
      purpose: PayoutPurpose
      amount: string
      asset: Asset
      wallet: Wallet
      txid: string | null
      back: string
    }
  | {
      on: 'letter'
      recipient: string
      kind: string
      state: 'sent' | 'given_up' | 'withheld' | 'overtaken' | 'waiting'
      tries: number
      error: string | null
      again: number
      back: string
    }

/** Null: not found. */
export async function loadActionSubject(
  db: Database,
  { act, id }: { act: AdminAction; id: string },
): Promise<ActionOn | null> {
  return looksLikeRowId(id) ? LOADERS[actionSubjectOf(act)](db, id) : null
}

const LOADERS: Record<ActionSubject, (db: Database, id: string) => Promise<ActionOn | null>> = {
  async person(db, id) {
    const person = await findAdminPerson(db, id)
    return person && { on: 'person', name: person.name, email: person.email, back: `/admin-panel/people/${id}` }
  },
  async change(db, id) {
    const change = await findChange(db, id)
    const person = change?.userId ? await findAdminPerson(db, change.userId) : null
    if (!change || !person) return null
    const { kind, changedBy, reason, changedAt } = change
    const back = `/admin-panel/people/${person.id}`
    const about = { kind: changeKind(kind), by: changedBy?.name ?? null, reason, at: changedAt.toISOString() }
    return { on: 'change', name: person.name, email: person.email, ...about, back }
  },
  async escrow(db, id) {
    const escrow = await findEscrow(db, id)
    if (!escrow) return null
    const { transactionId: txid, amount, currency: asset } = escrow
    return { on: 'escrow', txid, amount: plain(amount), asset, back: backToEscrow(txid) }
  },
  async payout(db, id) {
    const payout = await findPayout(db, id)
    if (!payout) return null
    const { purpose, amount, asset, address, memo } = payout
    const txid = (await findPayoutsWithEscrow(db, [id])).get(id)?.transactionId ?? null
    return {
      on: 'payout',
      purpose,
      amount: plain(amount),
      asset,
      wallet: { address, memo },
      txid,
      back: txid === null ? '/admin-panel/lists/payouts' : backToEscrow(txid),
    }
  },
  async letter(db, id) {
    const letter = await findEmailToCopy(db, id)
    if (!letter) return null
    const { recipient, content, sentAt, givenUpAt, withheldFor, attempts: tries, lastError: error } = letter
    const kind = typeof content === 'object' && content !== null && 'letter' in content ? String(content.letter) : ''
    const held = withheldFor === 'overtaken' ? 'overtaken' : 'withheld'
    const unsent = withheldFor === null ? 'waiting' : held
    const state = sentAt ? 'sent' : givenUpAt ? 'given_up' : unsent
    const again = await countNotesOfEmail(db, id)
    return {
      on: 'letter',
      recipient,
      kind,
      state,
      tries,
      error,
      again,
      back: `/admin-panel/lists/letters?${new URLSearchParams({ q: recipient })}`,
    }
  },
}

const backToEscrow = (txid: string) => `/admin-panel/escrows?txid=${txid}`
