/** Freighter, a wallet in the browser. Its library, 4 kB, is loaded only when somebody signs with it. */

export type AskedOfFreighter = {
  /** The envelope in base64. */
  xdr: string
  passphrase: string
  /** Whose signature is asked for. */
  wallet: string
}

/** missing: not in this browser. network: set to another one. refused: by its owner, or for a reason it shows. */
export type Failure = 'missing' | 'network' | 'refused'

/** The result is checked when it is submitted, as from any wallet. Throws when the library cannot be loaded. */
export async function signWithFreighter({
  xdr,
  passphrase,
  wallet,
}: AskedOfFreighter): Promise<{ signed: string } | Failure> {
  const { default: freighter } = await import('@stellar/freighter-api')
  if (!(await freighter.isConnected()).isConnected) return 'missing'
  // Freighter asks its owner once whether this site may see an address; without that it signs nothing.
  if ((await freighter.requestAccess()).error) return 'refused'
  const { networkPassphrase } = await freighter.getNetwork()
  if (networkPassphrase !== passphrase) return 'network'
  const { signedTxXdr, error } = await freighter.signTransaction(xdr, { networkPassphrase, address: wallet })
  return error || signedTxXdr === '' ? 'refused' : { signed: signedTxXdr }
}
