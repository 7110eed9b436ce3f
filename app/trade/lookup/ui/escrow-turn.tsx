import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { formatAmount, formatMoment } from '#app/kernel/i18n/format.ts'
import { Turn } from '#app/kernel/ui/progress/turn.tsx'
import { RichText } from '#app/kernel/ui/text/rich-text.tsx'
import { blockedWord, mendableObstacle } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import { waitsForOperator } from '#app/settlement/payouts/domain/waiting-payout.ts'
import { waitReason } from '#app/settlement/payouts/i18n/wait-reason.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { payoutOfStage } from '#app/trade/lookup/domain/headline.ts'
import { deadlineThen, deadlineTitle, deadlineValues } from '#app/trade/terms/i18n/deadline-words.ts'
import { escrowLinesOf } from './escrow-lines.tsx'
import { headlineKey, textKey } from './headline-key.ts'

type EscrowTurnProps = { escrow: EscrowView; reader: Reader; actions?: ReactNode; place?: 'top' | 'aside' }

/** The headline: whose turn it is, and what happens to the money next. */
export function EscrowTurn({ escrow, reader, actions, place }: EscrowTurnProps) {
  const { t, i18n } = useTranslation()
  const telling: Notifying = { t, escrow, reader, language: i18n.language }
  const sentences = sentencesOf(telling)
  return (
    <Turn
      tone={toneOf(escrow, reader)}
      who={t(`escrow.turn.${escrow.turn === reader ? 'yours' : escrow.turn}`)}
      title={titleOf(telling)}
      text={
        sentences.length > 0 &&
        sentences.map((sentence, place) => (
          <span key={sentence}>
            {place > 0 && ' '}
            <RichText text={sentence} components={{ b: <strong /> }} />
          </span>
        ))
      }
      actions={actions}
      lines={escrowLinesOf({ escrow, t })}
      place={place}
    />
  )
}

const DONE: readonly string[] = ['released', 'refunded', 'split']

function toneOf(escrow: EscrowView, reader: Reader): 'yours' | 'theirs' | 'done' | 'blocked' {
  if (
    escrow.payouts.some(({ purpose, state }) => state === 'blocked' && (purpose === 'release' || reader === 'buyer'))
  ) {
    return 'blocked'
  }
  if (escrow.turn === reader) return 'yours'
  return DONE.includes(escrow.stage) ? 'done' : 'theirs'
}

type Notifying = { t: TFunction; escrow: EscrowView; reader: Reader; language: string }

function valuesOf({ escrow, language }: Notifying) {
  const amountOf = (value: string) => formatAmount(value, escrow.currency, language)
  const shareOf = (purpose: 'release' | 'refund') =>
    amountOf(escrow.payouts.find((payout) => payout.purpose === purpose)?.amount ?? '0')
  return {
    amount: amountOf(payoutOfStage(escrow)?.amount ?? escrow.amount),
    stillDue: amountOf(escrow.deposit.stillDue),
    owed: amountOf(escrow.owedBack),
    toSeller: shareOf('release'),
    toBuyer: shareOf('refund'),
    network: escrow.networkName,
    time: escrow.custody.until === null ? '' : formatMoment(escrow.custody.until, language),
  }
}

function titleOf(telling: Notifying): string {
  const { t, escrow, reader } = telling
  // After the last presentation nobody can present before the buyer allows another one.
  const { top, hero } = escrow.parts
  if (top.headline === 'stage' && hero === 'none_left') return t('examination.noneLeft')
  return t(headlineKey({ ...top, stage: escrow.stage }, reader), valuesOf(telling))
}

