/**
 * Who signs a way out of an account of two signatures on Stellar. The ledger takes any two of the three, and refuses a third; by the
 * record it is one of the sides with the arbiter, or both sides, who need nobody's record. After the date the buyer signs alone.
 */

import type { Reader } from '#app/kernel/domain/reader.ts'
import type { HoldExitKind } from '#app/settlement/custody/domain/exit.ts'

export type Signers = { buyerWallet: string; sellerWallet: string; arbiter: string }

/** Whose wallet is asked. After the date the buyer's alone can claim; before it either side's does, for the record gives the right. */
export function sidesToSign(kind: HoldExitKind): Reader[] {
  return kind === 'expiry' ? ['buyer'] : ['buyer', 'seller']
}

/** The wallets whose signature of this is taken. */
export function walletsToSign(kind: HoldExitKind, { buyerWallet, sellerWallet }: Signers): string[] {
  return sidesToSign(kind).map((side) => (side === 'buyer' ? buyerWallet : sellerWallet))
}

/** `isAlone`: the buyer's claim after the date, which nobody signs along. */
export type Signing = { kind: HoldExitKind; isAlone: boolean }

/** Does the arbiter sign now? Not before a side has, not when both have, and not twice. */
export function isArbitersTurn({ kind, isAlone }: Signing, signers: Signers, signed: readonly string[]): boolean {
  const sides = walletsToSign(kind, signers).filter((wallet) => signed.includes(wallet))
  return !isAlone && sides.length === 1 && !signed.includes(signers.arbiter)
}

/** Whose signatures are sent, in a fixed order; null: one is missing. With both sides there the arbiter's is one too many. */
export function signersToSend(
  { kind, isAlone }: Signing,
  signers: Signers,
  signed: readonly string[],
): readonly string[] | null {
  const sides = walletsToSign(kind, signers).filter((wallet) => signed.includes(wallet))
  const chosen = !isAlone && signed.includes(signers.arbiter) ? [...sides.slice(0, 1), signers.arbiter] : sides
  return chosen.length === (isAlone ? 1 : 2) ? chosen : null
}
