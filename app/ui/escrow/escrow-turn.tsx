import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LineState as FactState } from '#app/domain/escrow.ts'
import type { EscrowView, Reader } from '#app/domain/escrow-view.ts'
import { formatAmount } from '#app/i18n/format.ts'
import type { Line, LineState } from '../lines.tsx'
import { Moment } from '../moment.tsx'
import { RichText } from '../rich-text.tsx'
import { Turn } from '../turn.tsx'

type EscrowTurnProps = { escrow: EscrowView; reader: Reader; actions?: ReactNode; place?: 'top' | 'aside' }

/** Whose turn it is in this escrow, and what happens to the money next, said to the one who reads it. */
export function EscrowTurn({ escrow, reader, actions, place }: EscrowTurnProps) {
  const { t, i18n } = useTranslation()
  const { stage } = escrow
  const values = {
    amount: formatAmount(escrow.amount, escrow.currency, i18n.language),
    stillDue: formatAmount(escrow.deposit.stillDue, escrow.currency, i18n.language),
    network: escrow.networkName,
  }
  const reason = escrow.release?.blockedReason
  return (
    <Turn
      tone={toneOf(escrow, reader)}
      who={t(`escrow.turn.${turnWord(escrow, reader)}`)}
      title={t(`escrow.next.${stage}.${reader}.title`, values)}
      text={
        <>
          <RichText text={t(`escrow.next.${stage}.${reader}.text`, values)} components={{ b: <strong /> }} />
          {stage === 'release_blocked' && reason && (
            <> {t(`escrow.blocked.${blockedWord(reason)}`, { currency: escrow.currency })}</>
          )}
        </>
      }
      actions={actions}
      lines={linesOf({ escrow, reader, t })}
      place={place}
    />
  )
}

function toneOf(escrow: EscrowView, reader: Reader): 'yours' | 'theirs' | 'done' | 'blocked' {
  if (escrow.stage === 'released' || escrow.stage === 'refunded') return 'done'
  if (escrow.stage === 'release_blocked' || escrow.stage === 'refund_blocked') return 'blocked'
  return escrow.turn === reader ? 'yours' : 'theirs'
}

function turnWord(escrow: EscrowView, reader: Reader) {
  return escrow.turn === reader ? 'yours' : escrow.turn
}

const BLOCKED_WORDS = [
  'wallet_account_missing',
  'wallet_trustline_missing',
  'wallet_trustline_full',
  'wallet_not_authorized',
  'wallet_memo_required',
  'wallet_tag_required',
  'wallet_deposit_auth',
  'wallet_below_reserve',
] as const

/** Obstacles that the payee can remove are named; the others are for the operator. */
function blockedWord(reason: string) {
  return BLOCKED_WORDS.find((word) => word === reason) ?? 'other'
}

/** The three facts and the release as the part draws them. The first that is open is the one that comes next. */
function linesOf({ escrow, reader, t }: { escrow: EscrowView; reader: Reader; t: TFunction }): Line[] {
  const { lines, times } = escrow
  const facts = [
    { key: 'funded', state: lines.funded, at: times.verifiedAt },
    { key: 'confirmed', state: lines.confirmed, at: times.confirmedAt },
    { key: 'approved', state: lines.approved, at: times.decidedAt },
  ] as const
  const next = facts.find((fact) => fact.state === 'open')
  const decides = reader === 'buyer' && next?.key === 'approved'
  return [
    ...facts.map(({ key, state, at }) => ({
      state: drawn(state, state === 'open' && next?.key === key),
      label: t(`escrow.lines.${key}.${state === 'refused' ? 'refused' : 'label'}`),
      detail:
        at && state !== 'open' ? (
          <Moment at={at} />
        ) : (
          t(decides && key === 'approved' ? 'escrow.lines.decide' : 'escrow.lines.waiting')
        ),
    })),
    {
      state: lines.release === 'done' ? 'done' : lines.release === 'blocked' ? 'bad' : 'out',
      label: t('escrow.lines.release.label'),
      detail: times.releasedAt ? <Moment at={times.releasedAt} /> : t(`escrow.lines.release.${lines.release}`),
    },
  ]
}

function drawn(state: FactState, isNext: boolean): LineState {
  if (state === 'done') return 'done'
  if (state === 'refused') return 'bad'
  return isNext ? 'now' : 'open'
}

/** The three dots of an escrow in a list. */
export function dotsOf(lines: EscrowView['lines']): [LineState, LineState, LineState] {
  return [drawn(lines.funded, false), drawn(lines.confirmed, false), drawn(lines.approved, false)]
}
