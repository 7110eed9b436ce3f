import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ROOT } from '#scripts/build.ts'
import { ensureFreePort, findFreePorts } from '#scripts/launcher/problems.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'

const PATIENCE = { timeout: PATIENCE_MS, interval: 50 }

let dataDir = ''
let ports = { PORT: '', HARBOUR_PORT: '', DATABASE_PORT: '' }
const launchers: ChildProcess[] = []

// One folder for all tests, as one person has it: each start continues where the previous one ended.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quayside-launcher-'))
  const first = await findFreePorts(7)
  ports = { HARBOUR_PORT: String(first), PORT: String(first + 5), DATABASE_PORT: String(first + 6) }
})

afterAll(async () => {
  await endAll()
  await rm(dataDir, { recursive: true, force: true })
})

async function endAll(): Promise<void> {
  for (const launcher of launchers.splice(0)) await end(launcher, 'SIGTERM')
}

type Launch = { launcher: ChildProcess; output: () => string }

const DIRECTLY = [process.execPath, 'scripts/start.ts']

function launch(env: Record<string, string> = {}, command = DIRECTLY): Launch {
  const [program = '', ...args] = command
  const launcher = spawn(program, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir, ...ports, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [launcher.stdout, launcher.stderr]) stream.on('data', (piece) => (output += String(piece)))
  launchers.push(launcher)
  return { launcher, output: () => output }
}

async function start(command = DIRECTLY): Promise<Launch> {
  const started = launch({}, command)
  await vi.waitFor(() => expect(started.output()).toContain('Ctrl-C stops everything'), PATIENCE)
  return started
}

async function end(launcher: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (launcher.exitCode === null && launcher.signalCode === null) {
    launcher.kill(signal)
    await once(launcher, 'exit')
  }
  return launcher.exitCode
}

/** Quayside's processes whose environment names this test's data folder, without its PostgreSQL's. */
async function processesOfThisTest(): Promise<{ pid: number; command: string; environment: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(
    pids.map(async (pid) => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
      return {
        pid: Number(pid),
        command: (await read('cmdline')).replaceAll('\0', ' '),
        environment: await read('environ'),
      }
    }),
  )
  return all.filter(
    ({ command, environment }) => environment.includes(`DATA_DIR=${dataDir}\0`) && !command.includes('start.ts'),
  )
}

async function find(part: string): Promise<{ pid: number; environment: string } | undefined> {
  return (await processesOfThisTest()).find(
    ({ command }) => command.includes(part) && command.includes('end-with-launcher'),
  )
}

async function expectFreePorts(): Promise<void> {
  for (const [setting, port] of Object.entries(ports))
    await ensureFreePort({ port: Number(port), use: 'test', setting })
}

describe('the first npm start', () => {
  let running: Launch

  beforeAll(async () => {
    running = await start()
  })
  afterAll(endAll)

  test('shows where everything is', async () => {
    const output = running.output()
    expect(output).toContain(`http://127.0.0.1:${ports.PORT}\n`)
    expect(output).toContain(`http://127.0.0.1:${ports.HARBOUR_PORT}/inbox`)
    expect(output).toMatch(/buyer +paid\.buyer@demo\.example/)
    const page = await fetch(`http://127.0.0.1:${ports.PORT}/`)
    expect(page.status).toBe(200)
  })

  test('keeps the keys from the web app', async () => {
    const [web, worker, harbour] = await Promise.all(
      ['remix-run/serve', 'programs/worker.js', 'programs/harbour.js'].map(find),
    )
    expect(worker?.environment).toMatch(/STELLAR_ESCROW_SEED=S/)
    expect(worker?.environment).toMatch(/XRPL_ESCROW_SEED=s/)
    expect(web?.environment).toContain('PUBLIC_ORIGIN=')
    expect(web?.environment).not.toContain('ESCROW_SEED')
    expect(harbour?.environment).not.toMatch(/ESCROW_SEED|DATABASE_URL|SESSION_SECRET/)
  })

  test('meanwhile a second one refuses in one sentence', async () => {
    const second = launch()
    await once(second.launcher, 'exit')
    expect(second.launcher.exitCode).toBe(1)
    expect(second.output()).toBe(
      `Port ${ports.PORT} for the web app is taken by another program: free it or choose another one with PORT.\n`,
    )
  })

  test('replaces a killed worker', async () => {
    const before = await find('programs/worker.js')
    process.kill(before?.pid ?? Number.NaN, 'SIGKILL')
    await vi.waitFor(async () => {
      const now = await find('programs/worker.js')
      expect(now?.pid).toBeTypeOf('number')
      expect(now?.pid).not.toBe(before?.pid)
    }, PATIENCE)
    expect(running.output()).toContain('The worker stopped (SIGKILL); another one starts.')
  })

  test('replaces a killed web app', async () => {
    const before = await find('remix-run/serve')
    process.kill(before?.pid ?? Number.NaN, 'SIGKILL')
    await vi.waitFor(async () => {
      const page = await fetch(`http://127.0.0.1:${ports.PORT}/healthz`)
      expect(page.status).toBe(200)
      expect((await find('remix-run/serve'))?.pid).not.toBe(before?.pid)
    }, PATIENCE)
    expect(running.output()).toContain('The web app stopped (SIGKILL); another one starts. See ')
  })

  test('starts a killed PostgreSQL again, and goes on with what was in it', async () => {
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
    const pid = async () => Number((await readFile(pidFile, 'utf8')).split('\n')[0])
    const before = await pid()
    process.kill(before, 'SIGKILL')
    await vi.waitFor(async () => {
      expect(await pid()).not.toBe(before)
      expect((await fetch(`http://127.0.0.1:${ports.PORT}/healthz`)).status).toBe(200)
    }, PATIENCE)
    expect(running.output()).toContain('PostgreSQL stopped; it is started again.')
  })

  test('stops everything on Ctrl-C', async () => {
    expect(await end(running.launcher, 'SIGINT')).toBe(0)
    expect(await processesOfThisTest()).toEqual([])
    await expectFreePorts()
  })
})

afterEach(({ task }) => (task.suite === undefined ? endAll() : undefined))

test('when the launcher itself is killed, its processes end, and the next start takes over the database', async () => {
  const secret = await readFile(join(dataDir, 'session-secret'), 'utf8')
  const { launcher } = await start()
  // It continues with the data of the previous start.
  expect(await readFile(join(dataDir, 'session-secret'), 'utf8')).toBe(secret)
  await end(launcher, 'SIGKILL')
  await vi.waitFor(async () => expect(await find('end-with-launcher')).toBeUndefined(), PATIENCE)
  const again = await start()
  expect(await end(again.launcher, 'SIGTERM')).toBe(0)
  await expectFreePorts()
})

test('SIGTERM to npm itself, as a supervisor sends it, stops everything in order', async () => {
  const { launcher, output } = await start(['npm', 'start'])
  expect(await end(launcher, 'SIGTERM')).toBe(0)
  expect(output()).toContain('Stopped. Everything is kept for the next start.')
  expect(await processesOfThisTest()).toEqual([])
  await expectFreePorts()
})

test('a data folder that cannot be written gets one sentence, and nothing is started', async () => {
  const folder = '/proc/quayside'
  const { launcher, output } = launch({ DATA_DIR: folder })
  await once(launcher, 'exit')
  expect(launcher.exitCode).toBe(1)
  expect(output()).toMatch(/^Quayside cannot write to the folder \/proc\/quayside \(E[A-Z]+\): .*DATA_DIR\.\n$/)
  expect(existsSync(folder)).toBe(false)
})
