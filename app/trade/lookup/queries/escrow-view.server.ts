/** The view of one escrow for the lookup page, the seller's page and the Admin Panel. */

import { standsStill } from '#app/accounts/domain/account-change.ts'
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { findStatements } from '#app/escrow/db/payment-claims.server.ts'
import { lineStates, stageOf } from '#app/escrow/domain/escrow.ts'
import type { CustodyView } from '#app/escrow/domain/escrow-details.ts'
import { textsOf } from '#app/escrow/domain/escrow-terms.ts'
import { PERMISSIONS_OF_OPERATOR, type Person, permissionsOf } from '#app/escrow/domain/permissions.ts'
import { silenceFor } from '#app/escrow/domain/silence.ts'
import type { PaymentNetwork } from '#app/fees/queries/payment-page.server.ts'
import { findEvents } from '#app/kernel/db/audit.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { factsOfNetwork, networkOf } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { findClaimablesFor } from '#app/ledgers/payments/db/claimable-money.server.ts'
import { findSeenPayments } from '#app/ledgers/payments/db/seen-payments.server.ts'
import { MOST_ON_LEDGER, showClaimable } from '#app/ledgers/payments/domain/claimable.ts'
import { depositState } from '#app/ledgers/payments/domain/deposit.ts'
import { explorerLink, type LedgerNetworks } from '#app/ledgers/payments/domain/explorer.ts'
import type { RestLimits } from '#app/ledgers/payments/domain/rest.ts'
import { paymentUri } from '#app/ledgers/references/domain/payment-uri.ts'
import { ledgerDateOf } from '#app/settlement/custody/domain/custodian.ts'
import { showCustody } from '#app/settlement/custody/domain/show-custody.ts'
import { countBefore } from '#app/settlement/payouts/db/waiting-payouts.server.ts'
import { expectationOf } from '#app/settlement/payouts/domain/expectation.ts'
import { showDisputes } from '#app/trade/disputes/queries/disputes-view.server.ts'
import { showDivisions } from '#app/trade/divisions/queries/divisions-view.server.ts'
import { findContract, findVersions } from '#app/trade/documents/db/documents.server.ts'
import { PRESENTED_TYPES, type PresentedType } from '#app/trade/documents/domain/documents.ts'
import { showPresentations } from '#app/trade/documents/queries/presentations-view.server.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { nextAwaiting } from '#app/trade/lookup/domain/next-awaiting.ts'
import { type BareView, partsOf } from '#app/trade/lookup/domain/parts-of.ts'
import { showAlsoReleased } from '#app/trade/onchain/queries/also-released.server.ts'
import { findPayingWallet } from '#app/trade/opening/db/openings.server.ts'
import { showOutstanding } from '#app/trade/opening/queries/rest-view.server.ts'
import { findRefundRequests } from '#app/trade/refunds/db/refund-requests.server.ts'
import { fundableUntil } from '#app/trade/terms/domain/consequence.ts'
import { showDates } from '#app/trade/terms/queries/dates-view.server.ts'
import { showTerms } from '#app/trade/terms/queries/terms-view.server.ts'
import { showDocument, showFile, showRejected } from './documents-view.ts'
import { showEmails } from './emails-view.server.ts'
import { showEvent } from './events-view.ts'
import { showOnchainPayouts } from './onchain-payouts-view.ts'
import { actsNow, showPastRequests, showPayouts } from './settlement-view.ts'

export type EscrowNetwork = PaymentNetwork & LedgerNetworks & { restLimits: RestLimits }

