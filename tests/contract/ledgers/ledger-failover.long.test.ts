/** With several servers of one ledger, a request moves on when the first server fails. */
import { createServer, type Server as NetServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { FaultKind } from '#harbour/faults.ts'
import { PLACES, type Server, slotOf } from './ledger-places.ts'
import { eventually } from './ledger-world.ts'

/** Accepts connections and never answers. */
async function startSilence(): Promise<{ port: number; close(): void }> {
  const sockets = new Set<{ destroy(): void }>()
  const server: NetServer = createServer((socket) => {
    sockets.add(socket)
    // A client that gives up resets the connection.
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe.each(PLACES)('with two servers of $name', (place) => {
  const asset = place.target === 'horizon' ? 'XLM' : 'XRP'

  async function withServers(act: (first: Server, second: Server) => Promise<void>, isOtherNetwork = false) {
    const first = await place.start({ isOtherNetwork })
    const second = await place.start()
    try {
      await act(first, second)
    } finally {
      await first.close()
      await second.close()
    }
  }

  async function askBoth(urls: string[]): Promise<{ balance: string | undefined; said: string[] }> {
    const said: string[] = []
    const note = (level: string) => (_: object, message: string) => void said.push(`${level}: ${message}`)
    const ledger = place.open(urls, { info: note('info'), warn: note('warn'), error: note('error') })
    try {
      return { balance: (await ledger.balance(place.account, asset))?.toFixed(), said }
    } finally {
      await ledger.close()
    }
  }

  it.each<FaultKind>(['drop_before', 'drop_after', 'too_many', 'server_error', 'html'])(
    'the second answers when the first does %s',
    (kind) =>
      withServers(async (first, second) => {
        first.faults.set({ target: place.target, kind })
        const { balance, said } = await askBoth([first.url, second.url])
        expect(balance).toMatch(/^1000?$/)
        expect(said).toEqual(['warn: ledger server failed'])
      }),
  )

  it('the second answers when nobody is at the first address', () =>
    withServers(async (first, second) => {
      const { url } = first
      const gone = await place.start()
      await gone.close()
      expect((await askBoth([gone.url, url])).balance).toMatch(/^1000?$/)
      expect((await askBoth([second.url, gone.url])).said).toEqual([])
    }))

  it('the second answers when the first takes the question and stays silent', async () => {
    const silence = await startSilence()
    const second = await place.start()
    try {
      const url = second.url.replace(/:\d+$/, `:${silence.port}`)
      expect((await askBoth([url, second.url])).balance).toMatch(/^1000?$/)
    } finally {
      silence.close()
      await second.close()
    }
  })

  it('a server of another network is never used, and told of as an error', () =>
    withServers(async (wrong, right) => {
      const { balance, said } = await askBoth([wrong.url, right.url])
      expect(balance).toMatch(/^1000?$/)
      expect(said).toEqual(['error: ledger server network mismatched'])
      const alone = place.open([wrong.url])
      await expect(alone.balance(place.account, asset)).rejects.toMatchObject({ doubt: 'other_network' })
      await expect(alone.balance(place.account, asset)).rejects.toThrow(LedgerUnavailable)
      await alone.close()
    }, true))

  it('a payout is signed, sent and judged by way of the second', () =>
    withServers(async (first, second) => {
      const treasury = place.openTreasury([first.url, second.url])
      try {
        first.faults.set({ target: place.target, kind: 'drop_before' })
        const lane = await slotOf(treasury, second)
        const order = { payoutId: 'p', asset, address: place.account, memo: '1', amount: new Decimal(1), lane } as const
        const signed = await treasury.sign(order)
        expect((await treasury.submit(signed)).note).not.toMatch(/no answer/)
        second.closeLedger()
        expect((await treasury.outcomeOf(signed)).kind).toBe('settled')
      } finally {
        await treasury.close()
      }
    }))

  it('a watch that breaks off goes on at the second', () =>
    withServers(async (first, second) => {
      const ledger = place.open([first.url, second.url])
      let wakes = 0
      const stop = ledger.watch(place.account, () => {
        wakes += 1
      })
      const more = (before: number) =>
        eventually(
          async () => wakes,
          (count) => count > before,
        )
      try {
        await more(0)
        const before = wakes
        first.faults.set({ target: place.target, kind: 'drop_before' })
        first.reset()
        await more(before)
        const open = wakes
        await place.pay(second, '5')
        await more(open)
      } finally {
        stop()
        await ledger.close()
      }
    }))
})
