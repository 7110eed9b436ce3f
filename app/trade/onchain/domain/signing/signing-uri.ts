/** SEP-7 `tx` requests: a transaction to be signed by a wallet, as a link and in a QR code. */

export type SigningUriRequest = {
  /** The envelope in base64. */
  xdr: string
  signer: string
  /** The Stellar network's passphrase; null on the public network, where wallets expect none. */
  passphrase: string | null
  /** Where the wallet sends the signed transaction, instead of to the ledger. */
  callback?: string
  /** Shown by the wallet; SEP-7 allows 300 characters. */
  message?: string
}

const LONGEST_MESSAGE = 300

/** Percent-encoded, as `paymentUri` does it: wallets read a plus as a plus. */
export function signingUri({ xdr, signer, passphrase, callback, message }: SigningUriRequest): string {
  const fields: [name: string, value: string][] = [
    ['xdr', xdr],
    ['pubkey', signer],
  ]
  if (callback) fields.push(['callback', `url:${callback}`])
  if (message) fields.push(['msg', Array.from(message).slice(0, LONGEST_MESSAGE).join('')])
  if (passphrase) fields.push(['network_passphrase', passphrase])
  return `web+stellar:tx?${fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}
