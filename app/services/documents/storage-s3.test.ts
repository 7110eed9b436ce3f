import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileMissing, type Storage, StorageRefused, StorageTrouble } from '#app/services/ports.ts'
import { type S3, startS3 } from '#tests/support/world/s3.ts'
import { openStorage } from './storage.server.ts'

let s3: S3
let storage: Storage

beforeEach(async () => {
  s3 = await startS3()
  storage = await openStorage(s3.settings)
})
afterEach(() => s3.close())

test('a file of unknown length reaches the bucket whole, moves and goes', async () => {
  const content = Buffer.alloc(200_000, 'Bill of lading ')
  await storage.put('incoming/a', Readable.from([content.subarray(0, 100), content.subarray(100)]))
  expect(s3.objects.get('incoming/a')?.content.equals(content)).toBe(true)

  await storage.move('incoming/a', 'confirmations/t_PackingList-1_a.pdf')
  expect([...s3.objects.keys()]).toEqual(['confirmations/t_PackingList-1_a.pdf'])
  expect(await text(await storage.read('confirmations/t_PackingList-1_a.pdf'))).toBe(content.toString())

  await storage.remove('confirmations/t_PackingList-1_a.pdf')
  expect(s3.objects.size).toBe(0)
})

test('a missing file says so, and may be removed all the same', async () => {
  await expect(storage.read('contracts/none')).rejects.toThrow(FileMissing)
  await expect(storage.remove('contracts/none')).resolves.toBeUndefined()
})

test('a file whose content breaks off leaves nothing behind', async () => {
  const breaking = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('connection lost')
    })(),
    { objectMode: false },
  )
  await expect(storage.put('incoming/a', breaking)).rejects.toThrow('connection lost')
  expect(s3.objects.size).toBe(0)
})

test('files that were left lying are found by their age', async () => {
  for (const name of ['incoming/old', 'incoming/new', 'contracts/old']) await storage.put(name, Readable.from(['x']))
  for (const key of ['incoming/old', 'contracts/old'])
    s3.objects.set(key, { content: Buffer.from('x'), at: new Date(0) })
  expect(await storage.olderThan('incoming', new Date(Date.now() - 3_600_000))).toEqual(['incoming/old'])
})

test.each([
  // Amazon's own answers, and those of services that use the status itself.
  [{ status: 403, code: 'InvalidAccessKeyId' }, 'unauthenticated'],
  [{ status: 403, code: 'SignatureDoesNotMatch' }, 'unauthenticated'],
  [{ status: 400, code: 'ExpiredToken' }, 'unauthenticated'],
  [{ status: 401 }, 'unauthenticated'],
  [{ status: 402 }, 'quota_exceeded'],
  [{ status: 400, code: 'XMinioAdminBucketQuotaExceeded' }, 'quota_exceeded'],
  [{ status: 507, code: 'XMinioStorageFull' }, 'quota_exceeded'],
  [{ status: 403, code: 'AccessDenied' }, 'unauthorized'],
  [{ status: 403 }, 'unauthorized'],
] as const)('a store that answers %o refuses: %s', async (answer, refusal) => {
  s3.trouble = answer
  const refused = await storage.put('incoming/a', Readable.from(['x'])).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StorageRefused)
  expect(refused).toMatchObject({ refusal })
})

test('a bucket that is gone, and a service that is down, are trouble but no refusal', async () => {
  const attempts = async () => [
    await storage.put('incoming/a', Readable.from(['x'])).catch((error: unknown) => error),
    await storage.olderThan('incoming', new Date()).catch((error: unknown) => error),
  ]
  s3.trouble = { status: 404, code: 'NoSuchBucket' }
  const [whenGone] = await attempts()
  expect(whenGone).toBeInstanceOf(StorageTrouble)
  expect(whenGone).not.toBeInstanceOf(StorageRefused)

  await s3.close()
  for (const error of await attempts()) {
    expect(error).toBeInstanceOf(StorageTrouble)
    expect(error).not.toBeInstanceOf(StorageRefused)
  }
})

test('a refused reader, mover and remover hear why, too', async () => {
  s3.trouble = { status: 403, code: 'AccessDenied' }
  for (const attempt of [
    () => storage.read('contracts/a'),
    () => storage.move('incoming/a', 'contracts/a'),
    () => storage.remove('contracts/a'),
    () => storage.olderThan('incoming', new Date()),
  ]) {
    await expect(attempt()).rejects.toThrow(StorageRefused)
  }
})
