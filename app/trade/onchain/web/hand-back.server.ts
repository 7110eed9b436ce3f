/** Where wallets hand back what they have signed, as links and codes of ours say it (SEP-7). */
import { config, deps } from '#app/runtime.server.ts'
import { escrowOfHandBack, handBackToken } from '#app/trade/onchain/services/hand-backs.server.ts'

const PATH = '/held/signed'

/** For one transaction of one escrow. In the query, which no log has. */
export function handBackAddress(asked: { escrowId: string; hash: string }): string {
  return `${config.origin}${PATH}?token=${handBackToken(config.sessionSecret, asked)}`
}

/** Whose transaction this is and which, where the address was made for it; null for everything else. */
export function readHandBack(request: Request, xdr: string): { escrowId: string; hash: string } | null {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const hash = deps.held.stellar.readHash(xdr)
  const escrowId = hash && escrowOfHandBack(token, { secret: config.sessionSecret, hash })
  return hash && escrowId ? { escrowId, hash } : null
}
