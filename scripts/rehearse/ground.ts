/**
 * The environment of a rehearsal: database, ledgers, bucket, certificate, and two web and two worker processes behind a
 * TLS proxy, started as in production, without the right to write files.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '#app/config/environment.server.ts'
import { type Harbour, startHarbour } from '#harbour/harbour.ts'
import { migrate } from '#prisma/migrate.ts'
import { seed } from '#prisma/seed.ts'
import { HARBOUR_PORTS } from '#scripts/launcher/environment.ts'
import { startS3 } from '#tests/support/world/s3.ts'
import { environmentsOf, readSettings } from '../launcher/environment.ts'
import { findFreePorts } from '../launcher/problems.ts'
import { makeCertificate } from './certificate.ts'
import { openPool, openRehearsedDatabase } from './database.ts'
import { type DebianProxy, startDebianProxy } from './debian-proxy.ts'
import { type Receiver, startReceiver } from './faults/receiver.ts'
import { startNodeProxy, type TlsProxy } from './node-proxy.ts'
import { openPlace, type Place } from './place.ts'

export type RehearsalOptions = {
  /** The folder of the program: the files of the image, or a checkout. */
  program: string
  proxy: 'node' | DebianProxy
  /** A PostgreSQL server to create a database in. */
  databaseUrl?: string | undefined
  ledgerMs: number
  /** Additional settings of all processes. */
  env?: Environment
}

export type Ground = AsyncDisposable & {
  origin: string
  harbour: Harbour
  databaseUrl: string
  /** Descriptions of its parts. */
  stands: string[]
  /** The settings of the worker, which has all of them. */
  settings: NodeJS.ProcessEnv
  /** Those of the web app, which has no keys. */
  webSettings: NodeJS.ProcessEnv
  program: string
  webs: [Place, Place]
  workers: [Place, Place]
  /** The ports of /health of both web processes. */
  healthPorts: [number, number]
  receiver: Receiver
}

export async function openGround(options: RehearsalOptions): Promise<Ground> {
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    return { ...(await startAll(options, closing)), [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

type Started = Omit<Ground, typeof Symbol.asyncDispose>

async function startAll(options: RehearsalOptions, closing: (() => Promise<unknown>)[]): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-rehearsal-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const database = await openRehearsedDatabase({ folder, url: options.databaseUrl })
  closing.push(database.close)
  await migrate(database.url)
  await seed(database.url)
  const pool = await openPool({ folder, url: database.url, mode: 'session' })
  if (pool) closing.push(pool.close)
  const first = await findFreePorts(HARBOUR_PORTS + 5)
  const harbour = await startHarbour({ port: first, ledgerMs: options.ledgerMs, dataDir: null })
  closing.push(harbour.close)
  const s3 = await startS3()
  closing.push(s3.close)
  const [one, two, proxyPort, healthOne, healthTwo] = [0, 1, 2, 3, 4].map((place) => first + HARBOUR_PORTS + place) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const upstreams: [number, number] = [one, two]
  const receiver = await startReceiver()
  closing.push(receiver.close)

  const certificate = await makeCertificate(folder)
  const at = { folder, port: proxyPort, upstreams, certificate }
  const proxy: TlsProxy =
    options.proxy === 'node' ? await startNodeProxy(at) : await startDebianProxy(options.proxy, at)
  closing.push(proxy.close)
  const origin = `https://127.0.0.1:${proxyPort}`
  const environments = await environmentsOf({
    settings: { ...readSettings({}), dataDir: folder },
    databaseUrl: pool?.url ?? database.url,
    harbour: harbour.environment(),
    env: {
      PATH: process.env.PATH,
      PUBLIC_ORIGIN: origin,
      TRUSTED_IP_HEADER: proxy.addressHeader,
      ...s3.environment(),
      OPERATOR_SECOND_FACTOR: 'offered',
      ALERT_WEBHOOK_URL: receiver.url,
      ...options.env,
    },
    mode: 'production',
  })
  const { program } = options
  const healthPorts: [number, number] = [healthOne, healthTwo]
  const webs = upstreams.map((port, place) =>
    openPlace({
      role: 'web',
      program,
      port,
      env: { ...environments.web, WEB_HEALTH_PORT: String(healthPorts[place]) },
    }),
  )
  const workers = [0, 1].map(() => openPlace({ role: 'worker', program, port: null, env: environments.worker }))
  closing.push(() => Promise.all([...webs, ...workers].map((place) => place.stop())))
  await Promise.all([...webs, ...workers].map((place) => place.start()))
  return {
    origin,
    harbour,
    databaseUrl: database.url,
    stands: [database.what, ...(pool ? [pool.what] : []), 'an S3 stand-in', `TLS by ${options.proxy}`, program],
    settings: environments.worker,
    webSettings: environments.web,
    program,
    webs: pairOf(webs),
    workers: pairOf(workers),
    healthPorts,
    receiver,
  }
}

function pairOf(places: Place[]): [Place, Place] {
  const [first, second] = places
  if (!first || !second) throw new Error('A rehearsal has two of each.')
  return [first, second]
}
