/** The settings of the launcher, and the environment of each of its processes. */

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import {
  EMPTY_MEANS,
  type Environment,
  readEnvironment,
  SECRET_SETTINGS,
  SIGNING_SETTINGS,
} from '#app/config/environment.server.ts'
import { ConfigInvalid } from '#app/config.server.ts'
import { issuerSettings } from '#app/kernel/domain/assets.ts'
import { ROOT } from '../build.ts'
import { StartupProblem } from './problems.ts'

export type { Environment } from '#app/config/environment.server.ts'

/** The harbour's page, and its four stand-ins on the following ports. */
export const HARBOUR_PORTS = 5

export type LauncherSettings = {
  dataDir: string
  port: number
  harbourPort: number
  databasePort: number
  /** Milliseconds between two ledgers of the harbour; its own default when unset. */
  ledgerMs?: number | undefined
  /** An existing PostgreSQL server; the embedded one is not started then. */
  databaseUrl?: string | undefined
}

const portSetting = (name: string, preset: number) =>
  z.coerce
    .number({ error: `${name} must be a port number` })
    .int()
    .min(1, `${name} must be a port number`)
    .max(65_530)
    .default(preset)

const launcherEnvironment = z.object({
  DATA_DIR: z.string().default('data'),
  PORT: portSetting('PORT', 3000),
  HARBOUR_PORT: portSetting('HARBOUR_PORT', 3100),
  DATABASE_PORT: portSetting('DATABASE_PORT', 3105),
  HARBOUR_LEDGER_MS: z.coerce
    .number({ error: 'HARBOUR_LEDGER_MS must be a number of milliseconds' })
    .int()
    .min(10)
    .optional(),
  DATABASE_URL: z.string().optional(),
})

/** Returns the environment with secrets read from files (NAME_FILE). Throws StartupProblem. */
export function withSecretFiles(env: Environment): Environment {
  const { settings, complaints } = readEnvironment(env)
  if (complaints.length > 0) throw new StartupProblem(new ConfigInvalid(complaints).message)
  return settings
}

/** Reads the launcher's own settings. Throws StartupProblem with one sentence about the first wrong one. */
export function readSettings(env: Environment): LauncherSettings {
  const parsed = launcherEnvironment.safeParse(withoutEmpty(env))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new StartupProblem(`The setting ${issue?.path.join('.')} is wrong: ${issue?.message}.`)
  }
  const { DATA_DIR, PORT, HARBOUR_PORT, DATABASE_PORT, HARBOUR_LEDGER_MS, DATABASE_URL } = parsed.data
  return {
    dataDir: resolve(ROOT, DATA_DIR),
    port: PORT,
    harbourPort: HARBOUR_PORT,
    databasePort: DATABASE_PORT,
    ledgerMs: HARBOUR_LEDGER_MS,
    databaseUrl: DATABASE_URL,
  }
}

/** The settings for ledger-held escrows: for each ledger all of them or none. */
const STELLAR_SPONSORS = [
  'STELLAR_SPONSOR_ACCOUNT',
  'STELLAR_SPONSOR_SEED',
  'STELLAR_ARBITER_ADDRESS',
  'STELLAR_ARBITER_SEED',
]
const XRPL_SPONSORS = ['XRPL_SPONSOR_ACCOUNT', 'XRPL_SPONSOR_SEED', 'ONCHAIN_SEALING_KEY']

/** Limits do not apply to play money. */
const LIMITS = ['PAYOUT_LIMIT_USD', 'PAYOUT_LIMIT_HOUR_USD', 'PAYOUT_LIMIT_DAY_USD', 'PAYOUT_LIMIT_DIRECTED_USD']

/** Real names beside invented ones make no useful list: as soon as one is set, none comes from the harbour. */
const LIST_SETTINGS = [
  'OFAC_SDN_URL',
  'OFAC_CONSOLIDATED_URL',
  'UN_LIST_URL',
  'EU_LIST_URL',
  'UK_LIST_URL',
  'LISTS_ARE',
]

/**
 * What the harbour stands in for, grouped by settings that belong together. If one of `unless` is set, the real service
 * is meant and the harbour gives none of `gives`: a real Horizon with the harbour's passphrase does not work.
 */
