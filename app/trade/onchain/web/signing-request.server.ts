/** A transaction as wallets are asked to sign it: a link, and the same as a code. */

import { drawSigningQr } from '#app/ledgers/references/web/qr.server.ts'
import { deps } from '#app/runtime.server.ts'
import type { SigningRequest } from '#app/trade/onchain/domain/signing/shown-signing.ts'
import { signingUri } from '#app/trade/onchain/domain/signing/signing-uri.ts'
import { handBackAddress } from './hand-back.server.ts'

type Asked = { escrow: { id: string; transactionId: string }; xdr: string; hash: string; wallet: string }

/** `wallet`: whose signature is asked for. What it has signed it sends to us. */
export function askToSign({ escrow, xdr, hash, wallet }: Asked): SigningRequest {
  const uri = signingUri({
    xdr,
    signer: wallet,
    passphrase: deps.settings.stellarPassphrase,
    callback: handBackAddress({ escrowId: escrow.id, hash }),
    // A name and an ID: the wallet shows it to whoever signs, in whatever language.
    message: `Quayside ${escrow.transactionId}`,
  })
  return { uri, qr: drawSigningQr(uri), passphrase: deps.chains.stellar }
}
