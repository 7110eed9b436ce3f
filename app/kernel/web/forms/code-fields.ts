/**
 * Fields of forms that hold a code which is compared, paid to or paid by: they are read as the eye reads them, whatever page sends them
 * (docs/decisions/125). Text for people, passwords, and what a page has shown and sends along keep every character.
 */
import { hashIn } from '#app/kernel/domain/assets.ts'
import { seenText } from '#app/kernel/domain/words/seen-text.ts'

/** What is none of it stays what it is, to be refused and shown again. */
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
