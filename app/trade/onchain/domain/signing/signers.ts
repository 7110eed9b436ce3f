/**
 * Who signs a settlement of a multisig account on Stellar. The ledger takes any two of three, and refuses a third. By
 * the record one side and the arbiter sign; both sides need no record. After the ledger date the buyer signs alone.
 */

import type { Reader } from '#app/kernel/domain/reader.ts'
import type { OnchainSettlementKind } from '#app/settlement/custody/domain/settlement.ts'

export type Signers = { buyerWallet: string; sellerWallet: string; arbiter: string }

/** Whose wallet may sign. After the ledger date only the buyer's; before it either side's, as the record decides. */
export function sidesToSign(kind: OnchainSettlementKind): Reader[] {
  return kind === 'expiry' ? ['buyer'] : ['buyer', 'seller']
}

/** The wallets whose signature is accepted. */
export function walletsToSign(kind: OnchainSettlementKind, { buyerWallet, sellerWallet }: Signers): string[] {
  return sidesToSign(kind).map((side) => (side === 'buyer' ? buyerWallet : sellerWallet))
}

/** `isAlone`: the buyer's claim after the ledger date, which nobody co-signs. */
export type Signing = { kind: OnchainSettlementKind; isAlone: boolean }

/** Does the arbiter sign now? Only after one side has, not when both have, and not twice. */
export function isArbiterAwaited({ kind, isAlone }: Signing, signers: Signers, signed: readonly string[]): boolean {
  const sides = walletsToSign(kind, signers).filter((wallet) => signed.includes(wallet))
  return !isAlone && sides.length === 1 && !signed.includes(signers.arbiter)
}

/** Whose signatures are sent, in a fixed order; null: one is missing. With the arbiter's only one side's is sent. */
export function signersToSend(
  { kind, isAlone }: Signing,
  signers: Signers,
  signed: readonly string[],
): readonly string[] | null {
  const sides = walletsToSign(kind, signers).filter((wallet) => signed.includes(wallet))
  const chosen = !isAlone && signed.includes(signers.arbiter) ? [...sides.slice(0, 1), signers.arbiter] : sides
  return chosen.length === (isAlone ? 1 : 2) ? chosen : null
}
