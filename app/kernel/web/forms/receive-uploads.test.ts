import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StorageRefused } from '#app/ports.ts'
import { CONTRACT_KINDS } from '#app/trade/documents/domain/documents.ts'
import { openStorage } from '#app/trade/documents/services/storage.server.ts'
import { samplePdf } from '#tests/support/world/sample-files.ts'
import { readForm } from './read-form.server.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receive-uploads-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test.skipIf(!existsSync('/dev/full'))(
  'a store without room is told, the fields behind the file are read all the same, and nothing stays',
  async () => {
    await mkdir(join(folder, 'incoming'))
    await symlink('/dev/full', join(folder, 'incoming/full'))
    const body = new FormData()
    body.append('amount', '5')
    body.append('contract', new File([new Uint8Array(60_000)], 'contract.pdf'))
    body.append('contract', new File([new Uint8Array(samplePdf())], 'second.pdf'))
    body.append('notes', 'tea')
    const form = await readForm(new Request('http://127.0.0.1/submit', { method: 'POST', body }), {
      storage: await openStorage({ kind: 'folder', folder }),
      newId: () => 'full',
      files: { contract: { kinds: CONTRACT_KINDS, maxBytes: 100_000, maxCount: 2 } },
    })
    expect(form.trouble).toBeInstanceOf(StorageRefused)
    expect(form.trouble).toMatchObject({ refusal: 'quota_exceeded' })
    expect([form.fields.get('amount'), form.fields.get('notes')]).toEqual(['5', 'tea'])
    expect([form.uploads, form.problems]).toEqual([[], []])
    await form.discard()
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  },
)
