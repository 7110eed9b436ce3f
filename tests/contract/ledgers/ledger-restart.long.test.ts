/** A server goes away and comes back: reads fail meanwhile and work again, and a watch resumes by itself. */
import { createServer } from 'node:net'
import { Keypair } from '@stellar/stellar-sdk'
import { describe, expect, it } from 'vitest'
import { Wallet } from 'xrpl'
import { type Ledger, LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { openStellarLedger } from '#app/ledgers/stellar.server.ts'
import { openXrplLedger } from '#app/ledgers/xrpl.server.ts'
import { createFaults } from '#harbour/faults.ts'
import { startHorizon } from '#harbour/horizon/server.ts'
import { startRippled } from '#harbour/rippled/server.ts'
import { eventually, LEDGER_MS } from './ledger-world.ts'

type Place = {
  account: string
  open(port: number): Ledger
  start(port: number): Promise<{ close(): Promise<void> }>
}

const passphrase = 'Contract tests ; play money'
const networkId = 765
const common = { ledgerMs: LEDGER_MS, journalFile: null }

function stellar(): Place {
  const account = Keypair.random().publicKey()
  const genesis = [{ address: account, balances: [{ asset: 'native' as const, amount: '10' }] }]
  return {
    account,
    open: (port) =>
      openStellarLedger({
        horizonUrls: [`http://127.0.0.1:${port}`],
        passphrase,
        issuers: { USDC: Keypair.random().publicKey() },
        ownAccounts: [],
      }),
    start: (port) => startHorizon({ ...common, port, passphrase, genesis, faults: createFaults() }),
  }
}

function xrpl(): Place {
  const account = Wallet.generate().address
  const genesis = [{ address: account, drops: '10000000' }]
  return {
    account,
    open: (port) => openXrplLedger({ urls: [`ws://127.0.0.1:${port}`], networkId, ownAccounts: [] }),
    start: (port) => startRippled({ ...common, port, networkId, genesis, faults: createFaults() }),
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe.each([
  { name: 'Stellar', place: stellar() },
  { name: 'the XRP Ledger', place: xrpl() },
])('the server of $name', ({ place }) => {
  it('may be absent at first, come, go and come back', async () => {
    const port = await findFreePort()
    const ledger = place.open(port)
    let wakes = 0
    const stop = ledger.watch(place.account, () => {
      wakes += 1
    })
    try {
      const asset = ledger.network === 'xrpl' ? 'XRP' : 'XLM'
      const read = () => ledger.balance(place.account, asset).then((balance) => balance?.toFixed())
      for (const round of ['first', 'second']) {
        await expect(read(), round).rejects.toThrow(LedgerUnavailable)
        const before = wakes
        const server = await place.start(port)
        try {
          expect(await read(), round).toBe('10')
          await eventually(
            async () => wakes,
            (count) => count > before,
          )
        } finally {
          await server.close()
        }
      }
      await expect(read()).rejects.toThrow(LedgerUnavailable)
    } finally {
      stop()
      await ledger.close()
    }
  })
})
