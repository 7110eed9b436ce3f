/** Bare servers of both ledgers, which close ledgers only when a test says so, and the adapters that read them. */
import { Keypair } from '@stellar/stellar-sdk'
import { Client, Wallet } from 'xrpl'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { EndpointLog } from '#app/ledgers/endpoints.server.ts'
import type { Ledger, PaymentsPage, Treasury } from '#app/ledgers/ledger.ts'
import { openStellarLedger, openStellarTreasury } from '#app/ledgers/stellar.server.ts'
import { openXrplLedger, openXrplTreasury } from '#app/ledgers/xrpl.server.ts'
import { createFaults, type Faults, type FaultTarget } from '#harbour/faults.ts'
import { startHorizon } from '#harbour/horizon/server.ts'
import { startRippled } from '#harbour/rippled/server.ts'

const PASSPHRASE = 'Contract tests ; play money'
const NETWORK_ID = 764

export type Server = {
  url: string
  faults: Faults
  /** Returns the number of the closed ledger. */
  closeLedger(): number
  forgetBefore(ledger: number): void
  reset(): void
  close(): Promise<void>
}

export type Place = {
  name: string
  target: FaultTarget
  /** The account that is read. */
  account: string
  start(about?: { isOtherNetwork?: boolean; now?: () => Date }): Promise<Server>
  open(urls: string[], log?: EndpointLog): Ledger
  /** Pays out of the customer's account. */
  openTreasury(urls: string[]): Treasury
  /** Pays the account and closes a ledger. */
  pay(server: Server, memo: string): Promise<void>
}

/** Returns a free slot of the treasury; makes one first if there is none. */
export async function slotOf(treasury: Treasury, server: Pick<Server, 'closeLedger'>): Promise<string> {
  const find = () => treasury.findLanes({ wanted: 1, findTaken: async () => new Set() })
  const [known] = await find()
  if (known !== undefined) return known
  const making = await treasury.makeLanes(1)
  if (making === null) throw new Error('no lane can be made')
  await treasury.submit(making)
  server.closeLedger()
  const [made] = await find()
  if (made === undefined) throw new Error('no lane was made')
  return made
}

/** Reads on from a page until there are no more payments. */
export async function readOn(place: Place, ledger: Ledger, from: PaymentsPage | null): Promise<PaymentsPage> {
  const payments = []
  for (let page = from; ; ) {
    const request = { after: page?.cursor ?? null, mark: page?.mark ?? null, limit: 200 }
    page = await ledger.paymentsTo(place.account, request)
    payments.push(...page.payments)
    if (page.caughtUp) return { ...page, payments }
  }
}

function stellarPlace(): Place {
  const [platform, customer, issuer] = [Keypair.random(), Keypair.random(), Keypair.random()]
  const common = { passphrase: PASSPHRASE, issuers: { USDC: issuer.publicKey() }, ownAccounts: [] }
  const account = platform.publicKey()
  const openTreasury = (urls: string[]) =>
    openStellarTreasury({ horizonUrls: urls, ...common, seed: customer.secret() })
  return {
    name: 'Stellar',
    target: 'horizon',
    account,
    async start({ isOtherNetwork = false, now } = {}) {
      const faults = createFaults()
      const server = await startHorizon({
        port: 0,
        passphrase: isOtherNetwork ? 'Another network' : PASSPHRASE,
        ledgerMs: 0,
        journalFile: null,
        genesis: [account, customer.publicKey()].map((address) => ({
          address,
          balances: [{ asset: 'native', amount: '1000' }],
        })),
        faults,
        ...(now && { now }),
      })
      return { ...server, faults }
    },
    open: (urls, log) => openStellarLedger({ horizonUrls: urls, ...common, ...(log && { log }) }),
    openTreasury,
    async pay(server, memo) {
      const treasury = openTreasury([server.url])
      const order = {
        payoutId: memo,
        asset: 'XLM' as const,
        address: account,
        memo,
        amount: new Decimal(1),
        lane: await slotOf(treasury, server),
      }
      await treasury.submit(await treasury.sign(order))
      await treasury.close()
      server.closeLedger()
    },
  }
}

function xrplPlace(): Place {
  const [platform, customer] = [Wallet.generate(), Wallet.generate()]
  const account = platform.address
  return {
    name: 'the XRP Ledger',
    target: 'rippled',
    account,
    async start({ isOtherNetwork = false, now } = {}) {
      const faults = createFaults()
      const server = await startRippled({
        port: 0,
        networkId: isOtherNetwork ? NETWORK_ID + 1 : NETWORK_ID,
        ledgerMs: 0,
        journalFile: null,
        genesis: [account, customer.address].map((address) => ({ address, drops: '100000000' })),
        faults,
        ...(now && { now }),
      })
      return { ...server, faults }
    },
    open: (urls, log) => openXrplLedger({ urls, networkId: NETWORK_ID, ownAccounts: [], ...(log && { log }) }),
    openTreasury: (urls) =>
      openXrplTreasury({ urls, networkId: NETWORK_ID, ownAccounts: [], seed: customer.seed ?? '' }),
    async pay(server, memo) {
      const client = new Client(server.url)
      await client.connect()
      const payment = {
        TransactionType: 'Payment' as const,
        Account: customer.address,
        Destination: account,
        DestinationTag: Number(memo),
        Amount: '1000000',
      }
      const { tx_blob: blob } = customer.sign(await client.autofill(payment))
      await client.request({ command: 'submit', tx_blob: blob })
      await client.disconnect()
      server.closeLedger()
    },
  }
}

export const PLACES = [stellarPlace(), xrplPlace()]
