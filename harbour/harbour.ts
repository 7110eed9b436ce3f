/** Stand-ins for all external services on one machine: ledgers, price services, email, and the wallet's pages. */
import { join } from 'node:path'
import { HARBOUR_NETWORK_ID, HARBOUR_PASSPHRASE } from '#harbour/accounts.ts'
import { environmentOf, PORT_OFFSETS } from '#harbour/environment.ts'
import { createFaults, type Faults } from '#harbour/faults.ts'
import { stellarGenesis, USDC_ISSUER, xrplGenesis } from '#harbour/genesis.ts'
import { startHorizon } from '#harbour/horizon/server.ts'
import { historiesIn } from '#harbour/ledger-weather.ts'
import { type Market, startMarket } from '#harbour/market/server.ts'
import { type Post, startPost } from '#harbour/post/server.ts'
import { startRippled } from '#harbour/rippled/server.ts'
import { openTimeShift, type TimeShift } from '#harbour/time/shift.ts'
import { createPay } from '#harbour/wallet/pay.ts'
import { startWallet } from '#harbour/wallet/server.ts'
import { openStellarPurse } from '#harbour/wallet/stellar-purse.ts'
import { openXrplPurse } from '#harbour/wallet/xrpl-purse.ts'

export type Harbour = {
  /** URL of the wallet, the inbox and the machine endpoints. */
  origin: string
  horizon: Awaited<ReturnType<typeof startHorizon>>
  rippled: Awaited<ReturnType<typeof startRippled>>
  market: Market
  post: Post
  faults: Faults
  time: Pick<TimeShift, 'aheadMs' | 'forward'>
  environment(): Record<string, string>
  close(): Promise<void>
}

export type HarbourOptions = {
  /** The first of five consecutive ports; 0: any free ports. */
  port: number
  /** Time between ledgers. */
  ledgerMs: number
  /** The journals are stored in its folder `harbour`. Null: nothing is persisted. */
  dataDir: string | null
  /** URL that receives delivery events of emails; left out: no events. */
  webhookUrl?: string | null
}

/** Rejects with the error of `listen` when a port is taken; what was started before is closed. */
export async function startHarbour({ port, ledgerMs, dataDir, webhookUrl = null }: HarbourOptions): Promise<Harbour> {
  const portOf = (standIn: keyof typeof PORT_OFFSETS) => (port === 0 ? 0 : port + PORT_OFFSETS[standIn])
  const fileOf = (name: string) => (dataDir === null ? null : join(dataDir, 'harbour', name))
  const faults = createFaults()
  const open: { close(): Promise<void> | void }[] = []
  const opened = <StandIn extends { close(): Promise<void> | void }>(standIn: StandIn): StandIn => {
    open.push(standIn)
    return standIn
  }
  const close = async () => {
    for (const standIn of open.splice(0).reverse()) await standIn.close()
  }

  try {
    const time = opened(openTimeShift(fileOf('time.jsonl')))
    const horizon = opened(
      await startHorizon({
        port: portOf('horizon'),
        passphrase: HARBOUR_PASSPHRASE,
        ledgerMs,
        journalFile: fileOf('horizon.jsonl'),
        genesis: stellarGenesis(),
        faults,
        now: () => new Date(Date.now() + time.aheadMs()),
      }),
    )
    // A jump of the clock closes one ledger, not all that it spans: ledger numbers stay consecutive.
    time.onForward(() => horizon.passTime())
    const rippled = opened(
      await startRippled({
        port: portOf('rippled'),
        networkId: HARBOUR_NETWORK_ID,
        ledgerMs,
        journalFile: fileOf('rippled.jsonl'),
        genesis: xrplGenesis(),
        faults,
        // Ledgers are numbered as they close, so dates of escrows can pass without years of empty ledgers.
        now: () => new Date(Date.now() + time.aheadMs()),
      }),
    )
    // Transactions are judged by the parent ledger's close time, so one ledger closes right after the jump.
    time.onForward(() => rippled.closeLedger())
    // The app rejects prices whose trades are old, so the market uses the shifted clock, too.
    const now = () => Date.now() + time.aheadMs()
    const market = opened(await startMarket({ port: portOf('market'), faults, stateFile: fileOf('market.json'), now }))
    const post = opened(
      await startPost({ port: portOf('post'), faults, journalFile: fileOf('post.jsonl'), webhookUrl }),
    )
    const terms = { passphrase: HARBOUR_PASSPHRASE, issuers: { USDC: USDC_ISSUER } }
    const purses = {
      stellar: openStellarPurse({ url: horizon.url, ...terms }),
      xrpl: openXrplPurse({ url: rippled.url }),
    }
    const wallet = opened(
      await startWallet({
        port: portOf('wallet'),
        terms,
        purses,
        pay: createPay(purses),
        post,
        market,
        faults,
        time,
        reset: (ledger) => ({ horizon, rippled })[ledger].reset(),
        weather: { rippled, historiesOf: (ledger) => historiesIn({ horizon, rippled }[ledger]) },
      }),
    )
    const urls = {
      wallet: wallet.url,
      horizon: horizon.url,
      rippled: rippled.url,
      market: market.url,
      post: post.url,
    }
    const environment = () => environmentOf(urls)
    return { origin: wallet.url, horizon, rippled, market, post, faults, time, environment, close }
  } catch (error) {
    await close()
    throw error
  }
}
