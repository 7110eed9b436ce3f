/** Drafts as form fields, and the digest of a draft. */
import { createHash } from 'node:crypto'
import { isWalletSecret } from '#app/kernel/domain/wallet.ts'
import { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import type { Draft, TypedFields } from '#app/trade/opening/queries/drafts.server.ts'
import type { SavedWallet } from '#app/trade/opening/queries/submit-page.server.ts'

/** As if all steps were one form. */
export function draftFieldsOf(draft: Pick<Draft, 'typed'>): FormFields {
  const fields = new FormFields()
  for (const [name, values] of Object.entries(draft.typed)) for (const value of values) fields.append(name, value)
  return fields
}

/** The fields with these names. Drops secret keys and recovery phrases from any field. */
export function typedIn(fields: FormFields, names: readonly string[]): TypedFields {
  const typed: TypedFields = {}
  for (const [name, value] of fields.entries()) {
    if (names.includes(name)) typed[name] = [...(typed[name] ?? []), isWalletSecret(value) ? '' : value]
  }
  return typed
}

/** SHA-256 (hexadecimal) of everything in the draft, including the saved wallet if it is chosen. */
export function digestOf({ typed, contract }: Draft, saved: SavedWallet | null): string {
  const meant = typed.walletFrom?.[0] === 'saved' ? saved : null
  const said = Object.entries(typed).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([said, contract?.sha256 ?? null, meant]))
    .digest('hex')
}
