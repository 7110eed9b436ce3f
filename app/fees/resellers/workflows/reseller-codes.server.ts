/** A reseller's codes in the admin panel; `npm run coupon` changes the same ones. */
import { changeRates, createCode, lockCodeOf, lockCodes, switchCode } from '#app/fees/db/coupon-codes.server.ts'
import { findReseller, lockReseller } from '#app/fees/resellers/db/resellers.server.ts'
import { problem } from '#app/fees/resellers/domain/problem.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, isDuplicateOf } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import type { Deps } from '#app/workflow-deps.ts'
import {
  auditOfCode,
  type Rates,
  type ReadCode,
  readTypedCode,
  readTypedRates,
  type TypedResellerCode,
} from './make-reseller.server.ts'
import type { WrongReseller } from './read-reseller.server.ts'

type Asked = TypedResellerCode & { id: string; reason: string }

/** Checks a further code without storing it. */
export async function weighCode(deps: Deps, asked: Asked): Promise<{ code: ReadCode } | { wrong: WrongReseller[] }> {
  const known = looksLikeRowId(asked.id) ? await findReseller(deps.db, asked.id) : null
  if (!known) return { wrong: [problem('changed')] }
  const read = readTypedCode(asked)
  const wrong: WrongReseller[] = 'wrong' in read ? read.wrong : []
  if (asked.reason === '') wrong.push(problem('reason_missing', 'reason'))
  if ('wrong' in read || wrong.length > 0) return { wrong }
  const isTaken = await inTransaction(deps.db, async (tx) => (await lockCodes(tx, read.code.code)).length > 0)
  return isTaken ? { wrong: [problem('code_taken', 'code')] } : read
}

/** Adds a code, active at once. */
export async function addCode(
  deps: Deps,
  { operatorId, ...asked }: Asked & { operatorId: string },
): Promise<{ id: string } | { wrong: WrongReseller[] }> {
  const weighed = await weighCode(deps, asked)
  if ('wrong' in weighed) return weighed
  const { code } = weighed
  try {
    return await inTransaction(deps.db, async (tx) => {
      const reseller = await lockReseller(tx, asked.id)
      if (!reseller) return { wrong: [problem('changed')] }
      if ((await lockCodes(tx, code.code)).length > 0) return { wrong: [problem('code_taken', 'code')] }
      const { resellerId, name: resellerName, email: resellerEmail, paidWith } = reseller
      const resellerWallet = paidWith?.wallet.address ?? null
      await createCode(tx, { ...code, resellerId, resellerName, resellerEmail, resellerWallet })
      const detail = { resellerId, ...auditOfCode(code), reason: asked.reason }
      await writeEvent(tx, { kind: 'coupon_added', at: deps.clock.now(), userId: operatorId, detail })
      return { id: asked.id }
    })
  } catch (error) {
    if (isDuplicateOf(error, 'reseller_code_pkey')) return { wrong: [problem('code_taken', 'code')] }
    throw error
  }
}

/** Starts a code, stops it, or changes its rates. */
export type CodeChange = {
  id: string
  codeId: string
  act: 'stop' | 'start' | 'rates'
  discount: string
  commission: string
  reason: string
}

export async function weighCodeChange(
  deps: Deps,
  change: CodeChange,
): Promise<{ code: string; rates: Rates | null } | { wrong: WrongReseller[] }> {
  const { id, codeId, act, reason } = change
  const known = looksLikeRowId(id) ? await findReseller(deps.db, id) : null
  const code =
    known && (await inTransaction(deps.db, (tx) => lockCodeOf(tx, { id: codeId, resellerId: known.resellerId })))
  if (!code || (act !== 'rates' && code.active === (act === 'start'))) return { wrong: [problem('changed')] }
  const read = act === 'rates' ? readTypedRates(change) : { rates: null }
  const wrong: WrongReseller[] = 'wrong' in read ? read.wrong : []
  if (reason === '') wrong.push(problem('reason_missing', 'reason'))
  if ('wrong' in read || wrong.length > 0) return { wrong }
  return { code: code.code, rates: read.rates }
}

/**
 * Changes a code. Quotes and earnings store their own rates: existing ones keep the old rates, later quotes get the new
 * ones (decision 027).
 */
export async function changeCode(
  deps: Deps,
  { operatorId, ...change }: CodeChange & { operatorId: string },
): Promise<{ id: string } | { wrong: WrongReseller[] }> {
  const weighed = await weighCodeChange(deps, change)
  if ('wrong' in weighed) return weighed
  const { id, codeId, act, reason } = change
  return inTransaction(deps.db, async (tx) => {
    const reseller = await lockReseller(tx, id)
    const before = reseller && (await lockCodeOf(tx, { id: codeId, resellerId: reseller.resellerId }))
    if (!before) return { wrong: [problem('changed')] }
    const about = { at: deps.clock.now(), userId: operatorId }
    const { code } = before
    if (weighed.rates) {
      await changeRates(tx, { id: codeId, ...weighed.rates })
      const { discountRate, payoutRate } = before
      const old = { discountRate: plain(discountRate), payoutRate: plain(payoutRate) }
      const detail = { ...auditOfCode({ code, ...weighed.rates }), before: old, reason }
      await writeEvent(tx, { ...about, kind: 'coupon_changed', detail })
      return { id }
    }
    const active = act === 'start'
    if (before.active === active) return { wrong: [problem('changed')] }
    await switchCode(tx, { id: codeId, active })
    await writeEvent(tx, { ...about, kind: active ? 'coupon_started' : 'coupon_stopped', detail: { code, reason } })
    return { id }
  })
}
