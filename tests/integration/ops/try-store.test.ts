/** The document store is tested when a process starts, and health names the result. */

import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeFailureAtStart, tryOnce, tryStore } from '#app/ops/workflows/try-store.server.ts'
import { openStorage } from '#app/trade/documents/services/storage.server.ts'
import { type S3, startS3 } from '#tests/support/world/s3.ts'

let s3: S3
beforeEach(async () => {
  s3 = await startS3()
})
afterEach(() => s3.close())

test('a store that works is left as it was', async () => {
  expect(await tryOnce(await openStorage(s3.settings), 'incoming/trial')).toBeNull()
  expect([...s3.objects.keys()]).toEqual([])
})

test('one that refuses is told in words, once in the log and in health until it works', async () => {
  const storage = await openStorage(s3.settings)
  s3.trouble = { status: 403, code: 'AccessDenied' }
  const said: string[] = []
  const note = (facts: object, message: string) => void said.push(`${message}: ${JSON.stringify(facts)}`)
  const log = { debug: note, info: note, warn: note, error: note, fatal: note }
  const stop = tryStore({ storage, log, newId: () => 'one' })
  await expect.poll(() => storeFailureAtStart(storage)).toContain('refuses: unauthorized')
  stop()
  expect(said).toEqual([expect.stringContaining('document store check failed')])

  s3.trouble = null
  const stopAgain = tryStore({ storage, log, newId: () => 'two' })
  await expect.poll(() => storeFailureAtStart(storage)).toBeNull()
  stopAgain()
  expect(said).toHaveLength(1)
})
