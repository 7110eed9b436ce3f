import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { refuseStill } from '#app/accounts/web/viewer.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { countTry, returnTryAfterOutage } from '#app/kernel/web/http/limits.server.ts'
import { orRefuse } from '#app/kernel/web/http/or-refuse.server.ts'
import { deps } from '#app/runtime.server.ts'
import type { OnchainIntent } from '#app/trade/onchain/domain/signing/onchain-intents.ts'
import { agreeToOnchain } from '#app/trade/onchain/workflows/agreeing/agree-to-onchain.server.ts'
import { sendSignedDeposit } from '#app/trade/onchain/workflows/agreeing/offer-deposit.server.ts'
import { isApproval, signApproval } from '#app/trade/onchain/workflows/approving/sign-approval.server.ts'
import { claimBack } from '#app/trade/onchain/workflows/claim-back.server.ts'
import { offerReturn } from '#app/trade/onchain/workflows/returning/offer-return.server.ts'
import { isReturn, takeReturn } from '#app/trade/onchain/workflows/returning/sign-return.server.ts'
import { isClosing, takeClosing } from '#app/trade/onchain/workflows/settled/sign-closing.server.ts'
import { sendTake } from '#app/trade/onchain/workflows/settled/take-share.server.ts'
import { signSettlement } from '#app/trade/onchain/workflows/sign-settlement.server.ts'
import { stateDeposit } from '#app/trade/onchain/workflows/wallets/state-deposit.server.ts'

type Asked = { escrowId: string; userId: string; fields: FormFields }

/** What a wallet signs is valid also while the account is on hold after a change. Stating a wallet is not. */
const IS_FOR_STILL_ACCOUNT: Record<OnchainIntent, boolean> = {
  agree: false,
  send_lock: true,
  state_lock: true,
  sign_exit: true,
  claim_back: true,
  return_early: true,
  take_share: true,
}

/** Does what the form asks for; null when it is done. The workflows check permissions. Throws a 429 Response. */
export async function performOnchainStep(
  intent: OnchainIntent,
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

/** Both sides sign a settlement and the closing of its account; the buyer also an approval and an early return. */
async function sign({ escrowId, userId, fields }: Asked) {
  const xdr = fields.get('signed')
  if (xdr === '') return refuse('signature_unreadable', { field: 'signed' })
  if (await isApproval(deps, { escrowId, xdr })) return signApproval(deps, { escrowId, xdr })
  if (await isReturn(deps, { escrowId, xdr })) return takeReturn(deps, { escrowId, xdr })
  if (await isClosing(deps, { escrowId, xdr })) return takeClosing(deps, { escrowId, xdr })
  return signSettlement(deps, { escrowId, userId, xdr })
}

const WORK: Record<OnchainIntent, (asked: Asked) => Promise<unknown>> = {
  agree: ({ escrowId, userId: sellerId, fields }) =>
    agreeToOnchain(deps, {
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
    stateDeposit(deps, { escrowId, buyerId, hash: fields.get('lockHash') }),
  send_lock: async ({ escrowId, userId: buyerId, fields }) => {
    const xdr = fields.get('signed')
    if (xdr === '') return refuse('signature_unreadable', { field: 'signed' })
    return sendSignedDeposit(deps, { escrowId, buyerId, xdr })
  },
}
