import { isAsset } from '#app/domain/assets.ts'
import { isRefusal, type Refusal, refuse } from '#app/domain/refusal.ts'
import { deps } from '#app/runtime.server.ts'
import type { FormFields } from '#app/web/form-fields.ts'
import { countTry } from '#app/web/limits.server.ts'
import { payServiceFee } from '#app/workflows/pay-service-fee.server.ts'
import { quoteServiceFee } from '#app/workflows/quote-service-fee.server.ts'
import { LONGEST_CODE } from './coupon-cookie.server.ts'

/** Does what the form asks for. Null when it is done, else why not. Throws a 429 Response. */
export async function followIntent(userId: string, fields: FormFields): Promise<Refusal | null> {
  return fields.get('intent') === 'confirm' ? confirmPayment(userId, fields) : quoteFee(userId, fields)
}

async function quoteFee(userId: string, fields: FormFields): Promise<Refusal | null> {
  await countTry('quote_by_user', userId)
  const asset = fields.get('asset')
  if (!isAsset(asset)) return refuse('currency_unsupported', { field: 'asset' })
  const quoted = await quoteServiceFee(deps, {
    userId,
    asset,
    amountUsd: fields.get('amountUsd'),
    couponCode: fields.get('couponCode').slice(0, LONGEST_CODE),
  })
  return isRefusal(quoted) ? quoted : null
}

/** Without a quote there is no amount to confirm: spec §5 has one sentence for that. */
async function confirmPayment(userId: string, fields: FormFields): Promise<Refusal | null> {
  await countTry('confirm_payment_by_user', userId)
  const paid = await payServiceFee(deps, { userId, hash: fields.get('hash') })
  if (!isRefusal(paid)) return null
  if (paid.refused === 'quote_missing') return refuse('amount_invalid', { field: 'amountUsd' })
  return fields.get('hash') === '' ? refuse('txid_required', { field: 'hash' }) : paid
}

/** What is shown again after a refusal. */
export function typedPayment(fields: FormFields): Record<string, string> {
  const names = ['intent', 'amountUsd', 'asset', 'couponCode', 'hash'].filter((name) => fields.has(name))
  return Object.fromEntries(names.map((name) => [name, fields.get(name)]))
}
