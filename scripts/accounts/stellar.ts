/** Transactions that set up our accounts on Stellar: signed by the account's own key, and awaited until in a ledger. */

import {
  Horizon,
  Keypair,
  NetworkError,
  Operation,
  Asset as StellarAsset,
  TransactionBuilder,
} from '@stellar/stellar-sdk'
import { issuedAssets } from '#app/kernel/domain/assets.ts'
import { Impossible } from '../commands/command.ts'
import type { Networks, Step } from './plan.ts'

type Stellar = Networks['stellar']

const VALID_SECONDS = 60
/** The maximum fee for each operation, in stroops; only the clearing price is charged. */
const MOST_FEE = '100000'

export function newStellarKey(): { address: string; seed: string } {
  const key = Keypair.random()
  return { address: key.publicKey(), seed: key.secret() }
}

/** Null: not a seed. Never prints the seed. */
export function stellarAddressOf(seed: string): string | null {
  try {
    return Keypair.fromSecret(seed).publicKey()
  } catch {
    return null
  }
}

/** Executes the steps in one transaction. */
export async function setUpOnStellar(
  { url, passphrase, issuers }: Stellar,
  { seed, steps }: { seed: string; steps: readonly Step[] },
): Promise<void> {
  const key = Keypair.fromSecret(seed)
  const server = new Horizon.Server(url, { allowHttp: url.startsWith('http:') })
  try {
    const builder = new TransactionBuilder(await server.loadAccount(key.publicKey()), {
      fee: MOST_FEE,
      networkPassphrase: passphrase,
    })
    if (steps.includes('trustline')) {
      for (const code of issuedAssets()) {
        builder.addOperation(Operation.changeTrust({ asset: new StellarAsset(code, issuers[code]) }))
      }
    }
    if (steps.includes('memo')) {
      builder.addOperation(Operation.manageData({ name: 'config.memo_required', value: '1' }))
    }
    const transaction = builder.setTimeout(VALID_SECONDS).build()
    transaction.sign(key)
    await server.submitTransaction(transaction)
  } catch (error) {
    throw new Impossible(`Stellar did not take it: ${wordsOf(error)}.`)
  }
}

export async function fundOnStellar(stellar: Stellar, address: string, amount: string): Promise<void> {
  if (stellar.realm === 'play') {
    const { openStellarPurse } = await import('#harbour/wallet/stellar-purse.ts')
    const purse = openStellarPurse(stellar)
    await purse.pay({ from: 'friend', to: address, asset: 'XLM', amount, memo: null })
    return
  }
  const response = await fetch(`https://friendbot.stellar.org/?addr=${address}`, {
    signal: AbortSignal.timeout(60_000),
  })
  if (!response.ok)
    throw new Impossible(`Friendbot did not fund ${address}: it answered ${response.status}. Try again later.`)
}

function wordsOf(error: unknown): string {
  if (!(error instanceof NetworkError)) return error instanceof Error ? error.message : String(error)
  const data: unknown = error.response?.data
  const codes = (data as { extras?: { result_codes?: unknown } } | null)?.extras?.result_codes
  return codes === undefined ? error.message : JSON.stringify(codes)
}
