/** What an operator does with an unmatched payment. Every final action asks for confirmation first. */
import { data, redirect } from '@remix-run/node'
import { type DoubtView, showDoubt } from '#app/admin/queries/unmatched.server.ts'
import { adminNetwork } from '#app/admin/routes/panel/networks.server.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { type Wallet, walletOf } from '#app/kernel/domain/wallet.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { shownWallets } from '#app/kernel/web/forms/shown-wallets.ts'
import { deps } from '#app/runtime.server.ts'
import {
  acceptShortFee,
  type WeighedAcceptance,
  weighAcceptance,
} from '#app/unmatched/workflows/accept-short-fee.server.ts'
import {
  assignPayment,
  type WeighedAssignment,
  weighAssignment,
} from '#app/unmatched/workflows/assign-payment.server.ts'
import {
  closeUnmatchedPayment,
  type WeighedEnd,
  weighUnmatchedEnd,
} from '#app/unmatched/workflows/close-unmatched-payment.server.ts'
import { denyDoubts } from '#app/unmatched/workflows/deny-doubts.server.ts'
import {
  payUnmatchedBack,
  type WeighedPayback,
  weighPayback,
} from '#app/unmatched/workflows/pay-back-unmatched.server.ts'
import { takeUpUnmatched, weighTakeUp } from '#app/unmatched/workflows/take-up-unmatched.server.ts'

/** The confirmation: the effect and whose money it is, and what was typed, by field name. */
export type SureOfUnmatched = { caseId: string; kind: string; amount: string } & (
  | (WeighedAcceptance & { act: 'accept'; typed: { note: string } })
  | (WeighedAssignment & { act: 'assign'; typed: { target: string; note: string } })
  | (WeighedPayback & {
      act: 'pay-back'
      wallet: Wallet
      typed: Record<'walletAddress' | 'walletMemo' | 'note', string>
    })
  | { act: 'take-up'; assetLabel: string; outcome: string; typed: { note: string } }
  | { act: 'deny'; typed: { payments: string; reason: string } }
  | (Omit<WeighedEnd, 'doubts'> & {
      act: 'close'
      doubts: DoubtView[]
      typed: { end: string; hash: string; outcome: string }
    })
)
export type UnmatchedAction = SureOfUnmatched['act']

type Answer = { refusal: null; sure: SureOfUnmatched } | ReturnType<typeof refused> | ReturnType<typeof redirect>
type Act = (fields: FormFields, operatorId: string) => Promise<Answer>

/** By the form's intent, which may be any text. */
export const UNMATCHED_ACTIONS = new Map<string, Act>(
  Object.entries({ accept, assign, 'pay-back': payBack, 'take-up': takeUp, deny, close }),
)

const isSure = (fields: FormFields) => fields.get('sure') === 'yes'
const asks = (sure: SureOfUnmatched) => ({ refusal: null, sure })
const done = (word: string) => redirect(`/admin-panel/cases?${word}=1`, 303)

export async function close(fields: FormFields, operatorId: string): Promise<Answer> {
  const { caseId, seen } = readUnmatched(fields)
  const outcome = fields.get('outcome')
  const asked = { caseId, seen, end: fields.get('end'), hash: fields.get('hash'), outcome }
  if (!isSure(fields)) {
    const weighed = await weighUnmatchedEnd(deps, asked)
    if (isRefusal(weighed)) return refused(fields, weighed)
    const { end, hash } = weighed
    const doubts = weighed.doubts.map((doubt) => showDoubt(doubt, adminNetwork()))
    return asks({ act: 'close', caseId, ...seen, ...weighed, doubts, typed: { end, hash: hash ?? '', outcome } })
  }
  const closed = await closeUnmatchedPayment(deps, { ...asked, operatorId })
  return isRefusal(closed) ? refused(fields, closed) : done('closed')
}

