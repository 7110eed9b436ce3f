import type { TFunction } from 'i18next'
import { PartyName } from '#app/escrow/ui/party-name.tsx'
import { formatAmount, formatDay } from '#app/kernel/i18n/format.ts'
import { Amount, Usd } from '#app/kernel/ui/text/amount.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { SumWorth } from '#app/prices/queries/worth-now.server.ts'
import type { EscrowRow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { dotsOf } from '#app/trade/lookup/ui/escrow-lines.tsx'
import type { EscrowListItem } from '#app/trade/lookup/ui/escrow-list.tsx'
import { listedKey } from '#app/trade/lookup/ui/headline-key.ts'
import { actOf } from './act-of.ts'
import { DashboardWays } from './ways.tsx'

export const PAGE_OF = { buyer: '/transaction-lookup', seller: '/seller-confirm' } as const

/** `worth`: the value by current prices. Null: no trusted price. */
export type WorthRow = EscrowRow & { worth: SumWorth | null }

type Reading = {
  t: TFunction
  language: string
  role: 'buyer' | 'seller'
  canSubmit: boolean
  /** The only escrow with a filled button. */
  first: string | null
  /** An invited seller has neither payments nor a settlement statement yet. */
  isInvited: boolean
}

export function escrowItem(
  escrow: WorthRow,
  { t, language, role, canSubmit, first, isInvited }: Reading,
): EscrowListItem {
  const isOver = escrow.turn === 'nobody'
  return {
    txid: escrow.transactionId,
    href: `${PAGE_OF[role]}?txid=${escrow.transactionId}`,
    title: escrow.notes || t('dashboard.untitled', { date: formatDay(escrow.createdAt, language) }),
    counterparty: escrow.counterparty && (
      <PartyName name={escrow.counterparty} isConfirmed={!escrow.counterpartyIsUnconfirmed} />
    ),
    amount: <Amount value={escrow.amount} asset={escrow.currency} />,
    // No value for finished escrows: prices were different then.
    amountUsd: escrow.worth && !isOver && <Usd value={escrow.worth.usd} />,
    next: t(listedKey(escrow, role), {
      amount: formatAmount(escrow.amount, escrow.currency, language),
      stillDue: formatAmount(escrow.stillDue, escrow.currency, language),
    }),
    due: dueOf(escrow, t),
    isDateless: escrow.dueAt === null,
    act: t(`dashboard.act.${actOf(escrow, role)}`),
    dots: dotsOf(escrow.lines),
    stage: t(`escrow.stage.${escrow.stage}`),
    opened: (
      <>
        {t('escrow.facts.opened')} <Moment at={escrow.createdAt} as="day" />
      </>
    ),
    isYours: escrow.turn === role,
    isFirst: escrow.transactionId === first,
    ways: !isInvited && (
      <DashboardWays
        txid={escrow.transactionId}
        canOpen={role === 'buyer' && canSubmit}
        hasPayments={escrow.realTxId !== null}
      />
    ),
  }
}

/** The deadline, that Quayside checks, the end, or that there is no date. Nothing for the other side's deadline. */
function dueOf({ dueAt, dueOwner, isChecked, turn, finishedAt }: EscrowRow, t: TFunction) {
  if (dueAt) return <MomentSentence at={dueAt} text={(time) => t('dashboard.due', { time })} />
  if (isChecked) return t('dashboard.checked')
  if (turn === 'nobody') return finishedAt && <Moment at={finishedAt} as="day" />
  return dueOwner === null && t('dashboard.noDate')
}
