import type { Viewer } from '#app/domain/accounts/viewer.ts'
import type { HeldIntent } from '#app/domain/held/signing/held-intents.ts'
import { isRefusal, type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { deps } from '#app/runtime.server.ts'
import { refuseStill } from '#app/web/accounts/viewer.server.ts'
import type { FormFields } from '#app/web/kernel/forms/form-fields.ts'
import { countTry, returnTryAfterOutage } from '#app/web/kernel/http/limits.server.ts'
import { orRefuse } from '#app/web/kernel/http/or-refuse.server.ts'
import { agreeToHold } from '#app/workflows/held/agreeing/agree-to-hold.server.ts'
import { sendSignedLock } from '#app/workflows/held/agreeing/offer-lock.server.ts'
import { isApproval, signApproval } from '#app/workflows/held/approving/sign-approval.server.ts'
import { claimBack } from '#app/workflows/held/claim-back.server.ts'
import { offerReturn } from '#app/workflows/held/returning/offer-return.server.ts'
import { isReturn, takeReturn } from '#app/workflows/held/returning/sign-return.server.ts'
import { isClosing, takeClosing } from '#app/workflows/held/settled/sign-closing.server.ts'
import { sendTake } from '#app/workflows/held/settled/take-share.server.ts'
import { signExit } from '#app/workflows/held/sign-exit.server.ts'
import { stateLock } from '#app/workflows/held/wallets/state-lock.server.ts'

type Asked = { escrowId: string; userId: string; fields: FormFields }

/** What a wallet signs itself is its own word, also while the account stands still; which wallet it is is not said then. */
const IS_FOR_STILL_ACCOUNT: Record<HeldIntent, boolean> = {
  agree: false,
  send_lock: true,
  state_lock: true,
  sign_exit: true,
  claim_back: true,
  return_early: true,
  take_share: true,
}

/** Does what the form asks for; null when it is done. Who may is the workflows' to say. Throws a 429 Response. */
export async function act(
  intent: HeldIntent,
  { viewer, ...about }: Omit<Asked, 'userId'> & { viewer: Viewer },
): Promise<Refusal | null> {
  const asked = { ...about, userId: viewer.id }
  await countTry('submit_by_user', asked.userId)
  const still = IS_FOR_STILL_ACCOUNT[intent] ? null : refuseStill(viewer)
  if (still) return still
  const done = await orRefuse<unknown>(WORK[intent](asked), 'settle_failed')
  if (!isRefusal(done)) return null
  await returnTryAfterOutage('submit_by_user', asked.userId, [done])
  return done
}

/** The two sides sign a way out of what is locked, and the closing of its account; the buyer what approves, and what gives back what does not count. */
async function sign({ escrowId, userId, fields }: Asked) {
  const xdr = fields.get('signed')
  if (xdr === '') return refuse('signature_unreadable', { field: 'signed' })
  if (await isApproval(deps, { escrowId, xdr })) return signApproval(deps, { escrowId, xdr })
  if (await isReturn(deps, { escrowId, xdr })) return takeReturn(deps, { escrowId, xdr })
  if (await isClosing(deps, { escrowId, xdr })) return takeClosing(deps, { escrowId, xdr })
  return signExit(deps, { escrowId, userId, xdr })
}

const WORK: Record<HeldIntent, (asked: Asked) => Promise<unknown>> = {
  agree: ({ escrowId, userId: sellerId, fields }) =>
    agreeToHold(deps, {
      escrowId,
      sellerId,
      wallet: { address: fields.get('walletAddress'), memo: fields.get('walletMemo') },
      isAccepted: fields.isTicked('isAccepted'),
      seenTerms: fields.get('seenTerms') || undefined,
      seenSupplement: fields.get('seenSupplement'),
    }),
  sign_exit: sign,
  take_share: async ({ escrowId, userId, fields }) => {
    const xdr = fields.get('signed')
    if (xdr === '') return refuse('signature_unreadable', { field: 'signed' })
    return sendTake(deps, { escrowId, userId, xdr })
  },
  claim_back: ({ escrowId, userId }) => claimBack(deps, { escrowId, userId }),
  return_early: ({ escrowId, userId, fields }) => offerReturn(deps, { escrowId, userId, lockId: fields.get('lockId') }),
  state_lock: ({ escrowId, userId: buyerId, fields }) =>
    stateLock(deps, { escrowId, buyerId, hash: fields.get('lockHash') }),
  send_lock: async ({ escrowId, userId: buyerId, fields }) => {
    const xdr = fields.get('signed')
    if (xdr === '') return refuse('signature_unreadable', { field: 'signed' })
    return sendSignedLock(deps, { escrowId, buyerId, xdr })
  },
}
