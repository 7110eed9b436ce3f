/** A wallet as a ledger knows one: where money goes. */
export type Wallet = {
  address: string
  /** The memo (Stellar) or destination tag (XRP Ledger); null: none. */
  memo: string | null
}

/** As typed into a form: an empty memo is none. */
export type TypedWallet = { address: string; memo: string }

export function walletOf({ address, memo }: TypedWallet): Wallet {
  return { address, memo: memo || null }
}

/** An exchange's customers share an address, so the memo counts as much. */
export function isSameWallet(one: Wallet, other: Wallet): boolean {
  return one.address === other.address && one.memo === other.memo
}
