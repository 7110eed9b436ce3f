/**
 * Form fields with a code that is compared, paid to or paid by: read as people see it, whatever page sends it
 * (docs/decisions/135). Text for people, passwords, and what a page sends along keep every character.
 */
import { hashIn } from '#app/kernel/domain/assets.ts'
import { seenText } from '#app/kernel/domain/words/seen-text.ts'

/** A text without a hash stays as it is, to be refused and shown again. */
const readHash = (text: string) => hashIn(text) ?? seenText(text)

export const CODE_FIELDS: ReadonlyMap<string, (text: string) => string> = new Map(
  Object.entries({
    walletAddress: seenText,
    walletMemo: seenText,
    refundAddress: seenText,
    refundMemo: seenText,
    buyerWalletAddress: seenText,
    buyerMemoTag: seenText,
    address: seenText,
    memo: seenText,
    wallet: seenText,
    hash: readHash,
    lockHash: readHash,
    txid: readHash,
    code: seenText,
    couponCode: seenText,
    examineDays: seenText,
  }),
)
