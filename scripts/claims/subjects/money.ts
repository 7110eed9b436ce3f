/** How the money of an escrow is held, paid out, returned and split. */

import {
  APPROVALS,
  awaitingOf,
  canAskForRefund,
  canCancel,
  canDispute,
  canReview,
  type EscrowFacts,
  isReleasable,
  STAGES,
  stageOf,
} from '#app/escrow/domain/escrow.ts'
import { ASSET_FACTS, ASSETS, NETWORKS } from '#app/kernel/domain/assets.ts'
import { PAYOUT_PURPOSES, WAITS_FOR } from '#app/kernel/domain/payout-state.ts'
import { REFUSAL_CODES } from '#app/kernel/domain/refusal.ts'
import { expectationOf, mustBeChecked } from '#app/settlement/payouts/domain/expectation.ts'
import { PAYOUT_EDGES } from '#app/settlement/payouts/domain/payout.ts'
import { PAYOUT_LIMITS } from '#app/settlement/payouts/domain/payout-limits.ts'
import { RECEIVE_OBSTACLES } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import { DECISIONS, DISPUTE_ENDS } from '#app/trade/disputes/domain/decision.ts'
import { DIVISION_ANSWERS, DIVISION_KINDS } from '#app/trade/divisions/domain/division.ts'
import { REFUND_ANSWERS } from '#app/trade/refunds/domain/refunds-view.ts'
import type { Subject } from '../claim.ts'

const AT = new Date(0)
const NOTHING: EscrowFacts = {
  verifiedAt: null,
  confirmedAt: null,
  approval: 'Pending',
  releasedAt: null,
  releaseState: null,
  refundState: null,
  cancelledAt: null,
  refundAskedAt: null,
  disputedAt: null,
}

/** Every escrow that has paid out nothing yet, by the facts that the rules read. */
const HELD_FACTS: EscrowFacts[] = [null, AT].flatMap((verifiedAt) =>
  [null, AT].flatMap((confirmedAt) =>
    APPROVALS.flatMap((approval) =>
      [{}, { disputedAt: AT }, { refundAskedAt: AT }, { refundOpenedAt: AT }, { cancelledAt: AT }].map((more) => ({
        ...NOTHING,
        verifiedAt,
        confirmedAt,
        approval,
        ...more,
      })),
    ),
  ),
)

const over = (rule: (facts: EscrowFacts) => unknown) => () => HELD_FACTS.map(rule)
const ESCROW = 'app/escrow/domain/escrow.ts'
const WALLETS = [
  { walletAddress: 'A', walletMemo: null, payoutAddress: 'A', payoutMemo: null },
  { walletAddress: 'A', walletMemo: null, payoutAddress: 'B', payoutMemo: null },
  { walletAddress: null, walletMemo: null, payoutAddress: 'B', payoutMemo: null },
  { walletAddress: 'A', walletMemo: null, payoutAddress: null, payoutMemo: null },
]