/** `viewer` missing: the operator, who sees everything. */
export async function viewEscrow(
  db: Database,
  ask: { escrow: StoredEscrow; network: EscrowNetwork; now: Date; viewer?: Person },
): Promise<EscrowView> {
  const { escrow, network, now, viewer = null } = ask
  const permissions = viewer ? permissionsOf(escrow, viewer) : PERMISSIONS_OF_OPERATOR
  const { reader, sees, may: acts } = permissions
  const looking = { viewer, permissions }
  const [
    contract,
    { documents, rejected },
    seen,
    stated,
    onLedger,
    { events, isAll },
    requests,
    disputes,
    before,
    suggestedWallet,
    letters,
    agreement,
    divisions,
    sealed,
    alsoReleased,
  ] = await Promise.all([
    sees.contract ? findContract(db, escrow.id) : null,
    findVersions(db, escrow.id),
    findSeenPayments(db, { escrowId: escrow.id }),
    sees.buyersMoney ? findStatements(db, escrow.id) : [],
    !sees.buyersMoney || escrow.verifiedAt !== null
      ? []
      : findClaimablesFor(db, { reference: escrow.reference, take: MOST_ON_LEDGER, now }),
    findEvents(db, escrow.id),
    findRefundRequests(db, escrow.id),
    showDisputes(db, { escrow, viewer, now }),
    countBefore(db, queuedOf(escrow)),
    acts.stateRefundWallet ? suggestRefundWallet(db, escrow) : null,
    showEmails(db, { escrow, looking, now }),
    showDates(db, { escrow, viewer, now }),
    showDivisions(db, { escrow, viewer, now }),
    showTerms(db, { escrow, viewer }),
    sees.buyersMoney ? showAlsoReleased(db, escrow) : [],
  ])
  const stage = stageOf(escrow.facts)
  const fundBy = agreement && new Date(agreement.fundBy)
  const fundUntil = fundableUntil({ fundBy, ledgerDate: ledgerDateOf(escrow) })
  const custody = showCustody(escrow, { now, fundUntil })
  const deposit = depositState({ due: escrow.amount, received: escrow.receivedAmount })
  const present = documents.map((document) => showDocument(document, escrow))
  const isOver = escrow.cancelledAt !== null
  const examination = await showPresentations(db, {
    escrow,
    documents,
    rejected,
    dates: agreement,
    permissions,
  })
  const hasProposal = sealed.open !== null
  const rest = acts.pay ? await showOutstanding(db, { escrow, limits: network.restLimits, hasProposal, now }) : null
  const stillUntil = {
    buyer: iso(standsStill(escrow.accounts.buyer.stillUntil, now)),
    seller: iso(standsStill(escrow.accounts.seller?.stillUntil ?? null, now)),
  }
  const disputeStands = agreement?.disputeStands ?? false
  const may = actsNow(escrow, { looking, custody, disputeStands, isStill: stillUntil.buyer !== null })
  const view: BareView = {
    id: escrow.id,
    transactionId: escrow.transactionId,
    type: escrow.type,
    currency: escrow.currency,
    custody,
    alsoReleased,
    networkName: factsOfNetwork(escrow.currency).name,
    amount: plain(escrow.amount),
    texts: textsOf(escrow),
    createdAt: escrow.createdAt.toISOString(),
    buyerName: escrow.buyerName,
    buyerHasConfirmedEmail: escrow.buyerHasConfirmedEmail,
    sellerName: escrow.sellerName,
    sellerHasConfirmedEmail: escrow.sellerHasConfirmedEmail,
    sellerEmail: escrow.sellerEmail,
    sellerLanguage: acts.nameSeller ? escrow.sellerLanguage : null,
    stillUntil,
    contract: contract && showFile(contract, escrow.buyerName),
    stage,
    turn: nextAwaiting(stage, escrow, now),
    ...letters,
    agreement,
    sealed,
    // With deadlines their outcomes apply, and nobody has to act against silence.
    silence:
      reader && !agreement && !custody.hasLapsed
        ? silenceFor(reader, {
            stage,
            isFunded: escrow.verifiedAt !== null,
            isConfirmed: escrow.confirmedAt !== null,
          })
        : null,
    lines: lineStates(escrow.facts),
    times: {
      verifiedAt: iso(escrow.verifiedAt),
      confirmedAt: iso(escrow.confirmedAt),
      changedAt: hasChanged(escrow) ? iso(escrow.updatedAt) : null,
      correctedAt: iso(escrow.correctedAt),
      decidedAt: iso(escrow.decidedAt),
      releasedAt: iso(escrow.releasedAt),
    },
    payingWallet: sees.buyersMoney ? showPayingWallet(escrow) : null,
    approval: escrow.documentApprovalStatus,
    rejectionReason: escrow.rejectionReason,
    examination,
    rejectedTypes: PRESENTED_TYPES.filter((type) => escrow.rejectedTypes.includes(type)),
    deposit: {
      account: escrow.account,
      reference: String(escrow.reference),
      state: deposit.state,
      received: plain(escrow.receivedAmount),
      // Nothing is due to a cancelled escrow.
      stillDue: isOver ? '0' : plain(deposit.stillDue),
      excess: plain(deposit.excess),
      uri: depositUri(escrow, { deposit, network }),
      realTxId: escrow.realTxId,
      statedTxId: escrow.statedTxId,
      payments: seen.payments.map((payment) => ({
        ...payment,
        explorer: explorerLink(network, { network: networkOf(escrow.currency), hash: payment.hash }),
      })),
      smaller: seen.smaller,
      stated,
      rest,
      onLedger: onLedger.map((claimable) => showClaimable(claimable, now)),
    },
    expectedWallet: sees.buyersMoney ? showExpectedWallet(escrow) : null,
    payoutWallet: showPayoutWallet(escrow, lastChange(events)),
    walletProposal: showProposal(escrow),
    payouts:
      custody.settledBy === 'payout'
        ? showPayouts(escrow, { looking, networks: network, before })
        : showOnchainPayouts(escrow, { events, sees, networks: network }),
    owedBack: plain(escrow.owedBack),
    refundWallet: sees.buyersMoney ? showRefundWallet(escrow, custody) : null,
    suggestedWallet,
    refundRequest: escrow.refundRequest && {
      reason: escrow.refundRequest.reason,
      askedAt: escrow.refundRequest.askedAt.toISOString(),
    },
    pastRequests: showPastRequests(requests),
    ...disputes,
    ...divisions,
    documents: present.sort((a, b) => rank(a.type) - rank(b.type)),
    rejectedVersions: rejected.flatMap((row) => showRejected(row, escrow)).sort((a, b) => rank(a.type) - rank(b.type)),
    missingTypes: PRESENTED_TYPES.filter((type) => !present.some((document) => document.type === type)),
    events: sees.events ? events.map((event) => showEvent(event, sees)) : [],
    hasEarlierEvents: !isAll,
    may: { ...may, confirm: may.confirm && !(examination.notice && examination.roundsLeft === 0) },
  }
  return { ...view, parts: partsOf(view, reader) }
}

