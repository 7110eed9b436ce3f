import { createHash } from 'node:crypto'
import { normalizeEscrowId } from '#app/escrow/domain/escrow-id.ts'

/** As typed, with the SHA-256 of each file. */
type Confirmed = {
  transactionId: string
  walletAddress: string
  walletMemo: string
  files: readonly { type: string; upload: { sha256: string } }[]
  facts?: object | undefined
}

/**
 * SHA-256 of a confirmation's content: escrow, payout wallet and documents. It recognises a form that was sent twice;
 * one in which the wallet was changed after going back is another confirmation and must not be answered as done.
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
