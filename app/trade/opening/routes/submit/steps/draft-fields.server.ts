/** What a draft holds, as the fields of a form, and which draft a page has shown. */
import { createHash } from 'node:crypto'
import { isWalletSecret } from '#app/kernel/domain/wallet.ts'
import { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import type { Draft, TypedFields } from '#app/trade/opening/queries/drafts.server.ts'
import type { SavedWallet } from '#app/trade/opening/queries/submit-page.server.ts'

/** As if the steps had been one form. */
export function fieldsOf(draft: Pick<Draft, 'typed'>): FormFields {
  const fields = new FormFields()
  for (const [name, values] of Object.entries(draft.typed)) for (const value of values) fields.append(name, value)
  return fields
}

/** The fields with these names; a secret key or recovery phrase, wherever it was typed, is not kept. */
export function typedIn(fields: FormFields, names: readonly string[]): TypedFields {
  const typed: TypedFields = {}
  for (const [name, value] of fields.entries()) {
    if (names.includes(name)) typed[name] = [...(typed[name] ?? []), isWalletSecret(value) ? '' : value]
  }
  return typed
}

/** Changes with everything that the draft says, the saved wallet that it means included. SHA-256, hexadecimal. */
export function digestOf({ typed, contract }: Draft, saved: SavedWallet | null): string {
  const meant = typed.walletFrom?.[0] === 'saved' ? saved : null
  const said = Object.entries(typed).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([said, contract?.sha256 ?? null, meant]))
    .digest('hex')
}
