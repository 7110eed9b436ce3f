import { z } from 'zod'
import {
  aboutLink,
  accountLink,
  amount,
  asset,
  type ContentOf,
  type EmailContext,
  type EmailText,
  emailOf,
  notifiedOther,
  ofAccount,
  ofEscrow,
  otherNotified,
  reader,
  tokenId,
  txid,
} from '#app/kernel/emails/email.ts'
import { amountFact, codeFact, money, paymentFacts } from '#app/kernel/emails/facts.ts'
import type { EmailBody } from '#app/kernel/emails/layout.ts'
import { formatUsd } from '#app/kernel/i18n/format.ts'
import { mendableObstacle } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import { buyersRemedy } from './remedies.ts'

const blocked = {
  reader,
  txid,
  amount: amount.optional(),
  asset: asset.optional(),
  reason: z.string(),
  /** The payee: the seller of a release, the buyer of a refund or return. Left out: the seller. */
  payee: reader.optional(),
  /** In the email to the other side. */
  otherTold: otherNotified.optional(),
}

/** For money sent to a wallet outside of escrows. */
const sent = { amount, asset, address: z.string(), memo: z.string().nullable(), hash: z.string() }

/** No email gives the address of a wallet to be paid: a forged one could give any. The page shows both wallets. */
export const PAYOUT_EMAILS = {
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

  /** To both sides, when the money to the buyer is final on the ledger. */
  funds_refunded: ofEscrow(
    {
      reader,
      txid,
      amount,
      asset,
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

  /** To both sides. An unlisted reason reads as "other"; the page says more. */
  payout_blocked: ofEscrow(blocked, (payout, context) => {
    const { t } = context
    const { reader, reason, payee = 'seller' } = payout
    const about = { subject: t('payoutBlocked.subject'), facts: amountFact(payout, context) }
    // The wallet is not the cause.
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
      paragraphs: [t('payoutBlocked.payee'), ...notifiedOther(payout.otherTold, context)],
    }
  }),

  /** To both sides. */
  payout_wallet_changed: ofEscrow(
    {
      /** Missing in emails from when both sides read the same. */
      reader: reader.optional(),
      /** `stated`: a first wallet that is not the expected one, to the seller. Missing in older emails. */
      moment: z.enum(['stated', 'changed']).optional(),
      txid,
      /** The destination was decided before the email was sent. */
      isDecided: z.boolean().optional(),
      /** In the email to the seller. */
      otherTold: otherNotified.optional(),
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
            ...notifiedOther(escrow.otherTold, context),
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

  /** To the sender of an unmatched payment, when an operator's payback is final on the ledger. */
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

  /** To a reseller, when commissions are paid. Nothing about those who paid the fees. `linkId`: null without a link. */
  commission_paid: emailOf({ usd: amount, ...sent, linkId: tokenId.nullable() }, (paid, context) => {
    const { t, language } = context
    const text = {
      subject: t('commissionPaid.subject', { amount: money(paid, context) }),
      turn: t('frame.done'),
      paragraphs: [t('commissionPaid.text', { usd: formatUsd(paid.usd, language) })],
      facts: sentFacts(paid, context),
    }
    return aboutReseller(text, paid.linkId, context)
  }),

  /** To a reseller: a new link to their page. `code`: their first one, only in the first email. */
  reseller_link: emailOf({ linkId: tokenId, code: z.string().optional() }, ({ linkId, code }, context) => {
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

/** The seller's wallet was approved: it is fixed, or the page helps with another one (decision 004). */
function remedy({ payee, reason, asset: currency }: ContentOf<typeof blocked>, context: EmailContext): string {
  const { t } = context
  if (payee === 'buyer') return buyersRemedy(reason, context)
  const obstacle = currency && mendableObstacle(reason)
  return obstacle ? t(`common:escrow.blocked.${obstacle}`, { currency }) : t('payoutBlocked.reasons.other')
}

function sentFacts(paid: ContentOf<typeof sent>, context: EmailContext) {
  const { t } = context
  return [
    ...amountFact(paid, context),
    ...codeFact(t('paidBack.wallet'), paid.address),
    ...codeFact(t('paidBack.memo'), paid.memo),
    ...codeFact(t('facts.hash'), paid.hash),
  ]
}

/** Links to the reseller's page; without a link, to the home page. */
function aboutReseller(text: Omit<EmailText, 'action'>, linkId: string | null, context: EmailContext): EmailBody {
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
