import { createWriteStream } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FileMissing, type Storage, StorageError, StorageRefused } from '#app/ports.ts'
import { type S3, startS3 } from '#tests/support/world/s3.ts'
import { openStorage } from './storage.server.ts'
import { codeOfDisk } from './storage-errors.ts'

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

describe('on a machine that lets us write nowhere', () => {
  // Nobody can write files there, not even root.
  beforeEach(() => vi.stubEnv('TMPDIR', '/proc/self'))
  afterEach(() => vi.unstubAllEnvs())

  const MEBIBYTE = 1024 * 1024

  test.each([0, 1, 5 * MEBIBYTE - 1, 5 * MEBIBYTE, 5 * MEBIBYTE + 1, 20_000_000])(
    'a file of %i bytes reaches the bucket whole',
    async (size) => {
      const content = Buffer.from(Array.from({ length: 251 }, (_, index) => index))
      const file = Buffer.alloc(size, content)
      const chunks = Array.from({ length: Math.ceil(size / 65_536) }, (_, at) =>
        file.subarray(at * 65_536, (at + 1) * 65_536),
      )
      await storage.put('incoming/a', Readable.from(chunks))
      expect(s3.objects.get('incoming/a')?.content.equals(file)).toBe(true)
      expect(s3.unfinished.size).toBe(0)
    },
  )

  test('what breaks off, or is refused on its way, leaves no part behind', async () => {
    const breaking = (reason: () => void) =>
      Readable.from(
        (async function* () {
          yield Buffer.alloc(6 * MEBIBYTE)
          reason()
          yield Buffer.alloc(6 * MEBIBYTE)
        })(),
        { objectMode: false },
      )
    const lost = breaking(() => {
      throw new Error('connection lost')
    })
    await expect(storage.put('incoming/a', lost)).rejects.toThrow('connection lost')
    const refused = breaking(() => {
      s3.trouble = { status: 403, code: 'AccessDenied', only: 'parts' }
    })
    await expect(storage.put('incoming/b', refused)).rejects.toThrow(StorageRefused)
    expect([s3.objects.size, s3.unfinished.size]).toEqual([0, 0])
  })

  test('files in memory are counted: one too many is our trouble, and the next one is taken', async () => {
    const streams = Array.from({ length: 32 }, () => new PassThrough())
    const puts = streams.map((stream, at) => storage.put(`incoming/${at}`, stream))
    for (const stream of streams) stream.write('x')
    await expect.poll(() => streams.every(({ readableLength }) => readableLength === 0)).toBe(true)
    const refused = await storage.put('incoming/more', Readable.from(['x'])).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StorageError)
    expect(refused).not.toBeInstanceOf(StorageRefused)
    for (const stream of streams) stream.end()
    await Promise.all(puts)
    await storage.put('incoming/more', Readable.from(['x']))
    expect(s3.objects.size).toBe(33)
  })
})

test('a full disk on the way to the bucket is told from content that breaks off', async () => {
  const full = await pipeline(Readable.from(['x']), createWriteStream('/dev/full')).catch((error: unknown) => error)
  expect(codeOfDisk(full)).toBe('ENOSPC')
  expect(codeOfDisk(new Error('connection lost'))).toBeNull()
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
  // Amazon's own answers, and those of services that use the status alone.
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
  expect(whenGone).toBeInstanceOf(StorageError)
  expect(whenGone).not.toBeInstanceOf(StorageRefused)

  await s3.close()
  for (const error of await attempts()) {
    expect(error).toBeInstanceOf(StorageError)
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
