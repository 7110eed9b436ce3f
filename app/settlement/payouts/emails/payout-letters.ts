/** Letters about money that leaves, and about the wallet that it goes to. */
import { z } from 'zod'
import { amountFact, codeFact, money, paymentFacts } from '#app/kernel/emails/facts.ts'
import type { LetterBody } from '#app/kernel/emails/layout.ts'
import {
  aboutLink,
  accountLink,
  amount,
  asset,
  type ContentOf,
  type LetterContext,
  type LetterText,
  letter,
  ofAccount,
  ofEscrow,
  otherTold,
  reader,
  tokenId,
  toldOther,
  txid,
} from '#app/kernel/emails/letter.ts'
import { formatUsd } from '#app/kernel/i18n/format.ts'
import { mendableObstacle } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import { buyersRemedy } from './remedies.ts'

const blocked = {
  reader,
  txid,
  amount: amount.optional(),
  asset: asset.optional(),
  reason: z.string(),
  /** Who is to be paid: the seller by a release, the buyer by a refund or a return. The seller where nothing is said. */
  payee: reader.optional(),
  /** To the other side than the payee. */
  otherTold: otherTold.optional(),
}

/** Of what was sent to a wallet that is no escrow's. */
const sent = { amount, asset, address: z.string(), memo: z.string().nullable(), hash: z.string() }

/** Of a wallet no letter gives the address: whoever can forge a letter could forge that too; the page shows both wallets. */
export const PAYOUT_LETTERS = {
  /** To both sides. `hash`: of the payout. */
  funds_released: ofEscrow({ reader, txid, amount, asset, hash: z.string() }, (escrow, context) => {
    const { t } = context
    return {
      subject: t('fundsReleased.subject', { amount: money(escrow, context) }),
      turn: t('frame.done'),
      paragraphs: [t('fundsRefunded.text')],
      facts: paymentFacts(escrow, context),
      hasLeft: true,
    }
  }),

  /** To both sides, when the money that goes back to the buyer is final on the ledger. */
  funds_refunded: ofEscrow(
    {
      reader,
      txid,
      amount,
      asset,
      /** Of the payment to the buyer. */
      hash: z.string(),
      /** `refund` ends the escrow; `return` gives back an excess, or what a cancelled escrow had received. */
      purpose: z.enum(['refund', 'return']),
    },
    (escrow, context) => {
      const { t } = context
      const kind = escrow.purpose === 'refund' ? 'fundsRefunded' : 'fundsReturned'
      return {
        subject: t(`${kind}.subject`, { amount: money(escrow, context) }),
        turn: t('frame.done'),
        paragraphs: [t(`${kind}.text`)],
        facts: paymentFacts(escrow, context),
        hasLeft: true,
      }
    },
  ),

  /** To both sides. A reason that is not listed is told as "other": the page says more. */
  payout_blocked: ofEscrow(blocked, (payout, context) => {
    const { t } = context
    const { reader, reason, payee = 'seller' } = payout
    const about = { subject: t('payoutBlocked.subject'), facts: amountFact(payout, context) }
    // No wallet is in the way.
    if (reason === 'payout_failed') {
      return {
        ...about,
        turn: t('frame.theirTurn'),
        heading: t('common:escrow.next.stuck.title'),
        paragraphs: [t('common:refusal.payout_failed')],
      }
    }
    if (reader === payee) {
      return {
        ...about,
        turn: t('frame.stopped'),
        heading: t('payoutBlocked.headingPayee'),
        paragraphs: [t('payoutBlocked.payee'), remedy(payout, context)],
        ...(payee === 'buyer' && { actionLabel: t('action.wallet') }),
      }
    }
    return {
      ...about,
      turn: t('frame.theirTurn'),
      paragraphs: [t('payoutBlocked.payee'), ...toldOther(payout.otherTold, context)],
    }
  }),

  /** To both sides. */
  payout_wallet_changed: ofEscrow(
    {
      /** Left out in letters that were written when both sides read the same. */
      reader: reader.optional(),
      /** A first wallet that is not the expected one, to the seller; or another one than before. Left out in letters of before. */
      moment: z.enum(['stated', 'changed']).optional(),
      txid,
      /** Where the money goes was decided before the letter went. */
      isDecided: z.boolean().optional(),
      /** To the seller. */
      otherTold: otherTold.optional(),
    },
    (escrow, context) => {
      const { t } = context
      const { isDecided, moment } = escrow
      if (escrow.reader === 'seller') {
        return {
          subject: t(moment === 'stated' ? 'payoutWalletChanged.ownDiffers' : 'payoutWalletChanged.own'),
          turn: t('frame.theirTurn'),
          paragraphs: [
            t(isDecided ? 'payoutWalletChanged.decided' : 'payoutWalletChanged.ownText'),
            ...toldOther(escrow.otherTold, context),
          ],
          warning: { title: t('passwordChanged.doubtTitle'), text: t('payoutWalletAgreed.doubt') },
        }
      }
      return {
        subject: t('payoutWalletChanged.subject'),
        heading: t('payoutWalletChanged.heading'),
        paragraphs: [t(isDecided ? 'payoutWalletChanged.decided' : 'payoutWalletChanged.body')],
        ...(!isDecided && {
          warning: { title: t('payoutWalletChanged.doubtTitle'), text: t('payoutWalletChanged.doubt') },
        }),
      }
    },
  ),

  /** To the buyer. */
  payout_wallet_proposed: ofEscrow({ txid, amount, asset }, (escrow, context) => {
    const { t } = context
    return {
      subject: t('payoutWalletProposed.subject'),
      turn: t('frame.yourTurn'),
      paragraphs: [t('payoutWalletProposed.body')],
      warning: { title: t('payoutWalletProposed.firstTitle'), text: t('sellerConfirmed.wallet') },
      facts: amountFact(escrow, context),
    }
  }),

  /** To both sides. */
  payout_wallet_agreed: ofEscrow({ txid, amount, asset }, (escrow, context) => {
    const { t } = context
    return {
      subject: t('payoutWalletAgreed.subject'),
      paragraphs: [t('payoutWalletAgreed.body')],
      warning: { title: t('payoutWalletChanged.doubtTitle'), text: t('payoutWalletAgreed.doubt') },
      facts: amountFact(escrow, context),
    }
  }),

  /** To whoever sent what fitted nothing, when an operator's payback of it is final on the ledger. */
  paid_back: ofAccount(sent, (paid, context) => {
    const { t } = context
    return {
      subject: t('paidBack.subject', { amount: money(paid, context) }),
      turn: t('frame.done'),
      paragraphs: [t('paidBack.text')],
      facts: sentFacts(paid, context),
      action: { label: t('paidBack.action'), path: '/dashboard' },
    }
  }),

  /**
   * To a reseller, when the payout of their commissions is final on the ledger. Nothing of those who paid the fees. `linkId`: of the
   * reseller's link; null: there is none.
   */
  commission_paid: letter({ usd: amount, ...sent, linkId: tokenId.nullable() }, (paid, context) => {
    const { t, language } = context
    const text = {
      subject: t('commissionPaid.subject', { amount: money(paid, context) }),
      turn: t('frame.done'),
      paragraphs: [t('commissionPaid.text', { usd: formatUsd(paid.usd, language) })],
      facts: sentFacts(paid, context),
    }
    return aboutReseller(text, paid.linkId, context)
  }),

  /** To a reseller: the link to the own page, when it is made and when it is renewed. `code`: the first one, when they begin. */
  reseller_link: letter({ linkId: tokenId, code: z.string().optional() }, ({ linkId, code }, context) => {
    const { t, origin } = context
    const text = {
      subject: t('resellerLink.subject'),
      turn: t('frame.theirTurn'),
      paragraphs: [...(code === undefined ? [] : [t('resellerLink.made')]), t('resellerLink.text')],
      facts: [
        ...codeFact(t('resellerLink.code'), code),
        ...codeFact(t('resellerLink.link'), code === undefined ? null : `${origin}/payment?ref=${code}`),
      ],
    }
    return aboutReseller(text, linkId, context)
  }),
}

