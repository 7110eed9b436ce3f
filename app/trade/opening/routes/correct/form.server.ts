import { byName, CORRECTABLE, CORRECTABLE_TEXTS, termFieldsOf, tooLong } from '#app/escrow/domain/escrow-terms.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import type { Language } from '#app/kernel/i18n/languages.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { readAmount } from '#app/kernel/web/forms/read-amount.server.ts'
import { shownWallets } from '#app/kernel/web/forms/shown-wallets.ts'
import { orRefuse } from '#app/kernel/web/http/or-refuse.server.ts'
import { deps } from '#app/runtime.server.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { correctEscrow } from '#app/trade/opening/workflows/correcting/correct-escrow.server.ts'

const TYPED = CORRECTABLE.flatMap(termFieldsOf)

export function typedCorrection(fields: FormFields, refusals: readonly Refusal[]): Record<string, string> {
  const typed = Object.fromEntries(TYPED.filter((name) => fields.has(name)).map((name) => [name, fields.get(name)]))
  return shownWallets(typed, refusals)
}

/** Corrects the escrow. Null: done. */
export async function correct(
  fields: FormFields,
  { escrow, buyerId, language }: { escrow: PartyView; buyerId: string; language: Language },
): Promise<Refusal | null> {
  const read = readAmount(fields, {
    field: 'amount',
    unit: escrow.currency,
    invalid: 'escrow_amount_invalid',
    language,
    isShownNext: false,
  })
  if (isRefusal(read)) return read
  const texts = byName(CORRECTABLE_TEXTS, (name) => fields.get(name))
  const [longer] = tooLong(texts)
  if (longer) return longer
  const work = correctEscrow(deps, {
    escrowId: escrow.id,
    buyerId,
    amount: read.amount,
    ...texts,
    walletFrom: escrow.sellerEmail !== null && fields.get('walletFrom') === 'seller' ? 'seller' : 'typed',
    wallet: { address: fields.get('walletAddress'), memo: fields.get('walletMemo') },
    seen: fields.get('seen'),
  })
  const corrected = await orRefuse(work, 'settle_failed')
  return isRefusal(corrected) ? corrected : null
}
