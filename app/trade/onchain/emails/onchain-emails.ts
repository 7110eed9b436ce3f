/** Emails about on-chain escrows only (decision 087). None names a wallet: the page does. */
import { z } from 'zod'
import { networkOf } from '#app/kernel/domain/assets.ts'
import {
  amount,
  asset,
  type ContentOf,
  type EmailContext,
  type EscrowText,
  ofEscrow,
  reader,
  toSign,
  txid,
} from '#app/kernel/emails/email.ts'
import { amountFact, codeFact, money, shareFacts } from '#app/kernel/emails/facts.ts'
import { formatMoment } from '#app/kernel/i18n/format.ts'
import { SETTLEMENT_KINDS } from '#app/settlement/custody/domain/settlement.ts'
import type { DatesSaid } from '#app/trade/terms/emails/ahead.ts'

const deposited = { txid, amount, asset }
/** `lockBy`: until when the deposit can be made. */
const ready = { ...deposited, lockBy: z.iso.datetime() }

export const ONCHAIN_EMAILS = {
  /** To the buyer: the seller has agreed, the ledger is prepared, and the deposit can be made. */
  hold_ready: ofEscrow(ready, (content: ContentOf<typeof ready> & { dates?: DatesSaid | undefined }, context) => {
    const { t, language } = context
    // An extension may have been agreed since the email was queued.
    const time = formatMoment(content.dates?.ahead?.by ?? content.lockBy, language)
    const value = money(content, context)
    return onItsPage(content, context, {
      subject: t('held.ready.subject', { amount: value }),
      heading: t('held.ready.heading', { amount: value }),
      paragraphs: [t('held.ready.text', { time })],
    })
  }),

  /** To a side whose wallet can sign a settlement. Stellar only: on the XRP Ledger nobody signs. */
  hold_sign: ofEscrow({ kind: z.enum(SETTLEMENT_KINDS), ...deposited }, (asked, context) => {
    const { t } = context
    return onItsPage(asked, context, {
      subject: t('common:held.exit.title'),
      heading: t(`common:held.exit.${asked.kind}`),
      paragraphs: [t('common:held.exit.text')],
    })
  }),

  /** To the buyer, on Stellar: the ledger date has passed, and the money can be taken back. */
  hold_lapsed: ofEscrow(deposited, (lapsed, context) => {
    const { t } = context
    return onItsPage(lapsed, context, {
      subject: t('held.lapsed.heading', { amount: money(lapsed, context) }),
      paragraphs: [t('held.lapsed.text')],
    })
  }),

  /** To the buyer: a deposit as agreed was found after the escrow was over (decision 118). */
  hold_late: ofEscrow(deposited, (late, context) => {
    const { t } = context
    const network = networkOf(late.asset)
    return {
      ...onItsPage(late, context, {
        subject: t('held.late.heading', { amount: money(late, context) }),
        paragraphs: [t(`held.late.${network}`)],
        hasLeft: true,
      }),
      // On the XRP Ledger there is nothing to sign.
      ...(network !== 'stellar' && { turn: t('frame.done') }),
    }
  }),

  /** To a side whose share was set aside on Stellar: its wallet has to take it. */
  hold_take: ofEscrow({ ...deposited, hash: z.string() }, (taken, context) => {
    const { t } = context
    return onItsPage(taken, context, {
      subject: t('held.take.heading', { amount: money(taken, context) }),
      paragraphs: [t('common:held.take.text')],
      hasLeft: true,
    })
  }),

  /** To both: the ledger no longer holds the money. A release has its own email. `hash`: of the payment. */
  hold_ended: ofEscrow(
    {
      reader,
      end: z.enum(['refunded', 'divided', 'expired']),
      txid,
      asset,
      toSeller: amount,
      toBuyer: amount,
      hash: z.string(),
    },
    (ended, context) => {
      const { t } = context
      return {
        subject: t(`common:held.ended.${ended.end}`),
        turn: t('frame.done'),
        paragraphs: [],
        facts: [...shareFacts(ended, context), ...codeFact(t('facts.hash'), ended.hash)],
        hasLeft: true,
      }
    },
  ),
}

/** The link leads to the page that shows what the wallet is to sign. */
function onItsPage(content: ContentOf<typeof deposited>, context: EmailContext, said: EscrowText): EscrowText {
  return {
    ...toSign(content, context),
    actionLabel: context.t('common:held.toEscrow'),
    facts: amountFact(content, context),
    ...said,
  }
}
