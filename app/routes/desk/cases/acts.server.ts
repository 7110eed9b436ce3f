/** What an operator does with a case; each act that is for good is asked once more first. */
import { data, redirect } from '@remix-run/node'
import { isRefusal, type Refusal } from '#app/domain/kernel/refusal.ts'
import { walletOf } from '#app/domain/kernel/wallet.ts'
import { showDoubt } from '#app/queries/desk/desk-cases.server.ts'
import { deskNetwork } from '#app/routes/desk/panel/networks.server.ts'
import { deps } from '#app/runtime.server.ts'
import type { FormFields } from '#app/web/kernel/forms/form-fields.ts'
import { shownWallets } from '#app/web/kernel/forms/shown-wallets.ts'
import { acceptShortFee, weighAcceptance } from '#app/workflows/cases/accept-short-fee.server.ts'
import { assignPayment, weighAssignment } from '#app/workflows/cases/assign-payment.server.ts'
import { closePaymentCase, weighCaseEnd } from '#app/workflows/cases/close-payment-case.server.ts'
import { denyDoubts } from '#app/workflows/cases/deny-doubts.server.ts'
import { payCaseBack, weighPayback } from '#app/workflows/cases/pay-case-back.server.ts'
import { takeUpCase, weighTakeUp } from '#app/workflows/cases/take-up-case.server.ts'

type Act = (
  fields: FormFields,
  operatorId: string,
) => ReturnType<typeof accept | typeof close | typeof assign | typeof payBack | typeof takeUp | typeof deny>

/** By the form's intent, which may be any word. */
export const ACTS = new Map<string, Act>(
  Object.entries({ accept, assign, 'pay-back': payBack, 'take-up': takeUp, deny, close }),
)

const isSure = (fields: FormFields) => fields.get('sure') === 'yes'

export async function close(fields: FormFields, operatorId: string) {
  const { caseId, seen } = readCase(fields)
  const [end, hash, outcome] = [fields.get('end'), fields.get('hash'), fields.get('outcome')]
  const asked = { caseId, seen, end, hash, outcome }
  if (!isSure(fields)) {
    const weighed = await weighCaseEnd(deps, asked)
    if (isRefusal(weighed)) return refused(fields, weighed)
    const doubts = weighed.doubts.map((doubt) => showDoubt(doubt, deskNetwork()))
    return { refusal: null, sure: { act: 'close' as const, ...weighed, doubts, caseId, kind: seen.kind, outcome } }
  }
  const closed = await closePaymentCase(deps, { ...asked, operatorId })
  if (isRefusal(closed)) return refused(fields, closed)
  return redirect('/admin-panel/cases?closed=1', 303)
}

/** Names whose fee or escrow it is. */
async function assign(fields: FormFields, operatorId: string) {
  const asked = { ...readCase(fields), target: fields.get('target'), note: fields.get('note') }
  if (!isSure(fields)) {
    const weighed = await weighAssignment(deps, asked)
    if (isRefusal(weighed)) return refused(fields, weighed)
    const { caseId, seen, target, note } = asked
    return { refusal: null, sure: { act: 'assign' as const, ...weighed, caseId, kind: seen.kind, target, note } }
  }
  const assigned = await assignPayment(deps, { ...asked, operatorId })
  if (isRefusal(assigned)) return refused(fields, assigned)
  return redirect('/admin-panel/cases?assigned=1', 303)
}

/** Names the amount and the whole address. */
async function payBack(fields: FormFields, operatorId: string) {
  const wallet = walletOf({ address: fields.get('walletAddress').trim(), memo: fields.get('walletMemo').trim() })
  const asked = { ...readCase(fields), wallet, note: fields.get('note'), operatorId }
  if (!isSure(fields)) {
    const weighed = await weighPayback(deps, asked)
    if (isRefusal(weighed)) return refused(fields, weighed)
    const { caseId, seen, note } = asked
    return { refusal: null, sure: { act: 'pay-back' as const, ...weighed, caseId, kind: seen.kind, wallet, note } }
  }
  const paid = await payCaseBack(deps, asked)
  if (isRefusal(paid)) return refused(fields, paid)
  return redirect('/admin-panel/cases?back=1', 303)
}

async function takeUp(fields: FormFields, operatorId: string) {
  const { caseId, seen } = readCase(fields)
  const reason = fields.get('note')
  if (!isSure(fields)) {
    const weighed = await weighTakeUp(deps, { caseId, reason })
    if (isRefusal(weighed)) return refused(fields, weighed)
    return { refusal: null, sure: { act: 'take-up' as const, ...weighed, caseId, kind: seen.kind, reason } }
  }
  const taken = await takeUpCase(deps, { caseId, reason, operatorId })
  if (isRefusal(taken)) return refused(fields, taken)
  return redirect('/admin-panel/cases?taken=1', 303)
}

/** Names what is missing of the fee. */
async function accept(fields: FormFields, operatorId: string) {
  const { caseId, seen } = readCase(fields)
  const asked = { caseId, seen, reason: fields.get('note') }
  if (!isSure(fields)) {
    const weighed = await weighAcceptance(deps, asked)
    if (isRefusal(weighed)) return refused(fields, weighed)
    const { reason } = asked
    return { refusal: null, sure: { act: 'accept' as const, ...weighed, caseId, kind: seen.kind, reason } }
  }
  const accepted = await acceptShortFee(deps, { ...asked, operatorId })
  if (isRefusal(accepted)) return refused(fields, accepted)
  return redirect('/admin-panel/cases?accepted=1', 303)
}

/** It has nothing to do with the payments out that are in its way. */
async function deny(fields: FormFields, operatorId: string) {
  const { caseId, seen: row } = readCase(fields)
  const [reason, payments] = [fields.get('reason'), fields.get('payments')]
  if (!isSure(fields) && reason !== '') {
    return { refusal: null, sure: { act: 'deny' as const, caseId, ...row, payments, reason } }
  }
  const denied = await denyDoubts(deps, { caseId, seen: payments.split(' '), reason, operatorId })
  if (isRefusal(denied)) return refused(fields, denied)
  return redirect(`/admin-panel/cases?${denied.stillWaits ? 'denied' : 'clear'}=1`, 303)
}

function readCase(fields: FormFields) {
  return { caseId: fields.get('case'), seen: { kind: fields.get('kind'), amount: fields.get('amount') } }
}

const TYPED = ['end', 'hash', 'outcome', 'target', 'note', 'walletAddress', 'walletMemo', 'reason'] as const

/** Everything that was typed comes back with the refusal. */
function refused(fields: FormFields, refusal: Refusal) {
  const typed = Object.fromEntries(TYPED.map((name) => [name, fields.get(name)])) as Record<
    (typeof TYPED)[number],
    string
  >
  const answer = {
    refusal,
    typed: { ...shownWallets(typed, [refusal]), caseId: fields.get('case'), intent: fields.get('intent') },
    sure: null,
  }
  return data(answer, { status: 400 })
}
