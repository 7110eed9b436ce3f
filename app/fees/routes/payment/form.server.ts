import { type ClaimView, findFeeClaim } from '#app/fees/queries/fee-claim.server.ts'
import { noteFailedPayment } from '#app/fees/workflows/note-failed-payment.server.ts'
import { payServiceFee } from '#app/fees/workflows/pay-service-fee.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { isAsset } from '#app/kernel/domain/assets.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { Language } from '#app/kernel/i18n/languages.ts'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { readAmount } from '#app/kernel/web/forms/read-amount.server.ts'
import { countTry, returnTry, returnTryAfterOutage } from '#app/kernel/web/http/limits.server.ts'
import { minutesToWait } from '#app/kernel/web/http/minutes-to-wait.server.ts'
import type { LimitName } from '#app/kernel/web/limits/limits.ts'
import { deps } from '#app/runtime.server.ts'
import { LONGEST_CODE } from './coupon-cookie.server.ts'

/** `claim`: what is known of the refused hash. */
export type RefusedPayment = RefusedForm & { claim: ClaimView | null }

/** Does what the form asks for. Null: done. Throws a 429 Response. */
export async function followIntent(userId: string, { fields, ...from }: Asked): Promise<Refusal | null> {
  return fields.get('intent') === 'confirm' ? confirmPayment(userId, fields) : quoteFee(userId, { fields, ...from })
}

type Asked = {
  fields: FormFields
  language: Language
  /** The client's network (clientNetwork). */
  network?: string | null
}

async function quoteFee(userId: string, { fields, language, network = null }: Asked): Promise<Refusal | null> {
  await countTry('quote_by_user', userId)
  const asset = fields.get('asset')
  if (!isAsset(asset)) {
    const refusal = refuse('currency_unsupported', { field: 'asset' })
    await noteFailedPayment(deps, { userId, hash: '', currency: asset, refusal })
    return refusal
  }
  const asked = { field: 'amountUsd', unit: 'USD', invalid: 'amount_invalid', language, isShownNext: true } as const
  const read = readAmount(fields, asked)
  if (isRefusal(read)) return read
  const couponCode = fields.get('couponCode').slice(0, LONGEST_CODE)
  const counters = countersOfCodes(userId, network)
  const mayTryCode = await takeCodeTry(counters, couponCode)
  const quoted = await quoteServiceFee(deps, {
    userId,
    asset,
    amountUsd: read.amount,
    couponCode,
    mayTryCode,
  })
  const isGuess = !isRefusal(quoted) && quoted.couponVerdict === 'unknown'
  if (mayTryCode && couponCode !== '' && !isGuess) for (const counter of counters) await returnTry(...counter)
  if (!isRefusal(quoted)) return null
  await returnTryAfterOutage('quote_by_user', userId, [quoted])
  return quoted
}

/**
 * Counts unknown codes, because resellers' codes must not be guessed. Counts before the lookup, so that concurrent
 * tries are all counted. A known code gives its try back.
 */
async function takeCodeTry(counters: readonly Counter[], couponCode: string): Promise<boolean> {
  if (couponCode === '') return true
  for (const counter of counters) if ((await minutesToWait(...counter)) !== null) return false
  return true
}

type Counter = [limit: LimitName, key: string]

/** One counter for the account, and one for the network that several accounts may share. */
function countersOfCodes(userId: string, network: string | null): Counter[] {
  const ofNetwork: Counter[] = network === null ? [] : [['unknown_coupon_by_network', network]]
  return [['unknown_coupon_by_user', userId], ...ofNetwork]
}

async function confirmPayment(userId: string, fields: FormFields): Promise<Refusal | null> {
  await countTry('confirm_payment_by_user', userId)
  const named = ['currency', 'asset'].find((name) => fields.has(name))
  const currency = named === undefined ? undefined : fields.get(named)
  const paid = await payServiceFee(deps, { userId, hash: fields.get('hash'), currency })
  if (!isRefusal(paid)) return null
  await returnTryAfterOutage('confirm_payment_by_user', userId, [paid])
  return paid
}

/** Spec §5 has one sentence for a missing hash and a missing amount; the field shows which is missing. */
export function statedAs(refusal: Refusal): Refusal[] {
  return refusal.refused === 'txid_required' ? [refuse('amount_invalid'), refusal] : [refusal]
}

/** Explains a refused hash to its payer. Null: the other form was refused. */
export async function explainRefusal(
  userId: string,
  refused: { fields: FormFields; refusal: Refusal },
): Promise<ClaimView | null> {
  const { fields, refusal } = refused
  if (fields.get('intent') !== 'confirm') return null
  return findFeeClaim(deps.db, { userId, hash: fields.get('hash'), refused: refusal.refused })
}

export function typedPayment(fields: FormFields): Record<string, string> {
  const names = ['intent', 'amountUsd', 'amountUsdRead', 'asset', 'couponCode', 'hash'].filter((name) =>
    fields.has(name),
  )
  return Object.fromEntries(names.map((name) => [name, fields.get(name)]))
}
