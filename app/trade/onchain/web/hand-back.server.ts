/** The address to which wallets post what they have signed, as in our links and codes (SEP-7). */
import { config, deps } from '#app/runtime.server.ts'
import { escrowOfHandBack, handBackToken } from '#app/trade/onchain/services/hand-backs.server.ts'

const PATH = '/held/signed'

/** For one transaction of one escrow. The token is in the query, which is never logged. */
export function handBackAddress(asked: { escrowId: string; hash: string }): string {
  return `${config.origin}${PATH}?token=${handBackToken(config.sessionSecret, asked)}`
}

/** The escrow and hash for which the address was made; null for any other address. */
export function readHandBack(request: Request, xdr: string): { escrowId: string; hash: string } | null {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const hash = deps.held.stellar.readHash(xdr)
  const escrowId = hash && escrowOfHandBack(token, { secret: config.sessionSecret, hash })
  return hash && escrowId ? { escrowId, hash } : null
}
