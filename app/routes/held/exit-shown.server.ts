import { hasLapsed } from '#app/domain/custody/date.ts'
import type { HoldExitKind } from '#app/domain/custody/exit.ts'
import type { ShownHold } from '#app/domain/held/shown-hold.ts'
import { type Asset, custodyFactsOf } from '#app/domain/kernel/assets.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import { isRefusal } from '#app/domain/kernel/refusal.ts'
import { deps } from '#app/runtime.server.ts'
import { askToSign, type SigningRequest } from '#app/web/held/signing-request.server.ts'
import { exitToSign } from '#app/workflows/held/sign-exit.server.ts'

/** What waits for a signature of the reader's own wallet. */
export type ShownExit = { kind: HoldExitKind; xdr: string; wallet: string } & SigningRequest

type Asking = { escrow: { id: string; transactionId: string; currency: Asset }; userId: string; wallet: string | null }

/** Null where the reader has nothing to sign; also while the ledger does not answer. */
export async function showExit({ escrow, userId, wallet }: Asking): Promise<ShownExit | null> {
  // On the XRP Ledger nobody signs a way out.
  if (wallet === null || custodyFactsOf(escrow.currency).settledBy !== 'signatures') return null
  const exit = await exitToSign(deps, { escrowId: escrow.id, userId })
  if (isRefusal(exit) || !exit.wallets.includes(wallet) || exit.signed.includes(wallet)) return null
  const { kind, xdr, hash } = exit
  return { kind, xdr, wallet, ...askToSign({ escrow, xdr, hash, wallet }) }
}

/** The date has come, and the ledger holds the money still. `isReaders`: it waits for the reader, to claim it or to sign for it. */
export type ShownLapse = { isReaders: boolean }

type Lapsing = { escrow: { currency: Asset }; hold: ShownHold; reader: Reader | null; exit: ShownExit | null }

/** Null before the date. On the XRP Ledger nobody has to do anything for it. */
export function showLapse({ escrow: { currency: asset }, hold, reader, exit }: Lapsing): ShownLapse | null {
  const deadline = Date.parse(hold.until) / 1000
  if (!hasLapsed({ asset, deadline }, deps.clock.now())) return null
  return { isReaders: (reader === 'buyer' && hold.mayClaim) || exit !== null }
}
