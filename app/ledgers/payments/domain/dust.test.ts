import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { DUST_BELOW, isDust } from './dust.ts'

const asset = fc.constantFrom(...ASSETS)
const share = fc.integer({ min: 1, max: 999 })

test('a few cents are dust, and what is no less than the floor never is', () => {
  fc.assert(
    fc.property(asset, share, (of, thousandths) => {
      const floor = DUST_BELOW[of]
      const amount = floor.times(thousandths).div(1000)
      expect(isDust({ asset: of, amount, stillDue: null })).toBe(true)
      expect(isDust({ asset: of, amount, stillDue: floor })).toBe(true)
      expect(isDust({ asset: of, amount: floor.plus(amount), stillDue: null })).toBe(false)
      // The missing amount is as small as that: the payer may well mean it.
      expect(isDust({ asset: of, amount, stillDue: floor.minus(amount) })).toBe(false)
    }),
  )
})

test('what we do not know the worth of is no dust', () => {
  expect(isDust({ asset: null, amount: new Decimal('1e-81'), stillDue: null })).toBe(false)
})
