/** A cursor is valid only in the history that it comes from: what proves that history, and what does not. */
import { describe, expect, it } from 'vitest'
import { HistoryDoubted, type Ledger, LedgerUnavailable, type PaymentsPage } from '#app/ledgers/ledger.ts'
import { PLACES, type Place, readOn, type Server } from './ledger-places.ts'

const MINUTE_MS = 60_000

describe.each(PLACES)('the history of $name', (place) => {
  type Stage = { server: Server; ledger: Ledger; start: PaymentsPage; pass(milliseconds: number): void }

  /** A server with a hundred ledgers and one payment that was read. Its clock stands still. */
  async function onStage(act: (stage: Stage) => Promise<void>): Promise<void> {
    let time = Date.now()
    const server = await place.start({ now: () => new Date(time) })
    const ledger = place.open([server.url])
    const pass = (milliseconds: number) => {
      time += milliseconds
    }
    try {
      for (let ledgers = 0; ledgers < 100; ledgers += 1) {
        pass(5_000)
        server.closeLedger()
      }
      await place.pay(server, '1')
      const start = await readOn(place, ledger, null)
      expect(start.payments).toHaveLength(1)
      await act({ server, ledger, start, pass })
    } finally {
      await ledger.close()
      await server.close()
    }
  }

  const readFrom = (place: Place, ledger: Ledger, { cursor, mark }: PaymentsPage) =>
    ledger.paymentsTo(place.account, { after: cursor, mark, limit: 200 })

  it('is marked with the last ledger that was read, as everybody sees it', () =>
    onStage(async ({ ledger, start }) => {
      expect(start.mark).not.toBeNull()
      const { asked, newest } = await ledger.historyAt(start.mark!.sequence)
      expect(asked).toEqual(start.mark)
      expect(newest.sequence).toBeGreaterThanOrEqual(start.mark!.sequence)
    }))

  it('ends with the ledger that closed last, to within ten seconds of when it did', () =>
    onStage(async ({ server, ledger, pass }) => {
      pass(60_000)
      const sequence = server.closeLedger()
      const closed = await ledger.newestClosed()
      expect(closed).toEqual((await ledger.historyAt(sequence)).newest)
      expect(closed.sequence).toBe(sequence)
      pass(30_000)
      server.closeLedger()
      const later = (await ledger.newestClosed()).closedAt.getTime() - closed.closedAt.getTime()
      expect(Math.abs(later - 30_000)).toBeLessThanOrEqual(10_000)
    }))

  it('has no newest ledger when no server says so', () =>
    onStage(async ({ server, ledger }) => {
      server.faults.set({ target: place.target, kind: 'server_error' })
      await expect(ledger.newestClosed()).rejects.toThrow(LedgerUnavailable)
    }))

  it('is doubted as soon as a ledger that began anew has closed one ledger, however long ago the reset', () =>
    onStage(async ({ server, ledger, start, pass }) => {
      server.reset()
      // The XRP Ledger rounds close times to ten seconds, so they may be ahead of the clock.
      pass(30_000)
      await place.pay(server, '2')
      await expect(readFrom(place, ledger, start)).rejects.toMatchObject({ doubt: 'shorter_chain' })
      await expect(readFrom(place, ledger, start)).rejects.toThrow(HistoryDoubted)
    }))

  it('is doubted when a ledger that began anew has grown past the cursor', () =>
    onStage(async ({ server, ledger, start, pass }) => {
      server.reset()
      pass(5_000)
      await place.pay(server, '2')
      while (server.closeLedger() < start.mark!.sequence + 50);
      await expect(readFrom(place, ledger, start)).rejects.toMatchObject({ doubt: 'other_history' })
    }))

  it('is waited for when the server lags by minutes, and doubted when it ends long before what was read', () =>
    onStage(async ({ server, ledger, pass }) => {
      pass(20 * MINUTE_MS)
      const early = server.closeLedger()
      pass(9 * MINUTE_MS)
      server.closeLedger()
      await place.pay(server, '3')
      const seen = await readOn(place, ledger, null)
      const behind = (lagLedgers: number) => {
        server.faults.clear()
        server.faults.set({ target: place.target, kind: 'lag', lagLedgers })
        return readFrom(place, ledger, seen).catch((error: unknown) => error)
      }
      const late = seen.mark!.sequence
      const lagging = await behind(late - early)
      expect(lagging).toBeInstanceOf(LedgerUnavailable)
      expect(lagging).not.toBeInstanceOf(HistoryDoubted)
      expect(await behind(late - early + 1)).toMatchObject({ doubt: 'shorter_chain' })
      server.faults.clear()
      await expect(readFrom(place, ledger, seen)).resolves.toMatchObject({ payments: [] })
    }))

  it('is doubted when the server has forgotten ledgers after the cursor', () =>
    onStage(async ({ server, ledger, start }) => {
      const { sequence } = start.mark!
      for (let ledgers = 0; ledgers < 10; ledgers += 1) server.closeLedger()
      server.forgetBefore(sequence)
      await expect(readFrom(place, ledger, start)).resolves.toMatchObject({ payments: [] })
      server.forgetBefore(sequence + 2)
      await expect(readFrom(place, ledger, start)).rejects.toMatchObject({ doubt: 'history_gone' })
    }))

  it('is doubted when a cursor without a mark is ahead of the server', () =>
    onStage(async ({ server, ledger, start }) => {
      const { sequence } = start.mark!
      const ahead = { ...start, mark: null, cursor: ledger.cursorBefore(sequence + 10) }
      await expect(readFrom(place, ledger, ahead)).rejects.toMatchObject({ doubt: 'shorter_chain' })
      const manipulated = { ...ahead, mark: start.mark }
      await expect(readFrom(place, ledger, manipulated)).rejects.toMatchObject({ doubt: 'shorter_chain' })
      while (server.closeLedger() < sequence + 10);
      await expect(readFrom(place, ledger, ahead)).resolves.toMatchObject({ payments: [] })
    }))

  it('gets its mark when the cursor has none yet', () =>
    onStage(async ({ ledger, start }) => {
      const page = await readFrom(place, ledger, { ...start, mark: null })
      expect(page).toMatchObject({ payments: [], cursor: start.cursor, mark: start.mark })
    }))

  it('is read again from any ledger, that ledger included', () =>
    onStage(async ({ server, ledger, start }) => {
      for (let ledgers = 0; ledgers < 5; ledgers += 1) server.closeLedger()
      await place.pay(server, '4')
      const { payments: all } = await readOn(place, ledger, null)
      expect(all.map(({ memo }) => memo)).toEqual(['1', '4'])
      const readAgain = async (from: number) => {
        const { asked: mark } = await ledger.historyAt(from)
        return (await readOn(place, ledger, { ...start, cursor: ledger.cursorBefore(from), mark })).payments
      }
      const { sequence } = start.mark!
      expect((await readAgain(sequence)).map(({ memo }) => memo)).toEqual(['1', '4'])
      expect((await readAgain(sequence + 1)).map(({ memo }) => memo)).toEqual(['4'])
    }))
})
