/** An on-chain escrow as one side's pages show it, with every act that its stage allows. */

import { awaitingOf, type Stage } from '#app/escrow/domain/escrow.ts'
import type { CustodyView } from '#app/escrow/domain/escrow-details.ts'
import { byName, TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import type { FundStep } from '#app/escrow/domain/onchain-state.ts'
import { silenceFor } from '#app/escrow/domain/silence.ts'
import { type Asset, factsOfNetwork } from '#app/kernel/domain/assets.ts'
import type { PayoutState } from '#app/kernel/domain/payout-state.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { Custodian } from '#app/settlement/custody/domain/custodian.ts'
import { showCustody } from '#app/settlement/custody/domain/show-custody.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { partsOf } from '#app/trade/lookup/domain/parts-of.ts'
import type { DeadlineKind } from '#app/trade/terms/domain/standing.ts'
import { ahead } from '#tests/support/agreement/ahead.ts'
import { walletOf } from '#tests/support/world/people.ts'

export const ONCHAIN_UNTIL = '2027-01-31T23:59:00.000Z'
const AT = '2026-11-20T12:00:00.000Z'
const BEFORE: readonly Stage[] = ['awaiting_funds', 'cancelled', 'lapsed']
const UNCONFIRMED: readonly Stage[] = [...BEFORE, 'awaiting_confirmation', 'refund_open']
const EXAMINED: readonly Stage[] = ['awaiting_examination', 'rejected']

/** As showCustody returns it for a record in this stage; `custodian` defaults to the asset's ledger. */
export function custodyShown(
  asset: Asset,
  of: { stage?: Stage; custodian?: Custodian; isPast?: boolean; isSigning?: boolean; fundStep?: FundStep },
): CustodyView {
  const { stage = 'awaiting_examination', custodian, isPast = false, isSigning = false, fundStep = 'lock' } = of
  const deadline = new Date(ONCHAIN_UNTIL)
  const exit = isSigning ? { kind: 'release' as const, state: 'collecting' as const } : null
  const lock = stage === 'awaiting_funds' ? null : { end: null }
  const record = {
    currency: asset,
    held: custodian === 'platform' ? null : { deadline, lock, exit, fundStep: fundStep },
    verifiedAt: BEFORE.includes(stage) ? null : new Date(AT),
  }
  const now = isPast ? new Date(deadline.getTime() + 60_000) : new Date(AT)
  return { ...showCustody(record, { now, fundUntil: stage === 'awaiting_funds' ? deadline : null }) }
}

type Leaving = { releasing: PayoutState | null; refunding: PayoutState | null }

/** The payouts in a stage that is named after them. */
const LEAVING: Partial<Record<Stage, Leaving>> = {
  releasing: { releasing: 'submitted', refunding: null },
  released: { releasing: 'confirmed', refunding: null },
  refunding: { releasing: null, refunding: 'submitted' },
  refunded: { releasing: null, refunding: 'confirmed' },
  splitting: { releasing: 'submitted', refunding: 'submitted' },
  split: { releasing: 'confirmed', refunding: 'confirmed' },
}

export type OfOnchain = { asset: Asset; stage: Stage; reader: Reader } & Partial<Omit<PartyView, 'parts'>>

export function shownOnchain({ asset, stage, reader, ...changes }: OfOnchain): PartyView {
  const isFunded = !BEFORE.includes(stage)
  const isConfirmed = !UNCONFIRMED.includes(stage)
  const isBuyer = reader === 'buyer'
  const goesOn = EXAMINED.includes(stage) || stage === 'awaiting_confirmation'
  const payoutWallet = {
    address: walletOf(asset),
    memo: null,
    expectation: 'met',
    statedAt: AT,
    changedAt: null,
  } as const
  const view = {
    id: '019a2c3e-7d1f-7b6a-9c55-0242ac120003',
    transactionId: 'auto_0DT7M1EV8N2FW9P3GXAQ',
    type: 'auto',
    reader,
    currency: asset,
    custody: custodyShown(asset, { stage }),
    alsoReleased: [],
    networkName: factsOfNetwork(asset).name,
    amount: '500',
    texts: byName(TEXTS, () => ''),
    createdAt: AT,
    buyerName: 'Ann',
    buyerHasConfirmedEmail: true,
    sellerName: 'Ben',
    sellerHasConfirmedEmail: true,
    sellerLanguage: null,
    stillUntil: { buyer: null, seller: null },
    sellerEmail: 'ben@example.com',
    stage,
    turn: awaitingOf(stage),
    invitation: null,
    told: null,
    unreachedSince: null,
    silence: silenceFor(reader, { stage, isFunded, isConfirmed }),
    lines: {
      funded: isFunded ? 'done' : 'open',
      confirmed: isConfirmed ? 'done' : 'open',
      approved: stage === 'rejected' ? 'refused' : stage === 'releasing' || stage === 'released' ? 'done' : 'open',
      release: stage === 'released' ? 'done' : 'open',
    },
    times: {
      verifiedAt: isFunded ? AT : null,
      confirmedAt: isConfirmed ? AT : null,
      changedAt: AT,
      correctedAt: null,
      decidedAt: null,
      releasedAt: null,
    },
    payingWallet: isBuyer ? { address: walletOf(asset, 'buyer'), memo: null } : null,
    approval:
      stage === 'rejected' ? 'Rejected' : stage === 'releasing' || stage === 'released' ? 'Approved' : 'Pending',
    deposit: {
      account: walletOf(asset, 'friend'),
      reference: '7',
      state: isFunded ? 'exact' : 'none',
      received: isFunded ? '500' : '0',
      stillDue: isFunded ? '0' : '500',
      excess: '0',
      uri: '',
      realTxId: null,
      statedTxId: null,
      payments: [],
      smaller: null,
      stated: [],
      rest: null,
      onLedger: [],
    },
    may: {
      review: isBuyer && EXAMINED.includes(stage),
      confirm: !isBuyer && (goesOn || stage === 'awaiting_funds'),
      changeDocuments: !isBuyer && (goesOn || stage === 'awaiting_funds'),
      cancel: isBuyer && stage === 'awaiting_funds',
      correct: false,
      nameSeller: isBuyer && stage === 'awaiting_funds',
      makeViewLink: true,
      askForRefund: isBuyer && goesOn,
      answerRefund: !isBuyer && stage === 'refund_requested',
      withdrawRefund: isBuyer && stage === 'refund_requested',
      stateRefundWallet: false,
      changeWallet: false,
      proposeWallet: false,
      agreeToWallet: false,
      dispute: goesOn || stage === 'refund_requested',
      disputeWithWallet: false,
      withdrawDispute: isBuyer && stage === 'disputed',
    },
    agreement: null,
    sealed: {
      sheet: null,
      versions: [],
      fingerprint: null,
      isMoved: false,
      mayAccept: false,
      openedUnder: { version: 'v1.0-2025-08-30', supplement: 's1-2026-12-01' },
      asksSupplement: false,
      mayPropose: null,
      mayMoveFunding: false,
      mayLowerAmount: false,
      open: null,
      past: [],
    },
    contract: null,
    documents: [],
    rejectedVersions: [],
    missingTypes: [],
    rejectionReason: null,
    rejectedTypes: [],
    examination: {
      rounds: [],
      roundsLeft: null,
      notice: null,
      before: null,
      hints: [],
      may: { askWaiver: false, answerWaiver: false, allowRound: false, acceptUnreadable: false },
    },
    payouts: onchainPayouts(LEAVING[stage] ?? { releasing: null, refunding: null }, { asset, reader }),
    expectedWallet: null,
    payoutWallet: isConfirmed ? payoutWallet : null,
    walletProposal: null,
    refundRequest: stage === 'refund_requested' ? { reason: 'No ship.', askedAt: AT } : null,
    pastRequests: [],
    owedBack: '0',
    refundWallet: isBuyer ? { address: walletOf(asset, 'buyer'), memo: null, statedAt: AT } : null,
    suggestedWallet: null,
    dispute:
      stage === 'disputed'
        ? {
            id: 'opened',
            reason: 'Wrong goods.',
            openedAt: AT,
            openedBy: 'buyer',
            byDates: false,
            voices: [{ id: 'opened', side: 'buyer', at: AT, words: 'Wrong goods.', files: [] }],
            decideBy: ONCHAIN_UNTIL,
            isLate: false,
            heardAt: null,
            maySpeak: true,
          }
        : null,
    pastDisputes: [],
    divisions: [],
    // As the page has it: on the XRP Ledger nothing can be split.
    mayDivide: asset === 'XRP' ? null : stage === 'disputed' ? 'offer' : EXAMINED.includes(stage) ? 'reduction' : null,
    ownSide: reader,
    events: [],
    hasEarlierEvents: false,
    ...changes,
  } satisfies Omit<PartyView, 'parts'>
  return { ...view, parts: partsOf(view, reader) }
}

/** As showOnchainPayouts returns them. */
export function onchainPayouts(
  { releasing, refunding }: Leaving,
  { asset, reader }: { asset: Asset; reader: Reader },
): PartyView['payouts'] {
  const isSplit = releasing !== null && refunding !== null
  const leaving = [
    { purpose: 'release' as const, state: releasing, of: 'seller' as const, part: '300' },
    { purpose: 'refund' as const, state: refunding, of: 'buyer' as const, part: '200' },
  ]
  return leaving.flatMap(({ purpose, state, of, part }) =>
    state === null
      ? []
      : [
          {
            id: purpose,
            purpose,
            state,
            amount: isSplit ? part : '500',
            wallet: of === 'buyer' && reader === 'seller' ? null : { address: walletOf(asset, of), memo: null },
            blockedReason: null,
            waits: null,
            hash: state === 'confirmed' ? 'ab'.repeat(32) : null,
            explorer: null,
            at: state === 'confirmed' ? AT : null,
          },
        ],
  )
}

/** A trade with dates and a running deadline, whose money a ledger holds. */
export function datedAgreement(kind: DeadlineKind, custody: Custodian) {
  return {
    fundBy: AT,
    presentBy: AT,
    examineDays: 5,
    weekend: 'sat_sun',
    onSilence: 'accepted',
    documents: [],
    clock: { ...ahead(kind, { custody, ledgerDate: new Date(ONCHAIN_UNTIL) }), dueAt: AT },
    still: null,
    disputeStands: false,
    request: null,
    mayAsk: true,
    mayAnswer: false,
  } satisfies NonNullable<PartyView['agreement']>
}

/** English texts that are true only of money that Quayside holds or that moves by itself. */
export const CUSTODIAL =
  /waits here|(?<!record )stays here|\bis here\b|are here\b|owed back|at once|only your approval, or quayside|pay you when|we hold (?:it|the money|\d)|arrives is owed to you|we owe you|memo or tag|says? where it goes|state (?:a|another) wallet|name another wallet below|again: name a wallet|wallet you name|refund wallet|paid as soon|paid once th|your wallet by itself|48 hours later the money goes back|money then goes back|has arrived goes back|both are paid|payments are (?:being )?made|take anything|Quayside decided:|from an exchange|agree on a division/i
