import { expect, test } from 'vitest'
import { Stopped, unlessStopped } from './stop-wish.ts'

test('work that nobody stops answers for itself, and fails for itself', async () => {
  const { signal } = new AbortController()
  await expect(unlessStopped(signal, async () => 7)).resolves.toBe(7)
  await expect(unlessStopped(signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})

test('a wish ends the wait for it, whatever becomes of the work, and keeps more from beginning', async () => {
  const wish = new AbortController()
  const work = Promise.withResolvers<never>()
  const waiting = unlessStopped(wish.signal, () => work.promise)
  wish.abort()
  await expect(waiting).rejects.toThrow(Stopped)
  work.reject(new Error('its server has gone'))
  let hasBegun = false
  const begin = async () => {
    hasBegun = true
  }
  await expect(unlessStopped(wish.signal, begin)).rejects.toThrow(Stopped)
  expect(hasBegun).toBe(false)
})
