/** The contract of on-chain escrow that every ledger must meet. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { RELEASE_MARGIN_SECONDS } from '#app/trade/onchain/domain/terms.ts'
import { type Ground, SILENCES, settle } from './onchain-ground.ts'

export function describeHolding(name: string, open: () => Promise<Ground>): void {
  describe(`money that ${name} holds`, () => {
    let ground: Ground
    let before: { buyer: bigint; seller: bigint }
    beforeEach(async () => {
      ground = await open()
      before = await ground.balances()
    })
    afterEach(() => ground.close())

    const gains = async () => {
      const { buyer, seller } = await ground.balances()
      return { buyer: buyer - before.buyer, seller: seller - before.seller }
    }

    it('is not found before it is locked, and is as agreed then', async () => {
      expect(await ground.findLocked()).toEqual([])
      await ground.lock()
      expect(await ground.findLocked()).toEqual([[]])
      expect(await ground.findEnd()).toBeNull()
      expect((await gains()).buyer <= -ground.units).toBe(true)
    })

    it('is released to the seller, all of it and once, however often the same bytes are sent', async () => {
      await ground.lock()
      const release = await ground.signRelease()
      await ground.keeper.submit(release)
      await ground.keeper.submit(release)
      ground.closeLedger()
      const outcome = await ground.keeper.outcomeOf(release)
      await ground.keeper.submit(release)
      ground.closeLedger()
      expect(await ground.keeper.outcomeOf(release)).toEqual(outcome)
      if (outcome.kind !== 'settled') throw new Error(`the release is ${outcome.kind}`)
      expect(outcome.feePaid.gt(0) && outcome.feePaid.lt('0.01')).toBe(true)
      expect((await gains()).seller).toBe(ground.units)
      expect(await ground.findLocked()).toEqual([])
      expect(await ground.findEnd()).toEqual({ by: ground.ends.released, hash: outcome.hash })
    })

    it('sends nothing when it signs', async () => {
      await ground.lock()
      const release = await ground.signRelease()
      ground.closeLedger()
      expect(await ground.keeper.outcomeOf(release)).toEqual({ kind: 'pending' })
      expect(await ground.findEnd()).toBeNull()
    })

    it.each(SILENCES)('is released once when the answer to its sending is lost: %s', async (kind) => {
      await ground.lock()
      const release = await ground.signRelease()
      ground.faults.set({ target: ground.target, kind, match: ground.submission, times: 1 })
      await ground.keeper.submit(release)
      ground.closeLedger()
      await ground.keeper.submit(release)
      ground.closeLedger()
      expect(await ground.keeper.outcomeOf(release)).toMatchObject({ kind: 'settled' })
      expect((await gains()).seller).toBe(ground.units)
    })

    it.each(SILENCES)('is not taken for gone, or for not locked, when the ledger does not answer: %s', async (kind) => {
      await ground.lock()
      const release = await ground.signRelease()
      const questions = [
        () => ground.findLocked(),
        () => ground.findEnd(),
        () => ground.held.obstaclesTo(ground.terms, 'before_locking'),
        () => ground.keeper.outcomeOf(release),
        () => ground.keeper.findLanes({ wanted: 1, findTaken: async () => new Set() }),
      ]
      for (const ask of questions) {
        ground.faults.set({ target: ground.target, kind })
        await expect(ask()).rejects.toThrow(LedgerUnavailable)
        ground.faults.clear()
        await ask()
      }
    })

    it('goes back to the buyer when the date has come', async () => {
      await ground.lock()
      const locked = await gains()
      ground.at(ground.terms.deadline + ground.firstOfExpiry)
      const outcome = await settle(ground, await ground.signExpiry())
      expect(outcome).toMatchObject({ kind: 'settled' })
      const { buyer, seller } = await gains()
      expect({ buyer: buyer - locked.buyer, seller }).toEqual({ buyer: ground.units - ground.feeOfExpiry, seller: 0n })
      expect(await ground.findEnd()).toMatchObject({ by: ground.ends.expired })
    })

    // The earliest moment is the margin before the date, then the date itself.
    it.each([-RELEASE_MARGIN_SECONDS, -1, 0, 1])(
      '%i seconds from the date exactly one of both ways is open',
      async (offset) => {
        await ground.lock()
        const isExpiry = offset >= ground.firstOfExpiry
        // The transaction that is due is sent second, so it succeeds only if the ledger refused the first.
        const release = await ground.signRelease()
        ground.at(ground.terms.deadline + offset)
        const expiry = await ground.signExpiry()
        for (const signed of isExpiry ? [release, expiry] : [expiry, release]) await ground.keeper.submit(signed)
        ground.closeLedger()
        const end = await ground.findEnd()
        expect(end?.by).toBe(isExpiry ? ground.ends.expired : ground.ends.released)
        expect((await gains()).seller).toBe(isExpiry ? 0n : ground.units)
      },
    )
  })
}
