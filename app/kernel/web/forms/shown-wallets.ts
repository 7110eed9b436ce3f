/** What the fields of wallets show again after a refusal. */
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import { isWalletSecret } from '#app/kernel/domain/wallet.ts'

const OF_WALLET = /(Address|Memo|MemoTag)$/

/**
 * Never a secret key or recovery phrase; and in place of a pasted text the wallet that was read from it, so that
 * sending the form again confirms it. Works by the names of fields; a refusal names that of the address.
 */
export function shownWallets<Values extends Record<string, string>>(
  values: Values,
  refusals: readonly Refusal[],
): Values {
  const shown: Record<string, string> = { ...values }
  for (const [name, value] of Object.entries(values))
    if (OF_WALLET.test(name) && isWalletSecret(value)) shown[name] = ''
  for (const { refused, field, values: read } of refusals) {
    if ((refused !== 'wallet_read_as' && refused !== 'wallet_read_as_memo') || !field || !read) continue
    shown[field] = read.address ?? ''
    shown[memoFieldOf(field)] = read.memo ?? ''
  }
  return shown as Values
}

function memoFieldOf(addressField: string): string {
  return addressField === 'buyerWalletAddress' ? 'buyerMemoTag' : addressField.replace(/Address$/, 'Memo')
}
