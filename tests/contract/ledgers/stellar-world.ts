/** The harbour's Horizon as the contract's world, and what outsiders can send to it. */
import { Account, Keypair, Memo, TransactionBuilder, type xdr } from '@stellar/stellar-sdk'
import { Decimal } from '#app/kernel/domain/money.ts'
import { openStellarLedger, openStellarTreasury, type StellarSettings } from '#app/ledgers/stellar.server.ts'
import { createFaults, type Faults } from '#harbour/faults.ts'
import { startHorizon } from '#harbour/horizon/server.ts'
import { eventually, LEDGER_MS, type World } from './ledger-world.ts'

export const PASSPHRASE = 'Contract tests ; play money'
export const [fee, escrow, issuer, customer, payee, forger, closing] = Array.from({ length: 7 }, () => Keypair.random())
export const [frozen, full, bare, demanding] = Array.from({ length: 4 }, () => Keypair.random())
export const USDC = `USDC:${issuer!.publicKey()}`
export type StellarWorld = World & { url: string; faults: Faults; settings: StellarSettings }

function account(key: Keypair, ...balances: { asset: string; amount: string; limit?: string; authorized?: boolean }[]) {
  return { address: key.publicKey(), balances: [{ asset: 'native', amount: '1000' }, ...balances] }
}

export async function openStellarWorld(): Promise<StellarWorld> {
  const faults = createFaults()
  let ahead = 0
  const now = () => Date.now() + ahead
  const horizon = await startHorizon({
    port: 0,
    passphrase: PASSPHRASE,
    ledgerMs: LEDGER_MS,
    now: () => new Date(now()),
    journalFile: null,
    genesis: [
      account(fee!, { asset: USDC, amount: '0' }),
      account(escrow!, { asset: USDC, amount: '500' }),
      account(issuer!),
      account(customer!, { asset: USDC, amount: '10000' }),
      account(payee!, { asset: USDC, amount: '0' }),
      account(forger!),
      account(closing!),
      account(bare!),
      account(frozen!, { asset: USDC, amount: '5', authorized: false }),
      account(full!, { asset: USDC, amount: '90', limit: '100' }),
      { ...account(demanding!), data: { 'config.memo_required': '1' } },
    ],
    faults,
  })
  const settings = {
    horizonUrls: [horizon.url],
    passphrase: PASSPHRASE,
    issuers: { USDC: issuer!.publicKey() },
    ownAccounts: [fee!.publicKey(), escrow!.publicKey()],
  }
  const ledger = openStellarLedger(settings)
  const wrongLedger = openStellarLedger({ ...settings, passphrase: 'Some other network' })
  const treasury = openStellarTreasury({ ...settings, seed: escrow!.secret() })
  const hastyTreasury = openStellarTreasury({ ...settings, seed: escrow!.secret(), validSeconds: 60 })
  const customerTreasury = openStellarTreasury({ ...settings, seed: customer!.secret() })
  return {
    url: horizon.url,
    settings,
    asset: 'XLM',
    target: 'horizon',
    faults,
    submission: '/transactions_async',
    lookUp: (hash) => `/transactions/${hash}`,
    ledger,
    wrongLedger,
    treasury,
    hastyTreasury,
    customer: customerTreasury,
    platform: fee!.publicKey(),
    payee: payee!.publicKey(),
    newcomer: Keypair.random().publicKey(),
    nobody: Keypair.random().publicKey(),
    // Two base reserves, and one for the USDC trust line.
    reserve: new Decimal('1.5'),
    impossibleMemo: 'a text of more than twenty-eight bytes',
    now,
    async letPass(signed) {
      ahead += (Number(signed.validUntil) + 1) * 1_000 - now()
      horizon.closeLedger()
    },
    async isPast(signed) {
      const response = await fetch(`${horizon.url}/ledgers/${horizon.latestLedger()}`)
      const { closed_at: closedAt } = (await response.json()) as { closed_at: string }
      return Date.parse(closedAt) / 1000 > Number(signed.validUntil)
    },
    async passLedgers(count) {
      for (let closed = 0; closed < count; closed += 1) horizon.closeLedger()
    },
    async close() {
      await Promise.all([ledger, wrongLedger, treasury, hastyTreasury, customerTreasury].map((port) => port.close()))
      await horizon.close()
    },
  }
}

type Written = ReturnType<TransactionBuilder['build']>

/** Signs an outsider's transaction. The fee is in stroops per operation. */
export async function write(
  { url }: StellarWorld,
  written: { key: Keypair; operations: xdr.Operation[]; memo?: Memo; fee?: string },
): Promise<Written> {
  const { key, operations, memo = Memo.none() } = written
  const response = await fetch(`${url}/accounts/${key.publicKey()}`)
  const { sequence } = (await response.json()) as { sequence: string }
  const builder = new TransactionBuilder(new Account(key.publicKey(), sequence), {
    fee: written.fee ?? '1000',
    networkPassphrase: PASSPHRASE,
    timebounds: { minTime: 0, maxTime: 0 },
    memo,
  })
  for (const operation of operations) builder.addOperation(operation)
  const transaction = builder.build()
  transaction.sign(key)
  return transaction
}

/** Submits and waits until the transaction is in a ledger. Returns its hash. */
export async function send(
  { url, ledger, platform }: StellarWorld,
  transaction: Pick<Written, 'hash' | 'toEnvelope'>,
): Promise<string> {
  const hash = Buffer.from(transaction.hash()).toString('hex')
  const body = new URLSearchParams({ tx: transaction.toEnvelope().toXdr('base64') })
  await fetch(`${url}/transactions_async`, { method: 'POST', body })
  await eventually(
    () => ledger.findTransaction(hash, { account: platform }),
    (found) => found !== null,
  )
  return hash
}
