/** The facts that an operator reads when confirming an action on a reseller; the page turns them into text. */

import type { Reversal } from '#app/fees/resellers/domain/earning.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import type { Language } from '#app/kernel/i18n/languages.ts'

export type AskedFact =
  | { is: 'name' | 'email' | 'code' | 'count' | 'hash' | 'paidIn' | 'wallet'; value: string }
  | { is: 'language'; value: Language }
  | { is: 'memo'; value: string | null }
  /** A fraction of one, plain decimal. */
  | { is: 'discount' | 'commission'; value: string }
  /** US dollars, plain decimal. */
  | { is: 'usd'; value: string }
  | { is: 'amount'; value: string; asset: Asset }
  | { is: 'price'; value: string; asset: Asset; source: string; at: string }
  | { is: 'why'; value: Reversal }

export function walletFacts({ asset, wallet }: { asset: Asset; wallet: Wallet }): AskedFact[] {
  return [
    { is: 'paidIn', value: asset },
    { is: 'wallet', value: wallet.address },
    { is: 'memo', value: wallet.memo },
  ]
}

type Who = { name: string; email: string; locale: string; paidWith: { asset: Asset; wallet: Wallet } }

/** `locale` is a supported language: readTyped ensures it. */
export function whoFacts({ name, email, locale, paidWith }: Who): AskedFact[] {
  return [
    { is: 'name', value: name },
    { is: 'email', value: email },
    { is: 'language', value: locale as Language },
    ...walletFacts(paidWith),
  ]
}

export function codeFacts(code: string, rates: { discountRate: Decimal; payoutRate: Decimal } | null): AskedFact[] {
  const shown: AskedFact[] = rates
    ? [
        { is: 'discount', value: plain(rates.discountRate) },
        { is: 'commission', value: plain(rates.payoutRate) },
      ]
    : []
  return [{ is: 'code', value: code }, ...shown]
}
