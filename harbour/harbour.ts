/** The whole outside world on one machine: ledgers, price services, post, and the wallet's pages. */
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
  /** Of the wallet, the inbox and the machine endpoints. */
  origin: string
  horizon: Awaited<ReturnType<typeof startHorizon>>
  rippled: Awaited<ReturnType<typeof startRippled>>
  market: Market
  post: Post
  faults: Faults
  time: Pick<TimeShift, 'aheadMs' | 'forward'>
  /** The settings that point an app at this harbour. */
  environment(): Record<string, string>
  close(): Promise<void>
}

export type HarbourOptions = {
  /** The first of five consecutive ports; 0 takes any free ones. */
  port: number
  /** Time between ledgers. */
  ledgerMs: number
  /** The journals lie in its folder `harbour`. Null: nothing outlives this harbour. */
  dataDir: string | null
  /** Where the post tells what became of mails; nowhere where it is left out. */
  webhookUrl?: string | null
}

/** Rejects with the error of `listen` when a port is taken; then nothing keeps running. */
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
    // The clock jumps over time in which no ledgers closed, so that their numbers go on by one.
    time.onForward(() => horizon.passTime())
    const rippled = opened(
      await startRippled({
        port: portOf('rippled'),
        networkId: HARBOUR_NETWORK_ID,
        ledgerMs,
        journalFile: fileOf('rippled.jsonl'),
        genesis: xrplGenesis(),
        faults,
        // Its ledgers are numbered as they close, so dates of escrows can pass without years of empty ledgers.
        now: () => new Date(Date.now() + time.aheadMs()),
      }),
    )
    // Transactions go by the ledger before theirs: this is the one, so that whatever follows the jump goes by the new time.
    time.onForward(() => rippled.closeLedger())
    // Where trades stand still nobody believes a price, so the market goes by the moved clock, too.
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
