import { storeTermsAcceptance } from '#app/accounts/db/service-terms.server.ts'
import { TERMS_SUPPLEMENT, TERMS_VERSION } from '#app/accounts/domain/service-terms.ts'
import { storeClaim } from '#app/escrow/db/payment-claims.server.ts'
import { makeEscrowId } from '#app/escrow/domain/escrow-id.ts'
import { textsOf } from '#app/escrow/domain/escrow-terms.ts'
import { spendFees } from '#app/fees/db/fee-uses.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { createSentForm } from '#app/kernel/db/forms/form-tokens.server.ts'
import { markFormSent } from '#app/kernel/db/forms/submit-forms.server.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { findPaymentsAhead, judgeStoredPayments } from '#app/ledgers/payments/db/ledger-payments.server.ts'
import { isDoubted } from '#app/ledgers/payments/db/unmatched-answers.server.ts'
import { renameUnmatchedPayment } from '#app/ledgers/payments/db/unmatched-payments.server.ts'
import { lockReferences, reserveReference } from '#app/ledgers/references/db/references.server.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import { createContract, type StoredFile } from '#app/trade/documents/db/documents.server.ts'
import { contractKey } from '#app/trade/documents/domain/documents.ts'
import { discardKept, keepUpload } from '#app/trade/documents/workflows/keep-upload.server.ts'
import { queueFileRemoval } from '#app/trade/documents/workflows/remove-file.server.ts'
import { checkRoomOfPerson } from '#app/trade/documents/workflows/room-for-files.server.ts'
import { createOnchainEscrow } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { type DraftKey, deleteDraft, lockDraft } from '#app/trade/opening/db/drafts.server.ts'
import { createEscrow } from '#app/trade/opening/db/openings.server.ts'
import { createMilestone } from '#app/trade/terms/db/milestones.server.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { type CheckedSubmission, checkSubmission } from './check-submission.server.ts'
import { formDigest } from './form-digest.server.ts'
import { fundEscrow } from './fund-escrow.server.ts'
import { inviteSeller } from './invitation/invite-seller.server.ts'
import { findSent, findShownNumber, holdShownNumber } from './sent-form.server.ts'
import { type EscrowSubmission, isDrafted } from './submission.ts'
import { type Right, takeRight } from './take-right.server.ts'

/**
 * Opens an escrow (spec §5, Submit; product.md §3) and removes its draft (decision 135). Uses the pilot's credit or the
 * fees in the same transaction, and accepts Quayside's terms. Refusals: those of checkSubmission and takeRight,
 * person_store_full, draft_changed, memo_taken, memo_not_reserved.
 */
