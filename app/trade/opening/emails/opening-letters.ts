/** Letters about an escrow that begins: opened, funded, called off, with a seller who is invited or replaced. */
import { z } from 'zod'
import { STAGES, type Stage } from '#app/escrow/domain/escrow.ts'
import { byName, TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import { amountFact, codeFact, money, partyName, paymentFacts, quoteFact } from '#app/kernel/emails/facts.ts'
import { amount, asset, ofEscrow, reader, sayAll, txid } from '#app/kernel/emails/letter.ts'
import type { LetterCustody, Sayings } from '#app/kernel/emails/letter-custody.ts'

export const OPENING_LETTERS = {
  /** To the buyer who has opened an escrow: what to send, and what follows. No wallet address: the page has it. */
  escrow_to_fund: ofEscrow(
    {
      txid,
      amount,
      asset,
      /** What became of the seller's invitation; `nobody`: no seller was named. */
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
   * To the seller that the buyer named. The fields are those of the specification's seller template (spec §7). The seller may never have
   * heard of us: what this is, what it costs, and that there is no hurry to ship.
   */
  escrow_opened: ofEscrow(
    {
      txid,
      amount,
      asset,
      buyerName: z.string(),
      /** The buyer has confirmed it: nobody is invited before. */
      buyerEmail: z.string(),
      // A letter may have been written before a term was.
      ...byName(TEXTS, () => z.string().nullish()),
      /** The seller is named when the money is here already. */
      isFunded: z.boolean().optional(),
      /** The seller has been written to before; the buyer has corrected the escrow since. */
      isCorrected: z.boolean().optional(),
      /** Nobody has said which language the seller reads: it is written in English, too (decision 110). */
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
        // Whoever has no account has not chosen a language yet; a buyer may be wrong about it.
        offersLanguages: escrow.isLanguageUnknown === true || context.lng !== null,
      }
    },
  ),

  /** To the address that the buyer had named as the seller's, perhaps a stranger's by mistake: it is not any more. */
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

  /** To the other side: letters to `side` come back. `canCorrect`: its reader named the address, and may name another one. */
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
      /** Of the payment that completed the amount. */
      hash: z.string(),
      /**
       * How the trade stood when the letter was first tried, and whether it was the reader's turn: sellers confirm, and buyers approve,
       * before the money as well. Letters of before do not say.
       */
      stage: z.enum(STAGES).optional(),
      isYours: z.boolean().optional(),
      /** Where the money goes was decided before the letter went. */
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

  /** To the buyer, when what has arrived does not fund the escrow: nobody need watch its page. */
  deposit_incomplete: ofEscrow(
    {
      txid,
      /** All that has arrived. */
      received: amount,
      stillDue: amount,
      asset,
      /** Of the payment that arrived last. */
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

  /** To the seller: the buyer gave up an escrow that was not funded. */
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

/** What this side does or waits for now. Where the money goes elsewhere meanwhile, other letters say it. */
function nextFor(side: 'buyer' | 'seller', stage: Stage = 'awaiting_confirmation', { says }: LetterCustody): Sayings {
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
