import { Link } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Stage } from '#app/escrow/domain/escrow.ts'
import { type Network, networkOf } from '#app/kernel/domain/assets.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { formatAmount, formatMoment } from '#app/kernel/i18n/format.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Turn } from '#app/kernel/ui/progress/turn.tsx'
import { blockedWord } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import { waitingFor } from '#app/settlement/payouts/domain/waiting-payout.ts'
import { waitReason } from '#app/settlement/payouts/i18n/wait-reason.ts'
import type { OnchainProps } from '#app/trade/lookup/ui/onchain/onchain-props.ts'
import { type OnchainStep, onchainAwaiting } from '#app/trade/onchain/domain/onchain-view.ts'
import type { ApprovalView, ExpiryView, SettlementView } from '#app/trade/onchain/domain/signing/signing-view.ts'

type OnchainTurnProps = OnchainProps & {
  step: OnchainStep
  lapse: ExpiryView | null
  /** A settlement that the reader's wallet is asked to sign. */
  exit: Pick<SettlementView | ApprovalView, 'kind'> | null
  reader: Reader | null
  /** A share waits on the ledger for the reader's wallet. */
  isToTake?: boolean
  /** Another part of the page links to the escrow already. */
  isLed?: boolean
}

export function OnchainTurn({
  escrow,
  hold,
  step,
  lapse,
  exit,
  reader,
  isToTake = false,
  isLed = false,
}: OnchainTurnProps) {
  const { t, i18n } = useTranslation()
  const network = networkOf(escrow.currency)
  const turn = lapse
    ? turnAfterDate(lapse, { network, reader })
    : step === 'locked'
      ? escrow.turn
      : onchainAwaiting(step)
  const amount = formatAmount(escrow.amount, escrow.currency, i18n.language)
  const isOwn = turn === reader || isToTake
  const time = formatMoment(hold.until, i18n.language)
  const { title, text } = lapse
    ? wordsAfterDate(t, { network, isOwn })
    : isToTake
      ? { title: t('held.take.title'), text: t(`held.ended.${hold.lock?.end?.as ?? 'divided'}`) }
      : wordsOf(t, { step, stage: escrow.stage, hold, exit, isOwn, amount })
  const until = t('held.until', { time })
  const isGoingBack = network === 'xrpl' && step === 'locked' && escrow.stage === 'refunding' && !lapse
  const lockBy = t('clock.title.fund_held', { time: formatMoment(hold.lockBy, i18n.language) })
  const isOpen = step !== 'ended' && step !== 'over' && !lapse
  const page = reader === null ? '/admin-panel/escrows' : '/transaction-lookup'
  const to = `${page}?txid=${encodeURIComponent(escrow.transactionId)}`
  // The reader's task is on this page: no button leads away from it.
  const isDoneHere = isOwn && (step !== 'locked' || exit !== null || lapse !== null)
  return (
    <Turn
      tone={isOwn ? 'yours' : step === 'ended' ? 'done' : 'theirs'}
      who={t(`escrow.turn.${isOwn ? 'yours' : turn}`)}
      title={title}
      text={[
        text,
        !lapse && BEFORE_DEPOSIT.includes(step) && lockBy,
        waitText(t, { escrow, hold, hasPassed: lapse !== null }),
        isGoingBack && t('held.back', { time }),
        isOpen && !isGoingBack && until,
      ]
        .filter((sentence) => sentence !== false && sentence !== '')
        .join(' ')}
      actions={
        isLed ? null : isDoneHere ? (
          <Link to={to}>{t('held.toEscrow')}</Link>
        ) : (
          <ButtonLink to={to} look={step === 'locked' ? 'filled' : 'line'}>
            {t('held.toEscrow')}
          </ButtonLink>
        )
      }
    />
  )
}

const BEFORE_DEPOSIT: readonly OnchainStep[] = ['agree', 'prepare', 'check', 'lock']

/**
 * Why a decided settlement is not sent yet, in the words of a payout; false: nothing is in its way. After the ledger
 * date no other wait matters, and what a check holds is still paid to nobody automatically.
 */
function waitText(t: TFunction, { escrow, hold, hasPassed }: OnchainProps & { hasPassed: boolean }) {
  const { currency, networkName: network } = escrow
  const { waitsFor, feeAsked } = hold
  if (waitsFor === 'check') return t('held.checked')
  if (waitsFor === null || hasPassed) return false
  const reason = waitingFor({ state: 'queued', waitsFor })
  return reason === null || reason === 'turn'
    ? t(`escrow.blocked.${blockedWord(waitsFor)}`, { currency })
    : waitReason(t, { waits: { for: reason, before: 0, fee: feeAsked }, network })
}

/** The XRP Ledger returns XRP by itself. On Stellar the buyer's wallet signs a claim, which Quayside sends. */
function turnAfterDate(lapse: ExpiryView, of: { network: Network; reader: Reader | null }): Reader | 'quayside' {
  if (of.network === 'xrpl') return 'quayside'
  return of.reader === 'buyer' && !lapse.isReaders ? 'quayside' : 'buyer'
}

function wordsAfterDate(t: TFunction, { network, isOwn }: { network: Network; isOwn: boolean }) {
  if (isOwn) return { title: t('held.lapsed.own.title'), text: t('held.lapsed.own.text') }
  return { title: t('held.lapsed.title'), text: t(`held.lapsed.${network}`) }
}

type Words = Pick<OnchainTurnProps, 'step' | 'hold' | 'exit'> & { stage: Stage; isOwn: boolean; amount: string }

function wordsOf(t: TFunction, { step, stage, hold, exit, isOwn, amount }: Words): { title: string; text: string } {
  if (step === 'locked' && exit) return { title: t('held.exit.title'), text: t(`held.exit.${exit.kind}`) }
  if (step === 'agree' || step === 'lock') {
    const side = isOwn ? 'own' : 'other'
    return { title: t(`held.next.${step}.${side}.title`, { amount }), text: t(`held.next.${step}.${side}.text`) }
  }
  if (step === 'check' && hold.isLockWaiting)
    return { title: t('held.next.check.title'), text: t('held.next.check.found') }
  if (step === 'ended') return { title: t(`held.ended.${hold.lock?.end?.as ?? 'released'}`), text: '' }
  // Past this step, or the money goes another way: its text no longer applies.
  const isBehind = step === 'locked' && stage !== 'awaiting_confirmation'
  return { title: t(`held.next.${step}.title`, { amount }), text: isBehind ? '' : t(`held.next.${step}.text`) }
}