export async function openEscrow(
  deps: Deps,
  submission: EscrowSubmission,
): Promise<{ escrowId: string; transactionId: string } | Refusal> {
  const sent = await findSent(deps.db, submission)
  if (sent) return sent
  const checked = await checkSubmission(deps, submission)
  if (isRefusal(checked)) return checked
  const shown = await findShownNumber(deps.db, submission)
  if (isRefusal(shown)) return shown
  const { formToken } = submission
  const transactionId = makeEscrowId(deps.random, submission.type)
  const now = deps.clock.now()
  const contract = await placeContract(deps, submission, now)
  const opened = await inTransaction(deps.db, async (tx) => {
    const full = await checkContract(tx, { submission, now })
    if (full) return full
    const taken = await takeReferenceAndRight(deps, tx, { checked, shown })
    if (isRefusal(taken)) return taken
    const { reference, fees, worth } = taken
    // A payment with this reference may arrive at this moment (record-ledger-payments).
    await lockReferences(tx, [reference])
    const { id: escrowId } = await createEscrow(tx, { ...facts(deps, checked), transactionId, reference })
    await storeTermsAcceptance(tx, { userId: submission.buyerId, occasion: 'opening', escrowId, at: now })
    if (checked.hold) await createOnchainEscrow(tx, { escrowId, ...checked.hold, createdAt: now })
    await spendFees(tx, { fees, escrowId })
    if (formToken) await endDraft(tx, { token: formToken, userId: submission.buyerId, contract })
    if (contract) await createContract(tx, { escrowId, ...contract })
    await createMilestone(tx, { escrowId, amount: checked.amountDecimal, dates: checked.agreed, createdAt: now })
    await scheduleDeadline(tx, { escrowId, now })
    await saveWallets(tx, checked)
    await enqueue(tx, { name: 'screen_person', payload: { userId: submission.buyerId } })
    await writeEvent(tx, {
      kind: 'escrow_opened',
      at: now,
      escrowId,
      userId: submission.buyerId,
      detail: {
        amount: plain(checked.amountDecimal),
        currency: submission.currency,
        hasContract: contract !== null,
        ...(contract && { contract: { size: contract.size, sha256: contract.sha256 } }),
        ...(checked.hold && { heldUntil: checked.hold.deadline.toISOString() }),
        ...(checked.receiving === null && { walletLeftToSeller: true }),
        worth,
        serviceTerms: `${TERMS_VERSION}, ${TERMS_SUPPLEMENT}`,
      },
    })
    await notifyOfOpening(deps, tx, { escrowId, transactionId, checked, now })
    // Before earlier payments are counted, which answers the claim.
    if (checked.statedTxId) {
      await storeClaim(tx, { escrowId, hash: checked.statedTxId, at: now })
      await enqueue(tx, { name: 'verify_stated_payment', payload: { escrowId } })
    }
    // Payments to our accounts never fund an on-chain escrow.
    if (!checked.hold) await adoptPaymentsAhead(deps, tx, { escrowId, checked, reference })
    if (formToken) {
      const sentForm = { token: formToken, userId: submission.buyerId, digest: formDigest(submission) }
      await createSentForm(tx, { ...sentForm, escrowId, usedAt: now })
      await markFormSent(tx, { token: formToken, userId: submission.buyerId, at: now })
    }
    return { escrowId, transactionId }
  }).catch((error: unknown) => ({ error }))
  if ('escrowId' in opened) return opened
  // A draft keeps its contract.
  if (contract && !isDrafted(submission.contract)) await discardKept(deps, [contract])
  // A concurrent request with the same form may have taken the credit, the token or the reference.
  const meanwhile = await findSent(deps.db, submission)
  if (meanwhile) return meanwhile
  if ('error' in opened) throw opened.error
  return opened
}

/** The stored contract; a draft's is stored already. */
async function placeContract(
  deps: Deps,
  { contract, buyerId }: EscrowSubmission,
  at: Date,
): Promise<StoredFile | null> {
  if (contract === null || isDrafted(contract)) return contract
  return keepUpload(deps, contract, (unique) => contractKey({ uid: buyerId, at, unique, fileName: contract.fileName }))
}

/** Checks the person's quota for an uploaded contract, and that the draft still has the same contract. */
async function checkContract(
  tx: Transaction,
  { submission, now }: { submission: EscrowSubmission; now: Date },
): Promise<Refusal | null> {
  const { contract, buyerId: userId, formToken: token } = submission
  if (contract === null) return null
  if (!isDrafted(contract)) {
    return checkRoomOfPerson(tx, { userId, files: [{ type: 'contract', size: contract.size }], now })
  }
  const draft = token ? await lockDraft(tx, { userId, token }) : null
  return draft?.contract?.storageKey === contract.storageKey ? null : refuse('draft_changed')
}

/** Removes the draft, and its file unless that is the escrow's contract now. */
async function endDraft(tx: Transaction, { contract, ...draft }: DraftKey & { contract: StoredFile | null }) {
  const storageKey = await deleteDraft(tx, draft)
  if (storageKey !== null && storageKey !== contract?.storageKey) await queueFileRemoval(tx, storageKey)
}

type Opened = { escrowId: string; transactionId: string; checked: CheckedSubmission; now: Date }

/** Invites the named seller. Emails the buyer how to pay, unless the buyer claims to have paid. */
async function notifyOfOpening(
  deps: Deps,
  tx: Transaction,
  { escrowId, transactionId, checked, now }: Opened,
): Promise<void> {
  const { sellerEmail: email, buyerId, currency: asset, amountDecimal: amount } = checked
  const sellerLanguage = checked.sellerLanguage ?? null
  const escrow = { ...checked, sellerLanguage, id: escrowId, transactionId, amount, isFunded: false }
  const invited =
    email === ''
      ? 'nobody'
      : await inviteSeller(deps, tx, { event: `escrow_opened:${escrowId}`, email, buyerId, escrow })
  // For on-chain escrow, the escrow's page explains the deposit.
  if (checked.type === 'manual' || checked.hold) return
  const content = { letter: 'escrow_to_fund', txid: transactionId, amount: plain(amount), asset, invited } as const
  const event = `escrow_to_fund:${escrowId}`
  await writeToOther(tx, { event, escrowId, from: buyerId, to: { userId: buyerId }, content, now })
}

