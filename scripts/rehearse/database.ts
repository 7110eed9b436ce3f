/** A rehearsal's database: a given server, or Debian's, or the embedded one; through a pool if one is installed. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { startPostgres } from '../launcher/postgres.ts'
import { planLaunch } from '../launcher/postgres-account.ts'
import { findFreePorts, StartupProblem } from '../launcher/problems.ts'
import { findProgram } from './debian-proxy.ts'

const DEBIAN = '/usr/lib/postgresql'
const POOL_LIMIT_MS = 20_000

export type RehearsedDatabase = { what: string; url: string; close(): Promise<void> }

/** `url`: a server in which to create a database, which is dropped at the end. */
export async function openRehearsedDatabase(at: {
  folder: string
  url: string | undefined
}): Promise<RehearsedDatabase> {
  if (at.url) return databaseOfServer(at.url)
  const programs = debianPrograms()
  const [port, folder] = [await findFreePorts(1), join(at.folder, 'postgres')]
  const server = await startPostgres({ folder, port, durability: 'safe', programs })
  const what = programs ? `PostgreSQL of ${programs}` : 'the embedded PostgreSQL'
  return { what, url: server.url, close: server.stop }
}

async function databaseOfServer(given: string): Promise<RehearsedDatabase> {
  const name = `rehearsal_${randomBytes(4).toString('hex')}`
  await runOn(given, `create database ${name}`)
  const url = new URL(given)
  url.pathname = `/${name}`
  const close = () => runOn(given, `drop database ${name} with (force)`)
  return { what: `PostgreSQL at ${url.host}`, url: url.href, close }
}

async function runOn(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

function debianPrograms(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined
  const versions = readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

/** PgBouncer's pool_mode. */
type PoolMode = 'session' | 'transaction' | 'statement'

/** Starts PgBouncer before the database; null: it is not installed. */
export async function openPool(at: { folder: string; url: string; mode: PoolMode }): Promise<RehearsedDatabase | null> {
  const program = findProgram('pgbouncer')
  if (program === null) return null
  const [port, folder] = [await findFreePorts(1), join(at.folder, `pool-${at.mode}`)]
  await mkdir(folder, { recursive: true })
  const { hostname, port: serverPort, username, password, pathname } = new URL(at.url)
  const name = pathname.slice(1)
  const file = join(folder, 'pgbouncer.ini')
  const settings = [
    '[databases]',
    `${name} = host=${hostname} port=${serverPort || 5432} dbname=${name} user=${username} password=${decodeURIComponent(password)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${at.mode}`,
    'max_client_conn = 400',
    'default_pool_size = 150',
  ]
  await writeFile(file, `${settings.join('\n')}\n`)
  const launch = await planLaunch({ programs: program, owned: [folder, file] })
  const [command = '', ...args] = [...launch.command, program, file]
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(launch.uid ? { uid: launch.uid, gid: launch.gid } : {}),
  })
  let said = ''
  child.stderr.on('data', (piece) => (said += String(piece)))
  const url = new URL(at.url)
  url.host = `127.0.0.1:${port}`
  for (const deadline = Date.now() + POOL_LIMIT_MS; ; await delay(100)) {
    if (
      await runOn(url.href, 'select 1').then(
        () => true,
        () => false,
      )
    )
      break
    if (child.exitCode !== null || Date.now() > deadline) throw new StartupProblem(`pgbouncer did not start:\n${said}`)
  }
  return {
    what: `through PgBouncer (${at.mode} pooling)`,
    url: url.href,
    async close() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
