import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ROOT } from '#scripts/build.ts'
import { type Postgres, startPostgres } from '#scripts/launcher/postgres.ts'
import { findFreePorts } from '#scripts/launcher/problems.ts'

let home = ''
let port = 0
let toStop: Postgres[] = []
/** A cluster as the first start leaves it: creating one takes longer than the rest of a test. */
let made = ''

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'quayside-postgres-made-'))
  const folder = join(made, 'postgres')
  const server = await startPostgres({ folder, port: await findFreePorts(1), durability: 'fast' })
  await server.stop()
})

afterAll(() => rm(made, { recursive: true, force: true }))

beforeEach(async () => {
  // Only the owner may enter this folder, as with /root: a server that gave up root must still get in.
  home = await mkdtemp(join(tmpdir(), 'quayside-postgres-'))
  // The files must still belong to the account that the server runs as.
  await promisify(execFile)('cp', ['-Rp', join(made, 'postgres'), join(made, 'postgres.password'), home])
  port = await findFreePorts(2)
  toStop = []
})

afterEach(async () => {
  for (const server of toStop) await server.stop()
  await rm(home, { recursive: true, force: true })
})

async function start(settings: { port: number } = { port }): Promise<Postgres> {
  const server = await startPostgres({ folder: join(home, 'postgres'), durability: 'fast', ...settings })
  toStop.push(server)
  return server
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts a launcher in a process of its own, so that it can be killed. */
async function startElsewhere(): Promise<{ launcher: ChildProcess; url: string; pid: number }> {
  const script = join(ROOT, 'tests/support/runner/postgres-owner.ts')
  const launcher = spawn(process.execPath, [script, join(home, 'postgres'), String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: launcher.stdout }), 'line')
  return { launcher, ...JSON.parse(line) }
}

async function killLauncher(launcher: ChildProcess): Promise<void> {
  launcher.kill('SIGKILL')
  await once(launcher, 'exit')
}

test('what was written is there after a stop and a new start', async () => {
  const first = await start()
  await query(first.url, "create table boats as select 'Ana' as name")
  await first.stop()
  const second = await start()
  expect(await query(second.url, 'select name from boats')).toEqual([{ name: 'Ana' }])
})

test('the server speaks UTF-8 and UTC, and listens to this machine only', async () => {
  const { url } = await start()
  const shown = await query(
    url,
    `select current_setting('server_encoding') as encoding, current_setting('timezone') as timezone,
       current_setting('listen_addresses') as addresses, lower('ÄÖÞ') as lower`,
  )
  expect(shown).toEqual([{ encoding: 'UTF8', timezone: 'UTC', addresses: '127.0.0.1', lower: 'äöþ' }])
})

test('nobody gets in without the password', async () => {
  const { url } = await start()
  const address = new URL(url)
  address.password = 'guess'
  await expect(query(address.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('a server that outlived its killed launcher is taken over', async () => {
  const { launcher, url, pid } = await startElsewhere()
  await query(url, "create table boats as select 'Ana' as name")
  await killLauncher(launcher)
  const server = await start()
  expect(server.pid).toBe(pid)
  expect(await query(server.url, 'select name from boats')).toEqual([{ name: 'Ana' }])
})

test('a server that outlived its launcher on another port is restarted on the wanted one', async () => {
  const { launcher, url } = await startElsewhere()
  await killLauncher(launcher)
  const server = await start({ port: port + 1 })
  expect(new URL(server.url).port).toBe(String(port + 1))
  await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('a folder that a living launcher uses is left alone', async () => {
  const { launcher, url } = await startElsewhere()
  await expect(start({ port: port + 1 })).rejects.toThrow(
    /^Quayside is already running with the data folder .*stop it first/,
  )
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await killLauncher(launcher)
  await start()
})

test('the pid file of a crashed server does not stop the next start, even when another program has its number', async () => {
  const first = await start()
  const pidFile = join(home, 'postgres', 'postmaster.pid')
  const content = await readFile(pidFile, 'utf8')
  await first.stop()
  await writeFile(pidFile, content.replace(/^\d+/, String(process.pid)))
  const second = await start()
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a taken port gets one sentence', async () => {
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  await expect(start()).rejects.toThrow(
    `Port ${port} for the database is taken by another program: free it or choose another one with DATABASE_PORT.`,
  )
  other.close()
})

test('a folder where nothing can be written gets one sentence', async () => {
  await writeFile(join(home, 'file'), '')
  await expect(
    startPostgres({ folder: join(home, 'file', 'data', 'postgres'), port, durability: 'fast' }),
  ).rejects.toThrow(
    /^Quayside cannot write to the folder .*\(ENOTDIR\): make it writable or choose another one with DATA_DIR\.$/,
  )
})

test('the end of the server is told, whoever stops it', async () => {
  const server = await start()
  process.kill(server.pid, 'SIGINT')
  await server.ended
})
