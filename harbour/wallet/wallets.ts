import type { PlayName } from '#harbour/accounts.ts'

/** The accounts whose wallets the harbour offers. The platform's own accounts pay only through the app. */
export const WALLETS = [
  { name: 'buyer', label: 'Buyer' },
  { name: 'second-buyer', label: 'Second buyer' },
  { name: 'seller', label: 'Seller' },
  { name: 'friend', label: 'Friend' },
  { name: 'exchange', label: 'Exchange' },
] as const satisfies readonly { name: PlayName; label: string }[]
export const WALLET_NAMES = WALLETS.map(({ name }) => name)
export type WalletName = (typeof WALLETS)[number]['name']

export function labelOf(wallet: WalletName): string {
  return WALLETS.find(({ name }) => name === wallet)?.label ?? wallet
}

export function isWalletName(text: string | null): text is WalletName {
  return WALLET_NAMES.some((name) => name === text)
}
