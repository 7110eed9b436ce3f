/** Transactions that set up our accounts on the XRP Ledger: signed by the account's key, awaited until validated. */
import { type AccountSet, AccountSetAsfFlags, Client, Wallet } from 'xrpl'
import { Impossible } from '../commands/command.ts'
import type { Networks } from './plan.ts'

type Xrpl = Networks['xrpl']

/** Ledgers until a transaction expires: enough for a busy network, and for a test network that closes ten a second. */
const VALID_LEDGERS = 300
const FAUCETS: Record<number, string> = {
  1: 'https://faucet.altnet.rippletest.net/accounts',
  2: 'https://faucet.devnet.rippletest.net/accounts',
}

export function newXrplKey(): { address: string; seed: string } {
  const { classicAddress, seed } = Wallet.generate()
  if (seed === undefined) throw new Error('The library has made a wallet without a seed.')
  return { address: classicAddress, seed }
}

/** Null: not a seed. Never prints the seed. */
export function xrplAddressOf(seed: string): string | null {
  try {
    return Wallet.fromSeed(seed).classicAddress
  } catch {
    return null
  }
}

export async function requireTag({ url }: Xrpl, { seed }: { seed: string }): Promise<void> {
  const wallet = Wallet.fromSeed(seed)
  const client = new Client(url, { connectionTimeout: 10_000, maxFeeXRP: '0.05' })
  try {
    await client.connect()
    const transaction: AccountSet = await client.autofill({
      TransactionType: 'AccountSet',
      Account: wallet.classicAddress,
      SetFlag: AccountSetAsfFlags.asfRequireDest,
    })
    transaction.LastLedgerSequence = (await client.getLedgerIndex()) + VALID_LEDGERS
    const { result } = await client.submitAndWait(transaction, { wallet })
    const code = typeof result.meta === 'object' ? result.meta.TransactionResult : 'unknown'
    if (code !== 'tesSUCCESS') throw new Error(code)
  } catch (error) {
    throw new Impossible(`The XRP Ledger did not take it: ${error instanceof Error ? error.message : String(error)}.`)
  } finally {
    await client.disconnect()
  }
}

export async function fundOnXrpl({ url, id, realm }: Xrpl, address: string, amount: string): Promise<void> {
  if (realm === 'play') {
    const { openXrplPurse } = await import('#harbour/wallet/xrpl-purse.ts')
    await openXrplPurse({ url }).pay({ from: 'friend', to: address, asset: 'XRP', amount, memo: null })
    return
  }
  const response = await fetch(FAUCETS[id] ?? '', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ destination: address }),
    signal: AbortSignal.timeout(60_000),
  })
  if (!response.ok)
    throw new Impossible(`The faucet did not fund ${address}: it answered ${response.status}. Try again later.`)
}
