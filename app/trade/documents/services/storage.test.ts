import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FileMissing, type Storage, StorageError, StorageRefused } from '#app/ports.ts'
import { openStorage } from './storage.server.ts'
import { storageErrorOf } from './storage-errors.ts'

let folder: string
let storage: Storage

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-test-'))
  storage = await openStorage({ kind: 'folder', folder })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function filesThere(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe('files in a folder', () => {
  test('come back as they were put', async () => {
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
    await storage.put('contracts/u1_1-ab_contract.pdf', Readable.from([content.subarray(0, 7), content.subarray(7)]))
    expect((await buffer(await storage.read('contracts/u1_1-ab_contract.pdf'))).equals(content)).toBe(true)
  })

  test('move to their place, and are gone from the old one', async () => {
    await storage.put('incoming/a', Readable.from(['content']))
    await storage.move('incoming/a', 'confirmations/t_PackingList-1_a.pdf')
    expect(await text(await storage.read('confirmations/t_PackingList-1_a.pdf'))).toBe('content')
    await expect(storage.read('incoming/a')).rejects.toThrow(FileMissing)
  })

  test('that are missing say so, and may be removed all the same', async () => {
    await expect(storage.read('contracts/none')).rejects.toThrow(FileMissing)
    await expect(storage.move('contracts/none', 'contracts/other')).rejects.toThrow(FileMissing)
    await expect(storage.remove('contracts/none')).resolves.toBeUndefined()
  })

  test('whose content breaks off leave nothing behind', async () => {
    const breaking = (after: number) =>
      Readable.from(
        (async function* () {
          for (let i = 0; i < after; i++) yield Buffer.alloc(100_000, i)
          throw new Error('connection lost')
        })(),
        { objectMode: false },
      )
    for (const after of [0, 1, 20]) {
      await expect(storage.put(`incoming/${after}`, breaking(after))).rejects.toThrow('connection lost')
    }
    expect(await filesThere()).toEqual([])
  })

  test.each(['../outside', 'incoming/../../outside', 'incoming/\0', 'a b\nc?'])('%j is no key', async (key) => {
    await expect(storage.put(key, Readable.from(['x']))).rejects.toThrow()
    await expect(readdir(join(folder, '..')).then((names) => names.includes('outside'))).resolves.toBe(false)
  })

  test('that were left lying are found by their age', async () => {
    for (const name of ['old', 'new']) await storage.put(`incoming/${name}`, Readable.from(['x']))
    await storage.put('contracts/old', Readable.from(['x']))
    const yesterday = new Date(Date.now() - 86_400_000)
    await utimes(join(folder, 'incoming/old'), yesterday, yesterday)
    await utimes(join(folder, 'contracts/old'), yesterday, yesterday)
    expect(await storage.olderThan('incoming', new Date(Date.now() - 3_600_000))).toEqual(['incoming/old'])
    expect(await storage.olderThan(`none-${randomUUID()}`, new Date())).toEqual([])
  })
})

describe('a folder that refuses', () => {
  test.each([
    ['ENOSPC', 'quota_exceeded'],
    ['EDQUOT', 'quota_exceeded'],
    ['EACCES', 'unauthorized'],
    ['EROFS', 'unauthorized'],
  ])('%s is told as %s', (code, refusal) => {
    const error = Object.assign(new Error(code), { code, syscall: 'write' })
    expect(storageErrorOf(error)).toBeInstanceOf(StorageRefused)
    expect(storageErrorOf(new Error('wrapped', { cause: error }))).toMatchObject({ refusal })
  })

  test('a disk error is trouble, and an error of the content stays what it is', async () => {
    const broken = Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'write' })
    expect(storageErrorOf(broken)).toBeInstanceOf(StorageError)
    const ours = new RangeError('More than 20 bytes')
    expect(storageErrorOf(ours)).toBe(ours)
  })

  test('a folder that is a file takes nothing, and says so', async () => {
    await storage.put('incoming', Readable.from(['x']))
    await expect(storage.put('incoming/a', Readable.from(['x']))).rejects.toThrow(StorageError)
  })

  test.skipIf(!existsSync('/dev/full'))('a disk without room is told as full', async () => {
    await mkdir(join(folder, 'incoming'))
    await symlink('/dev/full', join(folder, 'incoming/a'))
    const refused = storage.put('incoming/a', Readable.from([Buffer.alloc(100_000)]))
    await expect(refused).rejects.toMatchObject({ name: 'StorageRefused', refusal: 'quota_exceeded' })
  })
})

test('a file that vanishes while old files are looked for is no trouble', async () => {
  await storage.put('incoming/stays', Readable.from(['x']))
  const later = new Date(Date.now() + 60_000)
  let isDone = false
  const churn = async () => {
    for (let i = 0; !isDone; i++) {
      await storage.put(`incoming/${i}`, Readable.from(['x']))
      await storage.remove(`incoming/${i}`)
    }
  }
  const churning = Promise.all([churn(), churn(), churn()])
  for (let i = 0; i < 40; i++) expect(await storage.olderThan('incoming', later)).toContain('incoming/stays')
  isDone = true
  await churning
})