/** Takes the right to open an escrow, and the reference that the form has shown or a new one. */
async function takeReferenceAndRight(
  deps: Deps,
  tx: Transaction,
  { checked, shown }: { checked: CheckedSubmission; shown: number | null },
): Promise<(Right & { reference: number }) | Refusal> {
  // The watcher locks the references of payments, then the rows of people: another order here would deadlock.
  const taken = shown === null ? null : await holdShownNumber(tx, shown)
  if (taken) return taken
  const { buyerId, currency, amountDecimal: amount } = checked
  const right = await takeRight(deps, tx, { buyerId, currency, amount })
  if (isRefusal(right)) return right
  return { ...right, reference: shown ?? (await reserveReference(tx, deps.random)) }
}

function facts(deps: Deps, checked: CheckedSubmission) {
  const { buyerId, type, currency, receiving, statedTxId } = checked
  return {
    buyerId,
    type,
    heldBy: checked.hold ? ('ledger' as const) : ('quayside' as const),
    currency,
    ...textsOf(checked),
    statedTxId,
    serviceTerms: TERMS_VERSION,
    serviceSupplement: TERMS_SUPPLEMENT,
    amount: checked.amountDecimal,
    sellerEmail: checked.sellerEmail || null,
    sellerLanguage: checked.sellerLanguage ?? null,
    account: deps.accounts[networkOf(currency)].escrow,
    walletAddress: receiving?.address ?? null,
    walletMemo: receiving?.memo ?? null,
    buyerWalletAddress: checked.buyerWalletAddress || null,
    buyerMemoTag: checked.buyerMemoTag || null,
  }
}

/** Saves the buyer's wallets for the next escrow (spec §3 User); the expected wallet for this seller only. */
async function saveWallets(
  tx: Transaction,
  { buyerId, currency, receiving, ...checked }: CheckedSubmission,
): Promise<void> {
  await tx.user.update({
    where: { id: buyerId },
    data: {
      ...(receiving && {
        walletAddress: receiving.address,
        walletMemo: receiving.memo,
        walletCurrency: currency,
        walletSellerEmail: checked.sellerEmail || null,
      }),
      ...(checked.buyerWalletAddress !== '' && {
        buyerWalletAddress: checked.buyerWalletAddress,
        buyerWalletCurrency: currency,
        buyerMemoTag: checked.buyerMemoTag || null,
      }),
    },
    select: { id: true },
  })
}

/** Counts what a buyer in manual mode paid in advance with this reference, which no escrow had until now. */
async function adoptPaymentsAhead(
  deps: Deps,
  tx: Transaction,
  opened: { escrowId: string; checked: CheckedSubmission; reference: number },
): Promise<void> {
  const { escrowId, checked, reference } = opened
  const network = networkOf(checked.currency)
  const ahead = await findPaymentsAhead(tx, { network, account: deps.accounts[network].escrow, reference })
  const judged = ahead.map((payment) => {
    const isKnownNow = payment.problem === 'unknown_memo'
    const problem = isKnownNow ? (payment.asset === checked.currency ? null : 'wrong_asset') : payment.problem
    return { ...payment, problem }
  })
  // All payments of one unmatched-payment case have the same asset and reason, and are judged alike.
  const adopted = new Map<string, string | null>()
  for (const { caseId, problem } of judged) {
    // Its case has ended: money that was returned by hand must not fund anything.
    if (caseId === null || adopted.has(caseId)) continue
    // It may have been paid out already: an operator must settle that first, and assigns it then.
    if (problem === null && (await isDoubted(tx, caseId))) continue
    if (await renameUnmatchedPayment(tx, { id: caseId, problem, at: deps.clock.now() })) adopted.set(caseId, problem)
  }
  const ours = judged.filter(({ caseId }) => caseId !== null && adopted.has(caseId))
  for (const problem of new Set(ours.map((payment) => payment.problem))) {
    const ids = ours.filter((payment) => payment.problem === problem).map(({ id }) => id)
    await judgeStoredPayments(tx, { ids, problem, escrowId })
  }
  await fundEscrow(deps, tx, { escrowId, payments: ours.filter(({ problem }) => problem === null) })
}
