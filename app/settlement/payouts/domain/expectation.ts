import { isSameWallet, type Wallet } from '#app/kernel/domain/wallet.ts'

/** Compares the wallet that a seller states with the one that the buyer expected (decision 004). */
export type Expectation = 'met' | 'differs' | 'left_to_seller'

export type RecordedWallets = {
  walletAddress: string | null
  walletMemo: string | null
  payoutAddress: string | null
  payoutMemo: string | null
}

/** `met` while no wallet is stated. */
export function expectationOf(escrow: RecordedWallets): Expectation {
  const stated = asWallet(escrow.payoutAddress, escrow.payoutMemo)
  const expected = asWallet(escrow.walletAddress, escrow.walletMemo)
  if (!stated) return 'met'
  if (!expected) return 'left_to_seller'
  return isSameWallet(stated, expected) ? 'met' : 'differs'
}

/** True when the buyer has to confirm, before approving, that they checked the wallet with the seller. */
export function mustBeChecked(expectation: Expectation): boolean {
  return expectation !== 'met'
}

function asWallet(address: string | null, memo: string | null): Wallet | null {
  return address === null ? null : { address, memo }
}