const STAND_INS = [
  {
    unless: ['HORIZON_URL'],
    gives: [
      'HORIZON_URL',
      'STELLAR_PASSPHRASE',
      ...issuerSettings(),
      'STELLAR_FEE_ACCOUNT',
      'STELLAR_ESCROW_ACCOUNT',
      'STELLAR_ESCROW_SEED',
      'STELLAR_FEE_SEED',
    ],
  },
  {
    unless: ['XRPL_URL'],
    gives: [
      'XRPL_URL',
      'XRPL_NETWORK_ID',
      'XRPL_FEE_ACCOUNT',
      'XRPL_ESCROW_ACCOUNT',
      'XRPL_ESCROW_SEED',
      'XRPL_FEE_SEED',
    ],
  },
  { unless: ['HORIZON_URL', ...STELLAR_SPONSORS], gives: STELLAR_SPONSORS },
  { unless: ['XRPL_URL', ...XRPL_SPONSORS], gives: XRPL_SPONSORS },
  { unless: ['COINGECKO_URL'], gives: ['COINGECKO_URL'] },
  { unless: ['KRAKEN_URL'], gives: ['KRAKEN_URL'] },
  { unless: LIST_SETTINGS, gives: LIST_SETTINGS },
  {
    unless: ['RESEND_BASE_URL', 'RESEND_API_KEY'],
    gives: ['RESEND_BASE_URL', 'RESEND_API_KEY', 'RESEND_WEBHOOK_SECRET'],
  },
  { unless: ['HORIZON_URL', 'XRPL_URL'], gives: LIMITS },
  // Time can be moved only where both ledgers have play money.
  { unless: ['HORIZON_URL', 'XRPL_URL', 'HARBOUR_CLOCK_URL'], gives: ['HARBOUR_CLOCK_URL'] },
]

/** Whether the harbour stands in for anything. */
export function needsHarbour(env: Environment): boolean {
  return STAND_INS.some(({ unless }) => unless.every((name) => !env[name]))
}

function pickHarbourSettings(env: Environment, harbour: Environment): Environment {
  const wanted = STAND_INS.filter(({ unless }) => unless.every((name) => !env[name])).flatMap(({ gives }) => gives)
  return Object.fromEntries(wanted.map((name) => [name, harbour[name]]))
}

export type Environments = { web: NodeJS.ProcessEnv; worker: NodeJS.ProcessEnv; harbour: NodeJS.ProcessEnv }

/** Returns the environment of each process: the launcher's own, completed from the harbour and the data folder. */
export async function environmentsOf(given: {
  settings: LauncherSettings
  databaseUrl: string
  harbour: Environment
  env: Environment
  mode: 'production' | 'development'
}): Promise<Environments> {
  const { settings } = given
  const env = withoutEmpty(given.env)
  const origin = originOf(settings.port)
  const shared = {
    PUBLIC_ORIGIN: origin,
    SESSION_SECRET: await rememberSecret(join(settings.dataDir, 'session-secret')),
    STORAGE_FOLDER: join(settings.dataDir, 'documents'),
    // Newcomers try the Admin Panel with play money, and without a phone.
    OPERATOR_SECOND_FACTOR: 'offered',
    ...pickHarbourSettings(env, given.harbour),
    ...env,
    DATABASE_URL: given.databaseUrl,
    DATA_DIR: settings.dataDir,
    NODE_ENV: given.mode,
  }
  return {
    web: { ...without(shared, SIGNING_SETTINGS), NODE_ENV: given.mode, HOST: '127.0.0.1', PORT: String(settings.port) },
    worker: shared,
    harbour: {
      // The harbour needs no secrets.
      ...without(env, SECRET_SETTINGS),
      NODE_ENV: given.mode,
      DATA_DIR: settings.dataDir,
      PUBLIC_ORIGIN: shared.PUBLIC_ORIGIN,
      HARBOUR_PORT: String(settings.harbourPort),
      ...(settings.ledgerMs === undefined ? {} : { HARBOUR_LEDGER_MS: String(settings.ledgerMs) }),
    },
  }
}

export function originOf(port: number): string {
  return `http://127.0.0.1:${port}`
}

/** Created once and stored, so that a restart signs nobody out. */
async function rememberSecret(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim()
  const secret = randomBytes(32).toString('hex')
  await writeFile(file, `${secret}\n`, { mode: 0o600 })
  return secret
}

function without(env: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)))
}

/** `NAME=` in an .env file means "not set". */
function withoutEmpty(env: Environment): Environment {
  const isSet = ([name, value]: [string, string | undefined]) =>
    value !== undefined && (value !== '' || EMPTY_MEANS.includes(name))
  return Object.fromEntries(Object.entries(env).filter(isSet))
}
