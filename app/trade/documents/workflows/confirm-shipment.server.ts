import { storeTermsAcceptance } from '#app/accounts/db/service-terms.server.ts'
import { findSomebody } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrowByEitherId, lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canConfirm } from '#app/escrow/domain/escrow.ts'
import { normalizeEscrowId } from '#app/escrow/domain/escrow-id.ts'
import { sideFor } from '#app/escrow/domain/permissions.ts'
import { countEventsSince } from '#app/kernel/db/audit.server.ts'
import { type Database, inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { spendStamp } from '#app/kernel/db/forms/captcha-stamps.server.ts'
import { createSentForm, findSentEscrow } from '#app/kernel/db/forms/form-tokens.server.ts'
import type { FileDefect } from '#app/kernel/domain/file-kind.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { isSameWallet, walletOf } from '#app/kernel/domain/wallet.ts'
import type { Upload } from '#app/ports.ts'
import { findAgreedPayee } from '#app/settlement/custody/db/agreed-payee.server.ts'
import { custodyOf } from '#app/settlement/custody/workflows/custody.server.ts'
import { releaseWhenDue } from '#app/settlement/payouts/workflows/release-when-due.server.ts'
import { checkPayoutWallet } from '#app/settlement/payouts/workflows/wallets/check-payout-wallet.server.ts'
import type { NewFacts } from '#app/trade/documents/db/discrepancy-notices.server.ts'
import { createDocument, findDocuments, type StoredFile, takeAway } from '#app/trade/documents/db/documents.server.ts'
import { confirmationKey, type PresentedType, SHIPMENT_IMAGE } from '#app/trade/documents/domain/documents.ts'
import { isUnreadable, refuseUnreadable } from '#app/trade/documents/domain/unreadable.ts'
import { isPresentedLate, refuseMissed } from '#app/trade/terms/workflows/presented-late.server.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import { sealInStep } from '#app/trade/terms/workflows/seal-terms.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { confirmationDigest } from './confirmation-digest.server.ts'
import { countPresentation, holdPresentation } from './count-presentation.server.ts'
import { findExamination } from './give-discrepancy-notice.server.ts'
import { discardKept, keepUpload } from './keep-upload.server.ts'
import { refuseUnseen, type Seen } from './refuse-unseen.server.ts'
import { queueFileRemoval } from './remove-file.server.ts'
import { checkRoomInEscrow } from './room-for-files.server.ts'

export type ShipmentConfirmation = Seen & {
  sellerId: string
  /** Escrow ID as typed. */
  transactionId: string
  walletAddress: string
  walletMemo: string
  files: { type: PresentedType; upload: Upload }[]
  /** Optional facts about the documents. */
  facts?: NewFacts | undefined
  /** Token of the page with the form. A form confirms only once. */
  formToken?: string | undefined
  /** Stamp of the captcha. Valid for one form. */
  stamp?: string | undefined
}

type Kept = { type: PresentedType; file: StoredFile; trouble: FileDefect | null }

/**
 * The seller confirms shipment (spec §2, §5): binds the seller on first use, stores the documents and the payout
 * wallet, and resets a rejected escrow to Pending. A first confirmation with an unreadable file does not count until
 * the file is replaced or the buyer accepts it (decision 077). The form checks the captcha and the acceptance of the
 * contract. Refusals: terms_supplement_unread, transaction_id_required, escrow_not_found, in_dispute, escrow_settled,
 * escrow_changed, terms_changed, captcha_used, too_many_files, too_many_images, escrow_store_full, person_store_full,
 * nothing_changed (after a rejection: neither a file nor the wallet), held_agreed_wallet (with on-chain escrow: not the
 * agreed wallet), rounds_used (in a trade with dates: only the buyer can allow a third presentation), date_at_quayside,
 * file_… (an unreadable file after the first confirmation), wallet_required and the other wallet_… codes.
 */
export async function confirmShipment(
  deps: Deps,
  confirmation: ShipmentConfirmation,
): Promise<{ escrowId: string; transactionId: string } | Refusal> {
  if (confirmation.transactionId === '') return refuse('transaction_id_required', { field: 'transactionId' })
  const escrow = await findForSeller(deps, confirmation)
  if (isRefusal(escrow)) return escrow
  const done = { escrowId: escrow.id, transactionId: escrow.transactionId }
  if (await wasSent(deps.db, { confirmation, escrowId: escrow.id })) return done
  const otherWallet = await refuseOtherWallet(deps.db, { escrow, confirmation })
  if (otherWallet) return otherWallet
  const wallet = await checkPayoutWallet(deps, {
    asset: escrow.currency,
    amount: escrow.amount,
    address: confirmation.walletAddress,
    memo: confirmation.walletMemo || null,
    // With on-chain escrow, the payee was agreed before the deposit: nobody states it now.
    statedBy: custodyOf(escrow).payees === 'agreed' ? null : confirmation.sellerId,
  })
  if (wallet) return wallet

  const kept = await keepAll(deps, escrow.transactionId, confirmation.files)
  const stored = await inTransaction(deps.db, (tx) => store(deps, tx, { escrow, confirmation, kept })).catch(
    async (error: unknown) => {
      await discardKept(deps, filesOf(kept))
      throw error
    },
  )
  if (stored === 'stored') return done
  await discardKept(deps, filesOf(kept))
  return stored === 'stored before' ? done : stored
}

/** With on-chain escrow, only the agreed wallet can be paid. */
async function refuseOtherWallet(
  db: Database,
  { escrow, confirmation }: { escrow: StoredEscrow; confirmation: ShipmentConfirmation },
): Promise<Refusal | null> {
  if (custodyOf(escrow).payees === 'stated') return null
  const agreed = await findAgreedPayee(db, escrow.id)
  const wallet = walletOf({ address: confirmation.walletAddress, memo: confirmation.walletMemo })
  return agreed && isSameWallet(wallet, agreed) ? null : refuse('held_agreed_wallet', { field: 'walletAddress' })
}

/** True if the same form has confirmed this escrow before. */
async function wasSent(
  db: Database | Transaction,
  { confirmation, escrowId }: { confirmation: ShipmentConfirmation; escrowId: string },
): Promise<boolean> {
  const { formToken: token, sellerId: userId } = confirmation
  const digest = confirmationDigest(confirmation)
  return token !== undefined && (await findSentEscrow(db, { token, userId, digest }))?.id === escrowId
}

/**
 * Returns the escrow if this seller may confirm it: the named seller with a confirmed address, the bound seller, or,
 * while nobody is bound, anyone who has the ID. Refusal for everyone else: escrow_not_found.
 */
export async function findForSeller(
  deps: Deps,
  ask: { sellerId: string; transactionId: string },
): Promise<StoredEscrow | Refusal> {
  const transactionId = normalizeEscrowId(ask.transactionId)
  const escrow = transactionId && (await findEscrowByEitherId(deps.db, { transactionId }))
  const notFound = refuse('escrow_not_found', { field: 'transactionId' })
  if (!escrow) return notFound
  return sideFor(escrow, await findSomebody(deps.db, ask.sellerId), 'confirm') ? escrow : notFound
}

async function keepAll(deps: Deps, txid: string, files: ShipmentConfirmation['files']): Promise<Kept[]> {
  const kept: Kept[] = []
  try {
    for (const { type, upload } of files) {
      const keyFor = (unique: string) => confirmationKey({ txid, type, unique, fileName: upload.fileName })
      kept.push({ type, file: await keepUpload(deps, upload, keyFor), trouble: upload.trouble ?? null })
    }
    return kept
  } catch (error) {
    await discardKept(deps, filesOf(kept))
    throw error
  }
}

const filesOf = (kept: Kept[]) => kept.map(({ file }) => file)

type ToStore = { escrow: StoredEscrow; confirmation: ShipmentConfirmation; kept: Kept[] }

async function store(
  deps: Deps,
  tx: Transaction,
  { escrow: { id }, confirmation, kept }: ToStore,
): Promise<Refusal | 'stored' | 'stored before'> {
  const before = await lockEscrow(tx, id)
  if (await wasSent(tx, { confirmation, escrowId: id })) return 'stored before'
  // Another seller may have been bound or named between the first read and the lock.
  if (!sideFor(before, await findSomebody(tx, confirmation.sellerId), 'confirm')) {
    return refuse('escrow_not_found', { field: 'transactionId' })
  }
  if (before.dispute) return refuse('in_dispute')
  if (!canConfirm(before.facts)) return refuse('escrow_settled')
  const { sellerId } = confirmation
  const unseen = await refuseUnseen(tx, { ...confirmation, before })
  if (unseen) return unseen
  const now = deps.clock.now()
  const missed = await refuseMissed(tx, { escrow: before, by: 'seller', now })
  if (missed) return missed
  if (!(await takesStamp(tx, confirmation, now))) return refuse('captcha_used', { field: 'captcha' })
  const wallet = walletOf({ address: confirmation.walletAddress, memo: confirmation.walletMemo })
  const isSame = before.payoutAddress === wallet.address && before.payoutMemo === wallet.memo
  const files = await checkFiles(tx, { before, confirmation, kept, isSameWallet: isSame, now })
  if (files) return files
  const unreadable = before.confirmedAt === null ? null : firstUnreadable(kept)
  if (unreadable) return unreadable
  const examination = await findExamination(tx, before)
  if (examination.standing && examination.left === 0) return refuse('rounds_used')
  const wasLate = await isPresentedLate(tx, { escrow: before, now })
  await storeDocuments(tx, { escrowId: id, sellerId: confirmation.sellerId, kept, now })
  const stated = { ...wallet, facts: confirmation.facts ?? {}, wasLate, now }
  const presented = kept.map(({ type, file: { size, sha256 } }) => ({ type, size, sha256 }))
  const isCounted = !(await findDocuments(tx, id)).some(isUnreadable)
  await (isCounted
    ? countPresentation(deps, tx, { before, sellerId, stated, presented })
    : holdPresentation(tx, { before, sellerId, stated, presented }))
  await sealInStep(tx, { escrow: await lockEscrow(tx, id), sellerId, now })
  await storeTermsAcceptance(tx, { userId: sellerId, occasion: 'confirming', escrowId: id, at: now })
  const escrow = await lockEscrow(tx, id)
  await releaseWhenDue(tx, escrow, now)
  await scheduleDeadline(tx, { escrowId: id, now })
  await rememberForm(tx, { confirmation, escrowId: id, usedAt: now })
  return 'stored'
}

/** After the first confirmation, an unreadable file replaces nothing: the seller must send it again. */
function firstUnreadable(kept: readonly Kept[]): Refusal | null {
  const [first] = kept.flatMap(({ type: field, file: { fileName }, trouble }) =>
    trouble ? [refuseUnreadable({ field, fileName, trouble })] : [],
  )
  return first ?? null
}

/** False for a stamp without a form token: none of our pages issues one. */
async function takesStamp(
  tx: Transaction,
  { stamp, formToken, sellerId: userId }: ShipmentConfirmation,
  usedAt: Date,
): Promise<boolean> {
  if (stamp === undefined) return true
  return formToken !== undefined && spendStamp(tx, { stamp, formToken, userId, usedAt })
}

async function rememberForm(
  tx: Transaction,
  sent: { confirmation: ShipmentConfirmation; escrowId: string; usedAt: Date },
): Promise<void> {
  const { formToken: token, sellerId: userId } = sent.confirmation
  if (token === undefined) return
  const digest = confirmationDigest(sent.confirmation)
  await createSentForm(tx, { token, userId, digest, escrowId: sent.escrowId, usedAt: sent.usedAt })
}

type Examined = {
  before: StoredEscrow
  confirmation: ShipmentConfirmation
  kept: Kept[]
  isSameWallet: boolean
  now: Date
}

/** Refuses files without room, and after a rejection a confirmation without any change. Null: accepted. */
async function checkFiles(
  tx: Transaction,
  { before, confirmation, kept, isSameWallet, now }: Examined,
): Promise<Refusal | null> {
  const { id: escrowId, decidedAt, documentApprovalStatus } = before
  const presented = await findDocuments(tx, escrowId)
  const files = kept.map(({ type, file: { size } }) => ({ type, size }))
  const full = await checkRoomInEscrow(tx, { escrowId, userId: confirmation.sellerId, files, presented, now })
  if (full) return full
  if (documentApprovalStatus !== 'Rejected' || decidedAt === null || !isSameWallet) return null
  const isNew = ({ type, file }: Kept) => !presented.some((old) => old.type === type && old.sha256 === file.sha256)
  const removed = await countEventsSince(tx, { kind: 'document_removed', escrowId, since: decidedAt })
  return kept.some(isNew) || removed > 0 ? null : refuse('nothing_changed')
}

/** One document of each type: a new one replaces the old one, which is kept if the buyer rejected it. */
async function storeDocuments(
  tx: Transaction,
  presented: { escrowId: string; sellerId: string; kept: Kept[]; now: Date },
): Promise<void> {
  const existing = await findDocuments(tx, presented.escrowId)
  for (const { type, file, trouble } of presented.kept) {
    const old = type === SHIPMENT_IMAGE ? undefined : existing.find((document) => document.type === type)
    const taken = old && (await takeAway(tx, { document: old, at: presented.now }))
    if (old && taken === 'removed') await queueFileRemoval(tx, old.storageKey)
    await createDocument(tx, { escrowId: presented.escrowId, uploadedById: presented.sellerId, type, trouble, ...file })
  }
}
