import { createHash } from 'node:crypto'
import { normalizeEscrowId } from '#app/domain/escrow/escrow-id.ts'
import type { ShipmentConfirmation } from './confirm-shipment.server.ts'

/**
 * SHA-256 of everything that a confirmation says: the escrow, the payout wallet and the papers. The same form sent twice has the
 * same; one in which the wallet was changed after going back is another confirmation, and must not be answered as done.
 */
export function confirmationDigest({ transactionId, walletAddress, walletMemo, files }: ShipmentConfirmation): string {
  const meant = {
    transactionId: normalizeEscrowId(transactionId),
    walletAddress: walletAddress.trim(),
    walletMemo: walletMemo.trim(),
    files: files.map(({ type, upload }) => `${type} ${upload.sha256}`).sort(),
  }
  return createHash('sha256').update(JSON.stringify(meant)).digest('hex')
}
