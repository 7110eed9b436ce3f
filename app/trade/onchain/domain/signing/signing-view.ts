/** What wallets are asked to sign for on-chain escrows, as pages show it. */

import type { Refusal } from '#app/kernel/domain/refusal.ts'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import type { OnchainSettlementKind } from '#app/settlement/custody/domain/settlement.ts'

/** A link, and the same as a code. `passphrase`: of the network, for wallets that ask for it. */
export type SigningRequest = { uri: string; qr: QrDrawing; passphrase: string }

type Shown<Kind> = { kind: Kind; xdr: string; wallet: string } & SigningRequest

/** A settlement that awaits the reader's own wallet. */
export type SettlementView = Shown<OnchainSettlementKind>

export type ApprovalView = Shown<'approval'>

/** Also: a share set aside, the closing of the account, which nobody has to sign, or an early return. */
export type SigningView = SettlementView | ApprovalView | Shown<'take' | 'closing' | 'return'>

/** The ledger date has passed and the ledger holds the money. `isReaders`: the reader has to claim it or to sign. */
export type ExpiryView = { isReaders: boolean }

/** The deposit that the buyer's wallet is asked to sign, in every form that wallets take. */
export type OfferView =
  /** `validUntil`: ISO 8601. */
  | ({ network: 'stellar'; xdr: string; hash: string; validUntil: string } & SigningRequest)
  | { network: 'xrpl'; json: string; validUntil: string }
  | { network: null; buyer: Refusal | null; seller: Refusal | null }

/** Addresses of the deposit and of its end in the ledger's explorer; null where there is none. */
export type DepositLinks = { lock: string | null; end: string | null }
