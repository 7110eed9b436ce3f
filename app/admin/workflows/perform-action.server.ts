import type { AdminAction } from '#app/admin/domain/admin-action.ts'
import { refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import type { Deps } from '#app/workflow-deps.ts'
import type { ActionAsked, ActionDone } from './action.ts'
import { noteAboutEscrow, noteAboutPerson } from './add-note.server.ts'
import { confirmChange, takeChangeBack } from './confirm-change.server.ts'
import { correctAddress } from './correct-address.server.ts'
import { letPayoutGo, pausePayout, retryFailedPayout } from './pause-payout.server.ts'
import { sendEmailAgain } from './send-email-again.server.ts'
import { endSessionsOf, suspendPerson, unlockPerson } from './suspend-person.server.ts'

const ACTS: Record<AdminAction, (deps: Deps, asked: ActionAsked) => Promise<ActionDone>> = {
  note_person: noteAboutPerson,
  note_escrow: noteAboutEscrow,
  lock: suspendPerson,
  unlock: unlockPerson,
  end_sessions: endSessionsOf,
  correct_address: correctAddress,
  confirm_change: confirmChange,
  take_back_change: takeChangeBack,
  send_letter: sendEmailAgain,
  hold_payout: pausePayout,
  let_go: letPayoutGo,
  retry_payout: retryFailedPayout,
}

/**
 * Performs an admin action with its reason, event and note in one transaction. The caller has found the subject and
 * checked that `operatorId` is an operator. Refusals: act_reason_required, and those of the action.
 */
export async function performAction(
  deps: Deps,
  { act, ...asked }: ActionAsked & { act: AdminAction },
): Promise<ActionDone> {
  if (!looksLikeRowId(asked.subjectId)) throw new Error('no row has this id')
  if (asked.reason === '') return refuse('act_reason_required', { field: 'reason' })
  return ACTS[act](deps, asked)
}
