import { createHash } from 'node:crypto'
import { normalizeEscrowId } from '#app/escrow/domain/escrow-id.ts'

/** As typed; each file with the SHA-256 of what it holds. */
type Confirmed = {
  transactionId: string
  walletAddress: string
  walletMemo: string
  files: readonly { type: string; upload: { sha256: string } }[]
  facts?: object | undefined
}

/**
 * SHA-256 of everything that a confirmation says: the escrow, the payout wallet and the papers. The same form sent twice has the
 * same; one in which the wallet was changed after going back is another confirmation, and must not be answered as done.
 */
export function confirmationDigest({ transactionId, walletAddress, walletMemo, files, facts }: Confirmed): string {
  const meant = {
    transactionId: normalizeEscrowId(transactionId),
    walletAddress: walletAddress.trim(),
    walletMemo: walletMemo.trim(),
    ...(facts && { facts }),
    files: files.map(({ type, upload }) => `${type} ${upload.sha256}`).sort(),
  }
  return createHash('sha256').update(JSON.stringify(meant)).digest('hex')
}
