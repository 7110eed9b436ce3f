/** Letters that only escrows have whose money the ledger itself holds (docs/decisions/087). None names a wallet: the page does. */
import { z } from 'zod'
import { EXIT_KINDS } from '#app/domain/custody/exit.ts'
import { networkOf } from '#app/domain/kernel/assets.ts'
import type { DatesSaid } from '#app/emails/agreement/ahead.ts'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import {
  aboutEscrow,
  amount,
  asset,
  type LetterContext,
  linkSafety,
  money,
  reader,
  txid,
  withoutDate,
} from '#app/emails/kernel/letter.ts'
import { formatMoment } from '#app/i18n/kernel/format.ts'

/** To the buyer: the seller has agreed, the ledger is prepared, and the money can be locked. */
export const holdReadyContent = z.object({
  letter: z.literal('hold_ready'),
  txid,
  amount,
  asset,
  /** Until when it can be locked. */
  lockBy: z.iso.datetime(),
})

/** To a side whose wallet can sign a way out. Stellar alone: on the XRP Ledger nobody signs. */
export const holdSignContent = z.object({
  letter: z.literal('hold_sign'),
  kind: z.enum(EXIT_KINDS),
  txid,
  amount,
  asset,
})

/** To the buyer, on Stellar: the date has passed, and the money waits to be taken back. */
export const holdLapsedContent = z.object({ letter: z.literal('hold_lapsed'), txid, amount, asset })

/** To the buyer: what the own wallet has locked as agreed was found when the escrow was over (docs/decisions/124). */
export const holdLateContent = z.object({ letter: z.literal('hold_late'), txid, amount, asset })

/** To both: the ledger holds the money no more. A release to the seller has its own letter. */
export const holdEndedContent = z.object({
  letter: z.literal('hold_ended'),
  reader,
  end: z.enum(['refunded', 'divided', 'expired']),
  txid,
  asset,
  toSeller: amount,
  toBuyer: amount,
  /** Of the transaction that paid. */
  hash: z.string(),
})

/** To a side whose share was set aside on Stellar: its wallet has to take it. */
export const holdTakeContent = z.object({ letter: z.literal('hold_take'), txid, amount, asset, hash: z.string() })

type Ready = z.infer<typeof holdReadyContent> & { dates?: DatesSaid | undefined }

export function holdReady(ready: Ready, context: LetterContext): LetterBody {
  const { t, language } = context
  // More time may have been agreed since it was written.
  const lockBy = ready.dates?.ahead?.by ?? ready.lockBy
  const value = money(ready, context)
  const heading = t('held.ready.heading', { amount: value })
  return onItsPage(
    {
      subject: t('held.ready.subject', { amount: value }),
      heading,
      paragraphs: [t('held.ready.text', { time: formatMoment(lockBy, language) })],
    },
    ready,
    context,
  )
}

export function holdSign(asked: z.infer<typeof holdSignContent>, context: LetterContext): LetterBody {
  const { t } = context
  const heading = t(`common:held.exit.${asked.kind}`)
  return onItsPage(
    { subject: t('common:held.exit.title'), heading, paragraphs: [t('common:held.exit.text')] },
    asked,
    context,
  )
}

export function holdLapsed(lapsed: z.infer<typeof holdLapsedContent>, context: LetterContext): LetterBody {
  const { t } = context
  const heading = t('held.lapsed.heading', { amount: money(lapsed, context) })
  return onItsPage({ subject: heading, heading, paragraphs: [t('held.lapsed.text')] }, lapsed, context)
}

export function holdLate(late: z.infer<typeof holdLateContent>, context: LetterContext): LetterBody {
  const { t } = context
  const heading = t('held.late.heading', { amount: money(late, context) })
  const network = networkOf(late.asset)
  const paragraphs = [t(`held.late.${network}`)]
  const body = onItsPage({ subject: heading, heading, paragraphs }, late, withoutDate(context))
  // On the XRP Ledger there is nothing to sign.
  return network === 'stellar' ? body : { ...body, turn: t('frame.done') }
}

export function holdTake(taken: z.infer<typeof holdTakeContent>, context: LetterContext): LetterBody {
  const { t } = context
  const heading = t('held.take.heading', { amount: money(taken, context) })
  const paragraphs = [t('common:held.take.text')]
  return onItsPage({ subject: heading, heading, paragraphs }, taken, withoutDate(context))
}

export function holdEnded(ended: z.infer<typeof holdEndedContent>, context: LetterContext): LetterBody {
  const { t } = context
  const heading = t(`common:held.ended.${ended.end}`)
  const share = (value: string) => money({ amount: value, asset: ended.asset }, context)
  return aboutEscrow(
    {
      subject: heading,
      turn: t('frame.done'),
      heading,
      paragraphs: [],
      facts: [
        { label: t('disputeDecided.toSeller'), value: share(ended.toSeller) },
        { label: t('disputeDecided.toBuyer'), value: share(ended.toBuyer) },
        { label: t('facts.hash'), value: ended.hash, isCode: true },
      ],
      actionLabel: t('action.openEscrow'),
    },
    ended,
    withoutDate(context),
  )
}

type Said = { subject: string; heading: string; paragraphs: string[] }
type About = { txid: string; amount: string; asset: z.infer<typeof asset> }

/** Somebody's wallet is to sign: the link leads to the page that shows what. */
function onItsPage(said: Said, escrow: About, context: LetterContext): LetterBody {
  const { t } = context
  return aboutEscrow(
    {
      ...said,
      turn: t('frame.yourTurn'),
      facts: [{ label: t('facts.amount'), value: money(escrow, context) }],
      safety: linkSafety(t('held.safety'), context),
      actionLabel: t('common:held.toEscrow'),
      actionPath: `/held?txid=${encodeURIComponent(escrow.txid)}`,
    },
    escrow,
    context,
  )
}
