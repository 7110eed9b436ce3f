/** Money that leaves a platform account by somebody with its seed, without Quayside. */
import { Asset, BASE_FEE, Horizon, Memo, Operation, TransactionBuilder } from '@stellar/stellar-sdk'
import { HARBOUR_PASSPHRASE, type PlayName, stellarPlayKey } from '#harbour/accounts.ts'
import { USDC_ISSUER } from '#harbour/genesis.ts'

/** A world's harbour, or the address of a running app's. */
type AtHorizon = { harbour: { horizon: { url: string } } }

type Sent = { from: PlayName; to: string; amount: string; memo?: string; asset?: 'XLM' | 'USDC' }

/** Sends XLM or USDC. Returns the hash, in a closed ledger. */
export async function sendByHand(
  { harbour }: AtHorizon,
  { from, to, amount, memo, asset = 'XLM' }: Sent,
): Promise<string> {
  const horizon = new Horizon.Server(harbour.horizon.url, { allowHttp: true })
  const key = stellarPlayKey(from)
  const transaction = new TransactionBuilder(await horizon.loadAccount(key.publicKey()), {
    fee: BASE_FEE,
    networkPassphrase: HARBOUR_PASSPHRASE,
    ...(memo !== undefined && { memo: Memo.id(memo) }),
  })
    .addOperation(
      Operation.payment({
        destination: to,
        asset: asset === 'USDC' ? new Asset('USDC', USDC_ISSUER) : Asset.native(),
        amount,
      }),
    )
    .setTimeout(60)
    .build()
  transaction.sign(key)
  // Whoever forgets the memo has no careful wallet.
  return (await horizon.submitTransaction(transaction, { skipMemoRequiredCheck: memo === undefined })).hash
}
