/** Prisma's own commands find the database like everything else, also from the file of a secret. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

async function readUrl(): Promise<string | undefined> {
  const { default: config } = await import('../../prisma.config.ts')
  return config.datasource?.url
}

test('the database of DATABASE_URL, of a file, or none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-prisma-'))
  try {
    vi.stubEnv('DATABASE_URL', '')
    vi.stubEnv('DATABASE_URL_FILE', '')
    expect(await readUrl()).toBeUndefined()
    vi.resetModules()
    await writeFile(join(folder, 'url'), 'postgres://one/quayside\n')
    vi.stubEnv('DATABASE_URL_FILE', join(folder, 'url'))
    expect(await readUrl()).toBe('postgres://one/quayside')
    vi.resetModules()
    vi.stubEnv('DATABASE_URL_FILE', '')
    vi.stubEnv('DATABASE_URL', 'postgres://other/quayside')
    expect(await readUrl()).toBe('postgres://other/quayside')
  } finally {
    await rm(folder, { recursive: true })
  }
})