/** The seller's wallet is the one that was approved: it is mended, or the page helps with another one (decision 004). */
function remedy({ payee, reason, asset: currency }: ContentOf<typeof blocked>, context: LetterContext): string {
  const { t } = context
  if (payee === 'buyer') return buyersRemedy(reason, context)
  const obstacle = currency && mendableObstacle(reason)
  return obstacle ? t(`common:escrow.blocked.${obstacle}`, { currency }) : t('payoutBlocked.reasons.other')
}

function sentFacts(paid: ContentOf<typeof sent>, context: LetterContext) {
  const { t } = context
  return [
    ...amountFact(paid, context),
    ...codeFact(t('paidBack.wallet'), paid.address),
    ...codeFact(t('paidBack.memo'), paid.memo),
    ...codeFact(t('facts.hash'), paid.hash),
  ]
}

/** A letter to a reseller leads to the own page; without a link, to the first page of Quayside. */
function aboutReseller(text: Omit<LetterText, 'action'>, linkId: string | null, context: LetterContext): LetterBody {
  const { t } = context
  const action =
    linkId === null
      ? { label: 'Quayside', path: '/' }
      : {
          label: t('resellerLink.action'),
          path: accountLink('/reseller', { id: linkId, purpose: 'reseller_link' }, context),
        }
  return aboutLink({ ...text, action }, t('resellerLink.why'), context)
}
