/** What wallets are asked to sign of what the ledger holds, as pages show it. */

import type { Refusal } from '#app/kernel/domain/refusal.ts'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import type { HoldExitKind } from '#app/settlement/custody/domain/exit.ts'

/** A transaction as wallets are asked to sign it: a link, and the same as a code. `passphrase`: of the network, for wallets that ask. */
export type SigningRequest = { uri: string; qr: QrDrawing; passphrase: string }

type Shown<Kind> = { kind: Kind; xdr: string; wallet: string } & SigningRequest

/** What waits for a signature of the reader's own wallet. */
export type ShownExit = Shown<HoldExitKind>

/** An approval that waits for it. */
export type ShownApproval = Shown<'approval'>

/** The same, or what waits besides: a share that was set aside, the closing of the account, which nobody has to sign, or what gives back early. */
export type ShownSigning = ShownExit | ShownApproval | Shown<'take' | 'closing' | 'return'>

/** The date has come, and the ledger holds the money still. `isReaders`: it waits for the reader, to claim it or to sign for it. */
export type ShownLapse = { isReaders: boolean }

/** What the buyer's wallet is asked to sign, in every form that wallets take. */
export type ShownOffer =
  /** `validUntil`: ISO 8601. */
  | ({ network: 'stellar'; xdr: string; hash: string; validUntil: string } & SigningRequest)
  | { network: 'xrpl'; json: string; validUntil: string }
  | { network: null; buyer: Refusal | null; seller: Refusal | null }

/** Where the ledger's explorer shows what locked the money and what ended that; null where there is none. */
export type LockLinks = { lock: string | null; end: string | null }
