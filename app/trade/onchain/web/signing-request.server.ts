import { drawSigningQr } from '#app/ledgers/references/web/qr.server.ts'
import { deps } from '#app/runtime.server.ts'
import { signingUri } from '#app/trade/onchain/domain/signing/signing-uri.ts'
import type { SigningRequest } from '#app/trade/onchain/domain/signing/signing-view.ts'
import { handBackAddress } from './hand-back.server.ts'

type Asked = { escrow: { id: string; transactionId: string }; xdr: string; hash: string; wallet: string }

/** `wallet`: whose signature is asked for; it posts the signed transaction to us. */
export function askToSign({ escrow, xdr, hash, wallet }: Asked): SigningRequest {
  const uri = signingUri({
    xdr,
    signer: wallet,
    passphrase: deps.settings.stellarPassphrase,
    callback: handBackAddress({ escrowId: escrow.id, hash }),
    // A name and an ID, because the wallet shows it in any language.
    message: `Quayside ${escrow.transactionId}`,
  })
  return { uri, qr: drawSigningQr(uri), passphrase: deps.chains.stellar }
}