function queuedOf({ payouts }: StoredEscrow): string[] {
  return payouts.filter(({ state }) => state === 'queued').map(({ id }) => id)
}

/** Initial refund wallet of the form: the stated one, otherwise the buyer's paying wallet. */
async function suggestRefundWallet(db: Database, escrow: StoredEscrow): Promise<Wallet | null> {
  if (escrow.refundAddress) return { address: escrow.refundAddress, memo: escrow.refundMemo }
  if (escrow.buyerWalletAddress) return { address: escrow.buyerWalletAddress, memo: escrow.buyerMemoTag }
  return findPayingWallet(db, { userId: escrow.buyerId, currency: escrow.currency })
}

/** Payment request for the outstanding amount, or for the whole amount if nothing is outstanding. */
function depositUri(
  escrow: StoredEscrow,
  { deposit, network }: { deposit: ReturnType<typeof depositState>; network: PaymentNetwork },
): string {
  return paymentUri({
    asset: escrow.currency,
    account: escrow.account,
    amount: deposit.stillDue.gt(0) ? deposit.stillDue : escrow.amount,
    memo: String(escrow.reference),
    issuers: network.issuers,
    passphrase: networkOf(escrow.currency) === 'stellar' ? network.stellarPassphrase : null,
    // Shown to the payer by wallets in any language: only a name and an ID.
    message: `Quayside ${escrow.transactionId}`,
  })
}

function showPayoutWallet(escrow: StoredEscrow, changedAt: Date | null): EscrowView['payoutWallet'] {
  const { payoutAddress: address, payoutMemo: memo, payoutStatedAt } = escrow
  if (address === null || payoutStatedAt === null) return null
  return {
    address,
    memo,
    expectation: expectationOf(escrow),
    statedAt: payoutStatedAt.toISOString(),
    changedAt: iso(changedAt),
  }
}

function showExpectedWallet({ walletAddress: address, walletMemo: memo }: StoredEscrow): Wallet | null {
  return address === null ? null : { address, memo }
}

/** When the seller last changed the payout wallet. Null: never. */
function lastChange(events: { kind: string; at: Date }[]): Date | null {
  return events.find(({ kind }) => kind === 'payout_wallet_changed')?.at ?? null
}

function showProposal({ walletProposal: proposal }: StoredEscrow): EscrowView['walletProposal'] {
  return proposal && { address: proposal.address, memo: proposal.memo, proposedAt: proposal.at.toISOString() }
}

function showPayingWallet({ buyerWalletAddress: address, buyerMemoTag: memo }: StoredEscrow): Wallet | null {
  return address === null ? null : { address, memo }
}

function showRefundWallet(
  { createdAt, refundStatedAt, refundAddress: address, refundMemo: memo }: StoredEscrow,
  { wallets }: CustodyView,
) {
  // An agreed refund wallet was stated when the escrow was opened.
  const statedAt = wallets === 'agreed' ? createdAt : refundStatedAt
  return address === null || statedAt === null ? null : { address, memo, statedAt: statedAt.toISOString() }
}

const rank = (type: PresentedType) => PRESENTED_TYPES.indexOf(type)

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}

/** The transaction of the opening updates the row shortly after its creation. */
const OPENING_MS = 1_000

function hasChanged({ createdAt, updatedAt }: StoredEscrow): boolean {
  return updatedAt.getTime() - createdAt.getTime() > OPENING_MS
}
