/** Links that name a reseller's code: guessing by them is limited, and uses up no tries at the coupon field. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openResellers, type Reseller } from '#tests/support/resellers/resellers.ts'
import { ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let reseller: Reseller
let couponDoor: typeof import('#app/fees/web/coupon-door.server.ts').couponDoor
let limits: typeof import('#app/kernel/web/http/limits.server.ts')

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world, { TRUSTED_IP_HEADER: 'fly-client-ip' })
  couponDoor = (await import('#app/fees/web/coupon-door.server.ts')).couponDoor
  limits = await import('#app/kernel/web/http/limits.server.ts')
  reseller = await (await openResellers(world)).aReseller('USDC')
})
afterAll(async () => {
  await limits?.closeLimits()
  await world?.[Symbol.asyncDispose]()
})

const from = (address: string) => new Request(`${ORIGIN}/login`, { headers: { 'fly-client-ip': address } })

test('a known code is said as often as one looks; a network that tried thirty others sees none for an hour', async () => {
  for (let time = 0; time < 40; time += 1) {
    expect(await couponDoor(from('203.0.113.7'), reseller.code)).toMatchObject({ name: 'Rita Reseller' })
  }
  for (let time = 0; time < 30; time += 1) expect(await couponDoor(from('203.0.113.7'), `GUESS${time}`)).toBeNull()
  expect(await couponDoor(from('203.0.113.7'), reseller.code)).toBeNull()
  expect(await couponDoor(from('198.51.100.7'), reseller.code)).not.toBeNull()

  // A payer from the same network can still enter a code.
  await limits.countTry('unknown_coupon_by_network', '203.0.113.7')
})