export const money: Subject = {
  title: 'The money of an escrow',
  rules: {
    stages: { home: ESCROW, value: () => [STAGES.map((stage) => [stage, awaitingOf(stage)]), HELD_FACTS.map(stageOf)] },
    release: { home: ESCROW, value: over(isReleasable) },
    review: { home: ESCROW, value: over(canReview) },
    calling_off: { home: ESCROW, value: over(canCancel) },
    refund: { home: ESCROW, value: () => [REFUND_ANSWERS, HELD_FACTS.map(canAskForRefund)] },
    dispute: {
      home: 'app/trade/disputes/domain/decision.ts',
      value: () => [DECISIONS, DISPUTE_ENDS, HELD_FACTS.map(canDispute)],
    },
    division: { home: 'app/trade/divisions/domain/division.ts', value: () => [DIVISION_KINDS, DIVISION_ANSWERS] },
    payout: { home: 'app/settlement/payouts/domain/payout.ts', value: () => [PAYOUT_EDGES, PAYOUT_PURPOSES] },
    payout_waits: { home: 'app/kernel/domain/payout-state.ts', value: () => [WAITS_FOR, PAYOUT_LIMITS] },
    wallet: {
      home: 'app/settlement/payouts/domain/expectation.ts',
      value: () => WALLETS.map((wallets) => [expectationOf(wallets), mustBeChecked(expectationOf(wallets))]),
    },
    receiving: { home: 'app/settlement/payouts/domain/payout-obstacle.ts', value: () => RECEIVE_OBSTACLES },
    refusals: { home: 'app/kernel/domain/refusal.ts', value: () => REFUSAL_CODES },
    assets: { home: 'app/kernel/domain/assets.ts', value: () => [ASSETS, NETWORKS, ASSET_FACTS] },
  },
  claims: [
    {
      id: 'seller-is-paid-after-three-facts',
      says: 'The seller is paid when the escrow is funded, the seller has confirmed shipment and the buyer has approved the documents; the payout then starts by itself, once, and the approval is final.',
      texts: [
        'common:meta.home',
        'common:home.title',
        'common:home.lead',
        'common:login.door.lead',
        'common:home.steps.list.release.text',
        'common:home.three.goes.*',
        'common:ui.lines.*',
        'common:escrow.lines.*',
        'faq:groups.3.items.1.*',
        'faq:groups.0.items.0.*',
        'instructions:buyer.7.*',
        'legal:terms.sections.5.*',
        'mail:documentsApproved.*',
        'common:submit.check.*',
        'common:refusal.approval_final',
        'common:lookup.decision.*',
        'freight:steps.list.4.text',
        'freight:comparison.*',
        'common:customer.message',
        'common:register.sellerText',
        'common:submit.amountNote',
        'common:register.invitedText',
      ],
      rules: ['release', 'review', 'payout'],
      tests: [
        'app/escrow/domain/escrow.test.ts',
        'tests/integration/trade/opening/escrow-model.long.test.ts',
        'tests/integration/settlement/payouts/dispatch-payouts.test.ts',
      ],
    },
    {
      id: 'each-stage-says-its-next-step',
      says: 'At each stage the page says what happens to the money next, whose turn it is, and until when.',
      texts: [
        'common:escrow.next.*',
        'common:examination.*',
        'common:escrow.events.*',
        'common:dashboard.*',
        'statement:payouts.*',
      ],
      rules: ['stages'],
      tests: [
        'app/escrow/domain/escrow.test.ts',
        'app/trade/lookup/domain/headline.test.ts',
        'app/trade/lookup/domain/next-awaiting.test.ts',
      ],
    },
    {
      id: 'money-is-not-lost-by-an-error',
      says: 'An error of a page or of a form changes nothing about money or documents, or says that it may have been stored.',
      texts: ['common:error.*', 'common:refusal.settle_failed', 'common:upload.*'],
      rules: ['refusals'],
      tests: ['tests/integration/kernel/transactions.test.ts', 'tests/e2e/site/odd-requests.long.test.ts'],
    },
    {
      id: 'refusals-say-the-rule',
      says: 'A refusal names the rule that it goes by and what to do; nothing of what was sent has been done.',
      texts: ['common:refusal.*'],
      rules: ['refusals'],
      tests: ['app/kernel/domain/refusal.test.ts', 'tests/integration/trade/refunds/settlement-refusals.long.test.ts'],
    },
    {
      id: 'client-money-is-apart',
      says: 'Money that Quayside holds lies in accounts for client money; the fees that are earned go to other accounts; no interest is paid.',
      texts: [
        'common:home.three.*',
        'common:holdings.*',
        'faq:groups.4.items.3.*',
        'freight:questions.list.0.answer',
        'legal:terms.sections.5.*',
      ],
      rules: ['assets', 'payout'],
      tests: [
        'tests/integration/ledgers/books/journal.test.ts',
        'tests/integration/ledgers/payments/platform-accounts.long.test.ts',
      ],
    },
    {
      id: 'not-funded-can-be-called-off',
      says: 'Until an escrow is funded the buyer alone can call it off, and what had arrived goes back.',
      texts: [
        'common:lookup.settle.*',
        'faq:groups.4.items.0.*',
        'mail:escrowCancelled.*',
        'common:refusal.cancel_not_possible',
      ],
      rules: ['calling_off'],
      tests: ['tests/integration/trade/refunds/settlement-rules.test.ts'],
    },
    {
      id: 'refund-needs-the-seller-or-a-decision',
      says: 'Once funded, money goes back to the buyer when the seller agrees, when the dates say so, or when Quayside decides; to a wallet that the buyer names, never by itself to the sender.',
      texts: [
        'common:home.three.back.*',
        'common:lookup.settle.*',
        'mail:refund*',
        'mail:fundsRefunded.*',
        'mail:moneyOwedBack.*',
        'legal:terms.sections.7.*',
        'faq:groups.4.items.0.*',
        'common:home.steps.*',
      ],
      rules: ['refund', 'dispute'],
      tests: [
        'tests/integration/trade/refunds/settlement.long.test.ts',
        'tests/integration/trade/refunds/what-goes-back.long.test.ts',
      ],
    },
    {
      id: 'a-dispute-stops-everything',
      says: 'While a dispute is open nothing can be approved, changed or paid; Quayside decides for release, refund, a division or to go on, and says why.',
      texts: [
        'common:lookup.settle.dispute.*',
        'mail:dispute*',
        'common:refusal.in_dispute',
        'common:seller.frozen',
        'faq:groups.4.items.2.*',
        'faq:help.decision*',
        'statement:disputes.*',
      ],
      rules: ['dispute'],
      tests: [
        'app/trade/disputes/domain/decision.test.ts',
        'tests/integration/trade/disputes/operator-disputes.test.ts',
      ],
    },
    {
      id: 'two-can-divide',
      says: 'Both sides can agree to divide the money; each then gets the share that was agreed, and it cannot be undone.',
      texts: ['common:division.*', 'mail:held.reduction'],
      rules: ['division'],
      tests: [
        'app/trade/divisions/domain/division.test.ts',
        'tests/integration/trade/divisions/divisions.long.test.ts',
      ],
    },
    {
      id: 'payouts-wait-and-say-why',
      says: 'A payout that cannot go out waits, says why in words, and goes out by itself when the reason is gone; nothing of it is lost.',
      texts: [
        'common:escrow.waits.*',
        'common:escrow.blocked.*',
        'mail:payoutBlocked.*',
        'mail:paidBack.*',
        'mail:fundsReleased.*',
      ],
      rules: ['payout_waits', 'payout', 'receiving'],
      tests: [
        'tests/integration/settlement/payouts/waiting-reasons.long.test.ts',
        'tests/integration/settlement/payouts/wallet-trouble.long.test.ts',
      ],
    },
    {
      id: 'the-wallet-is-the-one-seen',
      says: 'An approval counts for the wallet that the buyer was shown; a wallet that differs has to be checked first; both sides are told of a change.',
      texts: [
        'common:seller.changeWallet.*',
        'mail:payoutWallet*',
        'common:otherWallet.*',
        'faq:groups.2.items.2.*',
        'common:refusal.wallet_changed',
        'common:lookup.decision.sureText',
        'common:submit.walletFrom.*',
        'freight:benefits.list.3.text',
      ],
      rules: ['wallet'],
      tests: [
        'app/settlement/payouts/domain/expectation.test.ts',
        'tests/integration/settlement/payouts/payout-wallet-rules.test.ts',
        'tests/integration/settlement/payouts/payout-wallet-races.long.test.ts',
      ],
    },
    {
      id: 'wallets-are-checked-when-entered',
      says: 'A wallet is checked on the ledger when it is entered, and the page names the obstacle and its remedy.',
      texts: [
        'common:walletCheck.*',
        'common:settings.wallets.*',
        'wallets:*',
        'faq:groups.2.*',
        'common:payment.only.*',
      ],
      rules: ['receiving', 'assets'],
      tests: ['tests/integration/screening/stated-wallets.test.ts', 'app/settings/domain/saved-wallet.test.ts'],
    },
    {
      id: 'silence-without-dates',
      says: 'Without agreed dates the money waits until both sides have acted, or until Quayside decides in a dispute.',
      texts: ['common:lookup.silent.*', 'common:dates.withoutText', 'common:terms.noDates', 'faq:groups.4.items.1.*'],
      rules: ['dispute', 'refund'],
      tests: ['app/escrow/domain/silence.test.ts'],
    },
  ],
}