/** First what happens to the money, then what must be mended, then what goes back to the buyer. */
function sentencesOf(telling: Notifying): string[] {
  const { t, escrow, reader } = telling
  const { currency } = escrow
  const values = valuesOf(telling)
  const blocked = payoutOfStage(escrow)
  if (blocked && waitsForOperator(blocked)) return [t('escrow.next.onceSolved', values), t('escrow.blocked.other')]
  if (escrow.walletProposal) {
    return [t(`otherWallet.next.${reader}.text`, values), ...(reader === 'buyer' ? returnsOf(telling) : [])]
  }
  const { headline, text: ofCustody } = escrow.parts.top
  if (ofCustody && !(headline === 'stage' && escrow.parts.hero === 'none_left')) {
    return [
      t(ofCustody, values),
      ...shipOf(telling),
      ...(headline === 'stage' || escrow.stage === 'awaiting_funds' ? untilOf(telling) : []),
      ...takeOf(telling),
    ]
  }
  const isOwnMatter = reader === 'buyer' || blocked?.purpose === 'release'
  const waits = reasonsOf(telling)
  // The stage's text says that a transfer is being sent, which is not true while it waits.
  const text = headline === 'waits' ? null : textKey({ stage: escrow.stage, hero: escrow.parts.hero }, reader)
  return [
    ...(text ? [t(text, values)] : []),
    ...(escrow.parts.hero === 'last_round' ? [t('examination.noneLeft')] : []),
    ...shipOf(telling),
    ...untilOf(telling),
    ...waits,
    ...(blocked?.blockedReason && isOwnMatter
      ? [t(`escrow.blocked.${blockedWord(blocked.blockedReason)}`, { currency })]
      : []),
    ...(reader === 'seller' && blocked?.purpose === 'release' && mendableObstacle(blocked.blockedReason)
      ? [t('otherWallet.orPropose')]
      : []),
    ...(blocked?.purpose === 'refund' && reader === 'buyer' ? [t('escrow.next.changeWallet')] : []),
    ...takeOf(telling),
    ...(reader === 'buyer' ? returnsOf(telling) : []),
  ]
}

const OWN = { buyer: 'refund', seller: 'release' } as const

/** A share that is set aside on the ledger for the reader's wallet. */
function takeOf({ t, escrow, reader }: Notifying): string[] {
  const own = escrow.payouts.find(({ purpose, isToTake }) => isToTake && purpose === OWN[reader])
  return own ? [`<b>${t('held.take.own')}</b>`] : []
}

/** Tells the seller since when the money is there, and that it is safe to ship. Not if the buyer wants it back. */
function shipOf({ t, escrow, reader, language }: Notifying): string[] {
  const { verifiedAt } = escrow.times
  if (reader !== 'seller' || !escrow.parts.isToShip || !verifiedAt || escrow.custody.hasLapsed) return []
  const time = formatMoment(verifiedAt, language)
  return [t('seller.fundedText', { network: escrow.networkName, time }), t('seller.canShip')]
}

/** The deadline and its outcome. */
function untilOf({ t, escrow, language }: Notifying): string[] {
  const { agreement, currency: asset, custody, parts, stage } = escrow
  const { until, fundUntil } = custody
  const clock = agreement?.clock
  if (!clock) {
    if (parts.ledger === 'locked' && until !== null) {
      return [`<b>${t('held.until', { time: formatMoment(until, language) })}</b>`]
    }
    if (fundUntil === null || stage !== 'awaiting_funds') return []
    return [`<b>${t('clock.title.fund_held', { time: formatMoment(fundUntil, language) })}</b>`]
  }
  const values = deadlineValues(clock, { asset, language })
  return [`<b>${t(deadlineTitle(clock), values)}</b>`, ...deadlineThen(clock).map((key) => t(key, values))]
}

/** Why the settlement waits, without duplicates. */
function reasonsOf({ t, escrow }: Notifying): string[] {
  const reasons = escrow.payouts
    .filter(({ purpose }) => purpose !== 'return')
    .flatMap(({ waits }) => (waits ? [waitReason(t, { waits, network: escrow.networkName })] : []))
  return [...new Set(reasons)]
}

/** Money that goes back besides the settlement: an excess, or payments for a cancelled escrow. */
function returnsOf(telling: Notifying): string[] {
  const { t, escrow, language } = telling
  const { currency, owedBack, payouts } = escrow
  const returns = payouts
    .filter(({ purpose }) => purpose === 'return')
    .flatMap((payout) => {
      const back = formatAmount(payout.amount, currency, language)
      if (payout.state === 'confirmed') return [t('escrow.next.returned', { back })]
      if (payout.waits) {
        return [
          t('escrow.waits.returning', { back }),
          waitReason(t, { waits: payout.waits, network: escrow.networkName }),
        ]
      }
      if (payout.state !== 'blocked') return [t('escrow.next.returning', { back })]
      if (waitsForOperator(payout)) return [t('escrow.next.onceSolved', { amount: back }), t('escrow.blocked.other')]
      const obstacle = t(`escrow.blocked.${blockedWord(payout.blockedReason ?? '')}`, { currency })
      return [t('escrow.next.returnBlocked', { back }), obstacle, t('escrow.next.changeWallet')]
    })
  return owedBack === '0' ? returns : [...returns, t('escrow.next.owed', valuesOf(telling))]
}
