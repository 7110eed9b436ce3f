/** A form that an outage of ours refuses is no attempt of the person's; one that the person got wrong is. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { register } from '#tests/support/world/people.ts'
import { setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

/** More than the limit (app/kernel/web/http/limits.server.ts). */
const TIMES = 65

let world: World
let follow: typeof import('#app/fees/routes/payment/form.server.ts').followIntent

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  follow = (await import('#app/fees/routes/payment/form.server.ts')).followIntent
})
afterAll(async () => {
  const { closeLimits } = await import('#app/kernel/web/http/limits.server.ts')
  await closeLimits()
  await world[Symbol.asyncDispose]()
})

async function tryOften(values: Record<string, string>): Promise<(string | number)[]> {
  const buyer = await register(world, { role: 'buyer' })
  const ends: (string | number)[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const end = await follow(buyer.id, { fields: fieldsOf(values), language: 'en' }).catch((thrown: unknown) => thrown)
    ends.push(end instanceof Response ? end.status : isRefusal(end) ? end.refused : 'done')
  }
  return ends
}

test('no price is known: the same form can be sent as often as one likes', async () => {
  const ends = await tryOften({ intent: 'quote', asset: 'XRP', amountUsd: '48000', couponCode: '' })
  expect(new Set(ends)).toEqual(new Set(['price_unavailable']))
})

test('an amount that is none: at some time it is enough', async () => {
  const ends = await tryOften({ intent: 'quote', asset: 'XRP', amountUsd: 'many', couponCode: '' })
  expect(ends[0]).toBe('amount_invalid')
  expect(ends.at(-1)).toBe(429)
})

function fieldsOf(values: Record<string, string>): FormFields {
  const fields = new FormFields()
  for (const [name, value] of Object.entries(values)) fields.append(name, value)
  return fields
}
