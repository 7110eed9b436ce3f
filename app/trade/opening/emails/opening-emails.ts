/** Emails about a new escrow: opened, funded, cancelled, seller invited or replaced. */
import { z } from 'zod'
import { STAGES, type Stage } from '#app/escrow/domain/escrow.ts'
import { byName, TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import { amount, asset, ofEscrow, reader, sayAll, txid } from '#app/kernel/emails/email.ts'
import type { EmailCustody, Sayings } from '#app/kernel/emails/email-custody.ts'
import { amountFact, codeFact, money, partyName, paymentFacts, quoteFact } from '#app/kernel/emails/facts.ts'

export const OPENING_EMAILS = {
  /** To the buyer who opened it: what to pay and what follows. Without a wallet address, which the page shows. */
  escrow_to_fund: ofEscrow(
    {
      txid,
      amount,
      asset,
      /** State of the seller's invitation; `nobody`: no seller is named. */
      invited: z.enum(['nobody', 'goes', 'joined', 'written', 'limit', 'unconfirmed']),
    },
    (escrow, context) => {
      const { t } = context
      const { invited } = escrow
      const isForBuyer = invited === 'nobody' || invited === 'limit'
      const ofSeller = isForBuyer ? 'handOn' : invited === 'unconfirmed' ? 'waits' : 'invited'
      return {
        subject: t('escrowToFund.subject', { amount: money(escrow, context) }),
        turn: t('frame.yourTurn'),
        paragraphs: [t('escrowToFund.send'), t(`escrowToFund.${ofSeller}`)],
        facts: amountFact(escrow, context),
      }
    },
  ),

  /**
   * To the named seller, with the fields of the seller template (spec §7). The seller may not know Quayside: the email
   * explains what it is and costs, and that there is no hurry to ship.
   */
  escrow_opened: ofEscrow(
    {
      txid,
      amount,
      asset,
      buyerName: z.string(),
      /** Confirmed: nobody is invited before. */
      buyerEmail: z.string(),
      // Optional: the email may be older than a term.
      ...byName(TEXTS, () => z.string().nullish()),
      /** The seller was named after the money arrived. */
      isFunded: z.boolean().optional(),
      /** The seller was notified before; the buyer has corrected the escrow since. */
      isCorrected: z.boolean().optional(),
      /** The seller's language is unknown: the email is also in English (decision 110). */
      isLanguageUnknown: z.boolean().optional(),
    },
    (escrow, context) => {
      const { t, custody } = context
      const buyerName = partyName(escrow.buyerName, true, context)
      const values = { buyerName, amount: money(escrow, context) }
      return {
        subject: t('escrowOpened.subject', values),
        turn: escrow.isFunded ? t('frame.yourTurn') : t('escrowOpened.turn'),
        paragraphs: [
          ...(escrow.isCorrected ? [t('escrowOpened.corrected')] : []),
          ...(escrow.isFunded ? [t(custody.says.fundedHeading, values)] : []),
          ...sayAll(custody.says.invited, context),
          t('escrowOpened.doubt', values),
        ],
        facts: [
          ...amountFact(escrow, context),
          { label: t('facts.buyer'), value: `${buyerName}, ${escrow.buyerEmail}` },
          ...TEXTS.flatMap((name) =>
            quoteFact(escrow[name], name === 'notes' ? 'buyer' : { label: t(`facts.${name}`) }, context),
          ),
        ],
        ...(!escrow.isFunded && {
          warning: { title: t('escrowOpened.notFundedTitle'), text: t('escrowOpened.notFunded') },
        }),
        // A recipient without an account has not chosen a language, and the buyer may be wrong about it.
        offersLanguages: escrow.isLanguageUnknown === true || context.lng !== null,
      }
    },
  ),

  /** To the address that the buyer had named as the seller's, perhaps a stranger's by mistake. */
  seller_replaced: ofEscrow({ txid, amount, asset }, (escrow, context) => {
    const { t } = context
    return {
      subject: t('sellerReplaced.heading', { amount: money(escrow, context) }),
      turn: t('frame.theirTurn'),
      paragraphs: [t('sellerReplaced.body')],
      facts: amountFact(escrow, context),
      warning: { title: t('escrowCancelled.shipTitle'), text: t('sellerReplaced.ship') },
      actionLabel: t('frame.support'),
      actionPath: '/contact',
      why: t('sellerReplaced.why', { txid: escrow.txid }),
    }
  }),

  /** To the other side: emails to `side` bounce. `canCorrect`: the reader named the address and may change it. */
  letters_came_back: ofEscrow({ side: reader, canCorrect: z.boolean(), txid, amount, asset }, (content, context) => {
    const { t } = context
    const { side, canCorrect } = content
    return {
      subject: t(`lettersCameBack.${side}.heading`),
      turn: t(canCorrect ? 'frame.yourTurn' : 'frame.theirTurn'),
      paragraphs: canCorrect
        ? [t('lettersCameBack.correct')]
        : [t('lettersCameBack.reach'), t('lettersCameBack.deadline')],
      facts: amountFact(content, context),
      ...(canCorrect && { actionLabel: t('lettersCameBack.action') }),
    }
  }),

  escrow_funded: ofEscrow(
    {
      reader,
      txid,
      amount,
      asset,
      /** The payment that completed the amount. */
      hash: z.string(),
      /**
       * The stage when the email was first tried, and whether it was the reader's turn: confirmation and approval may
       * come before the money. Missing in old emails.
       */
      stage: z.enum(STAGES).optional(),
      isYours: z.boolean().optional(),
      /** The settlement was decided before the email was sent. */
      isDecided: z.boolean().optional(),
    },
    (escrow, context) => {
      const { t, custody } = context
      const { reader: side, stage, isYours = side === 'seller' } = escrow
      const value = money(escrow, context)
      const examines = isYours && side === 'buyer' && stage === 'awaiting_examination'
      return {
        subject: t('escrowFunded.subject', { amount: value }),
        turn: t(isYours ? 'frame.yourTurn' : 'frame.theirTurn'),
        heading: t(custody.says.fundedHeading, { amount: value }),
        paragraphs: sayAll([...custody.says.funded[side], ...nextFor(side, stage, custody)], context),
        facts: paymentFacts(escrow, context),
        ...(examines && { actionLabel: t('action.examine'), actionAnchor: 'decision' }),
      }
    },
  ),

  /** To the buyer, when payments arrived that do not fund the escrow. */
  deposit_incomplete: ofEscrow(
    {
      txid,
      /** Sum of all payments. */
      received: amount,
      stillDue: amount,
      asset,
      /** The last payment. */
      hash: z.string(),
    },
    (deposit, context) => {
      const { t } = context
      const { asset, hash } = deposit
      const received = money({ amount: deposit.received, asset }, context)
      const stillDue = money({ amount: deposit.stillDue, asset }, context)
      return {
        subject: t('depositIncomplete.subject', { stillDue }),
        turn: t('frame.yourTurn'),
        paragraphs: [t('depositIncomplete.text')],
        facts: [
          { label: t('common:escrow.deposit.received'), value: received },
          { label: t('common:escrow.deposit.stillDue'), value: stillDue },
          ...codeFact(t('facts.hash'), hash),
        ],
      }
    },
  ),

  /** To the seller: the buyer cancelled an unfunded escrow. */
  escrow_cancelled: ofEscrow({ txid, amount, asset }, (escrow, context) => {
    const { t } = context
    return {
      subject: t('escrowCancelled.subject', { amount: money(escrow, context) }),
      turn: t('frame.theirTurn'),
      paragraphs: [t('escrowCancelled.body')],
      facts: amountFact(escrow, context),
      warning: { title: t('escrowCancelled.shipTitle'), text: t('escrowCancelled.ship') },
    }
  }),
}

/** What this side does or waits for. Nothing where the money goes elsewhere: other emails say that. */
function nextFor(side: 'buyer' | 'seller', stage: Stage = 'awaiting_confirmation', { says }: EmailCustody): Sayings {
  const isBuyer = side === 'buyer'
  switch (stage) {
    case 'awaiting_confirmation':
      return says.fundedFirst[side]
    case 'awaiting_examination':
      return isBuyer ? ['sellerConfirmed.heading', ...says.confirmed] : ['common:seller.doneText']
    case 'rejected':
      return isBuyer ? [] : ['documentsRejected.subject']
    case 'releasing':
      return isBuyer ? [] : says.approved
    default:
      return []
  }
}