/** The confirmation names whose fee or escrow it is. */
async function assign(fields: FormFields, operatorId: string): Promise<Answer> {
  const { caseId, seen } = readUnmatched(fields)
  const typed = { target: fields.get('target'), note: fields.get('note') }
  const asked = { caseId, seen, ...typed }
  if (!isSure(fields)) {
    const weighed = await weighAssignment(deps, asked)
    return isRefusal(weighed) ? refused(fields, weighed) : asks({ act: 'assign', caseId, ...seen, ...weighed, typed })
  }
  const assigned = await assignPayment(deps, { ...asked, operatorId })
  return isRefusal(assigned) ? refused(fields, assigned) : done('assigned')
}

/** The confirmation names the amount and the whole address. */
async function payBack(fields: FormFields, operatorId: string): Promise<Answer> {
  const { caseId, seen } = readUnmatched(fields)
  const wallet = walletOf({ address: fields.get('walletAddress').trim(), memo: fields.get('walletMemo').trim() })
  const note = fields.get('note')
  const asked = { caseId, seen, wallet, note, operatorId }
  if (!isSure(fields)) {
    const weighed = await weighPayback(deps, asked)
    if (isRefusal(weighed)) return refused(fields, weighed)
    const typed = { walletAddress: wallet.address, walletMemo: wallet.memo ?? '', note }
    return asks({ act: 'pay-back', caseId, ...seen, ...weighed, wallet, typed })
  }
  const paid = await payUnmatchedBack(deps, asked)
  return isRefusal(paid) ? refused(fields, paid) : done('back')
}

async function takeUp(fields: FormFields, operatorId: string): Promise<Answer> {
  const { caseId, seen } = readUnmatched(fields)
  const reason = fields.get('note')
  if (!isSure(fields)) {
    const weighed = await weighTakeUp(deps, { caseId, reason })
    if (isRefusal(weighed)) return refused(fields, weighed)
    return asks({ act: 'take-up', caseId, ...seen, ...weighed, typed: { note: reason } })
  }
  const taken = await takeUpUnmatched(deps, { caseId, reason, operatorId })
  return isRefusal(taken) ? refused(fields, taken) : done('taken')
}

/** The confirmation names the missing part of the fee. */
async function accept(fields: FormFields, operatorId: string): Promise<Answer> {
  const { caseId, seen } = readUnmatched(fields)
  const asked = { caseId, seen, reason: fields.get('note') }
  if (!isSure(fields)) {
    const weighed = await weighAcceptance(deps, asked)
    if (isRefusal(weighed)) return refused(fields, weighed)
    const amount = weighed.received
    return asks({ act: 'accept', caseId, kind: seen.kind, amount, ...weighed, typed: { note: asked.reason } })
  }
  const accepted = await acceptShortFee(deps, { ...asked, operatorId })
  return isRefusal(accepted) ? refused(fields, accepted) : done('accepted')
}

/** States that the money has nothing to do with the outgoing payments that block its refund. */
async function deny(fields: FormFields, operatorId: string): Promise<Answer> {
  const { caseId, seen } = readUnmatched(fields)
  const typed = { payments: fields.get('payments'), reason: fields.get('reason') }
  if (!isSure(fields) && typed.reason !== '') return asks({ act: 'deny', caseId, ...seen, typed })
  const denied = await denyDoubts(deps, {
    ...{ caseId, seen: typed.payments.split(' '), reason: typed.reason },
    operatorId,
  })
  return isRefusal(denied) ? refused(fields, denied) : done(denied.stillWaits ? 'denied' : 'clear')
}

function readUnmatched(fields: FormFields) {
  return { caseId: fields.get('case'), seen: { kind: fields.get('kind'), amount: fields.get('amount') } }
}

/** The refusal returns everything that was typed. When closing, an unnamed field means the note. */
function refused(fields: FormFields, refusal: Refusal) {
  const [caseId, intent] = [fields.get('case'), fields.get('intent') || 'close']
  const field = refusal.field ?? (intent === 'close' ? 'outcome' : undefined)
  const typed = shownWallets(Object.fromEntries(fields.entries()), [refusal])
  return data({ refusal, field, caseId, form: `${intent}-${caseId}`, typed, sure: null }, { status: 400 })
}
