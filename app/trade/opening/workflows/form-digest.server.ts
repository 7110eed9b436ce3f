import { createHash } from 'node:crypto'
import { normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { byName, isWritten, TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import { networkOf, normalizeHash } from '#app/kernel/domain/assets.ts'
import { parseAmount, plain } from '#app/kernel/domain/money.ts'
import type { EscrowSubmission } from './submission.ts'

/**
 * SHA-256 of all values of a trade: the fields of /submit as they would be stored, and the contract's SHA-256. It
 * recognises a form that was sent twice; any change makes it another trade.
 */
export function formDigest(submission: EscrowSubmission): string {
  const { currency, type, txid, amount, sellerEmail, contract } = submission
  const parsed = parseAmount(amount, currency)
  const texts = byName(TEXTS, (name) => asText(submission[name]))
  const meant = {
    currency,
    type,
    txid: type === 'manual' ? normalizeHash(networkOf(currency), txid) : '',
    amount: parsed ? plain(parsed) : amount,
    sellerEmail: normalizeEmail(sellerEmail),
    ...byName(
      TEXTS.filter((name) => isWritten(name, texts[name])),
      (name) => texts[name],
    ),
    walletFrom: submission.walletFrom,
    walletAddress: submission.walletAddress.trim(),
    walletMemo: submission.walletMemo.trim(),
    buyerWalletAddress: submission.buyerWalletAddress.trim(),
    buyerMemoTag: submission.buyerMemoTag.trim(),
    contract: contract?.sha256 ?? null,
    ...(submission.heldBy === 'ledger' && { heldUntil: submission.heldUntil?.trim() ?? '' }),
    ...(submission.sellerLanguage && { sellerLanguage: submission.sellerLanguage }),
    ...(submission.dates && { dates: submission.dates }),
  }
  return createHash('sha256').update(JSON.stringify(meant)).digest('hex')
}

/** Normalizes line ends, which differ between browsers. */
function asText(typed: string): string {
  return typed.replace(/\r\n?/g, '\n').trim()
}
