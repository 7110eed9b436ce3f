import { writeWalletChange } from '#app/accounts/db/account-changes.server.ts'
import { createCode, lockCodes } from '#app/fees/db/coupon-codes.server.ts'
import { DEFAULT_DISCOUNT_RATE, DEFAULT_PAYOUT_RATE } from '#app/fees/domain/fee.ts'
import { plainPercent, readCouponCode, readRate } from '#app/fees/domain/new-coupon.ts'
import { createReseller, setLink } from '#app/fees/resellers/db/resellers.server.ts'
import { problem } from '#app/fees/resellers/domain/problem.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, isDuplicateOf, type Transaction } from '#app/kernel/db/client.server.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { type ReadReseller, readReseller, type TypedReseller, type WrongReseller } from './read-reseller.server.ts'

export type TypedResellerCode = Record<'code' | 'discount' | 'commission', string>
export type ReadCode = { code: string; discountRate: Decimal; payoutRate: Decimal }

/** A typed code with its rates; an empty rate gives the default (spec §3). */
export function readTypedCode(typed: TypedResellerCode): { code: ReadCode } | { wrong: WrongReseller[] } {
  const code = readCouponCode(typed.code)
  const rates = readTypedRates(typed)
  if (code !== null && 'rates' in rates) return { code: { code, ...rates.rates } }
  return {
    wrong: [...(code === null ? [problem('code_unfit', 'code')] : []), ...('wrong' in rates ? rates.wrong : [])],
  }
}

export type Rates = Omit<ReadCode, 'code'>

export function readTypedRates(typed: Omit<TypedResellerCode, 'code'>): { rates: Rates } | { wrong: WrongReseller[] } {
  const orUsual = (text: string) => (text.trim() === '' ? undefined : plainPercent(text))
  const discountRate = readRate(orUsual(typed.discount), DEFAULT_DISCOUNT_RATE)
  const payoutRate = readRate(orUsual(typed.commission), DEFAULT_PAYOUT_RATE)
  if (discountRate && payoutRate) return { rates: { discountRate, payoutRate } }
  return {
    wrong: [
      ...(discountRate ? [] : [problem('rate_unfit', 'discount')]),
      ...(payoutRate ? [] : [problem('rate_unfit', 'commission')]),
    ],
  }
}

/** `reason`: why they hand out codes; stored for later questions. */
export type TypedNewReseller = TypedReseller & TypedResellerCode & { reason: string }

export type NewReseller = { reseller: ReadReseller; code: ReadCode }

/** Checks a new reseller without storing it, and returns every problem at once. */
export async function weighReseller(
  deps: Deps,
  { operatorId, ...typed }: TypedNewReseller & { operatorId: string },
): Promise<NewReseller | { wrong: WrongReseller[] }> {
  const read = await readReseller(deps, { typed, known: null, operatorId })
  const code = readTypedCode(typed)
  const wrong = [...('wrong' in read ? read.wrong : []), ...('wrong' in code ? code.wrong : [])]
  if (typed.reason === '') wrong.push(problem('reason_missing', 'reason'))
  if ('wrong' in read || 'wrong' in code) return { wrong }
  const isTaken = await inTransaction(deps.db, async (tx) => (await lockCodes(tx, code.code.code)).length > 0)
  if (isTaken) wrong.push(problem('code_taken', 'code'))
  const { email } = read.reseller
  const known = await deps.db.reseller.findUnique({ where: { email }, select: { id: true } })
  if (known) wrong.push(problem('email_taken', 'email'))
  return wrong.length > 0 ? { wrong } : { reseller: read.reseller, code: code.code }
}

/**
 * Makes a reseller with a first active code and a link to their page, and emails them, in one transaction. The caller
 * has checked that `operatorId` is an operator.
 */
export async function makeReseller(
  deps: Deps,
  { operatorId, ...typed }: TypedNewReseller & { operatorId: string },
): Promise<{ id: string } | { wrong: WrongReseller[] }> {
  const weighed = await weighReseller(deps, { ...typed, operatorId })
  if ('wrong' in weighed) return weighed
  const { reseller, code } = weighed
  const id = deps.newId()
  const at = deps.clock.now()
  // The codes of one reseller are summed under one id, those of the command too.
  const resellerId = reseller.email
  try {
    return await inTransaction(deps.db, async (tx) => {
      await createReseller(tx, { id, resellerId, at, ...reseller })
      const chosen = { resellerId: id, changedById: operatorId, reason: typed.reason, changedAt: at }
      await writeWalletChange(tx, { id: deps.newId(), ...chosen })
      await createCode(tx, {
        ...code,
        resellerId,
        resellerName: reseller.name,
        resellerEmail: reseller.email,
        resellerWallet: reseller.paidWith.wallet.address,
      })
      const detail = { resellerId, ...auditOf(reseller), ...auditOfCode(code), reason: typed.reason }
      await writeEvent(tx, { kind: 'reseller_made', at, userId: operatorId, detail })
      await enqueue(tx, { name: 'screen_reseller', payload: { resellerId: id } })
      await giveLink(deps, tx, { id, code: code.code, to: reseller })
      return { id }
    })
  } catch (error) {
    if (isDuplicateOf(error, 'reseller_code_pkey')) return { wrong: [problem('code_taken', 'code')] }
    const isKnown = ['reseller_email_key', 'reseller_resellerId_key'].some((index) => isDuplicateOf(error, index))
    if (isKnown) return { wrong: [problem('email_taken', 'email')] }
    throw error
  }
}

/** Makes a new link to the reseller's page and emails it; the older one stops working. */
export async function giveLink(
  deps: Deps,
  tx: Transaction,
  { id, code, to }: { id: string; code: string | null; to: { email: string; locale: string } },
): Promise<void> {
  const linkId = deps.newId()
  const token = deps.accountToken({ id: linkId, purpose: 'reseller_link' })
  await setLink(tx, { id, link: { id: linkId, token, at: deps.clock.now() } })
  const { email, locale } = to
  const content = { letter: 'reseller_link' as const, linkId, ...(code !== null && { code }) }
  await queueEmail(tx, { event: `reseller_link:${linkId}`, to: { email, locale }, content })
}

export function auditOf({ name, email, locale, paidWith }: Omit<ReadReseller, 'email'> & { email: string | null }) {
  const { asset, wallet } = paidWith
  return { name, email, locale, asset, address: wallet.address, memo: wallet.memo }
}

export function auditOfCode({ code, discountRate, payoutRate }: ReadCode) {
  return { code, discountRate: plain(discountRate), payoutRate: plain(payoutRate) }
}
