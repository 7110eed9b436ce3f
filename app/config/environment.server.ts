/**
 * Reads settings from the environment. Secrets may come from files, as container platforms provide them: NAME_FILE
 * holds the path of a file with the value of NAME. Error messages contain names and paths, never the content of a file.
 */
import { readFileSync, statSync } from 'node:fs'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { ConfigInvalid } from './values.ts'

export type Environment = Record<string, string | undefined>

/** Names that settings had before, and what they are called now. The old name is read, and its process says so once. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  HELD_SEALING_KEY: 'ONCHAIN_SEALING_KEY',
  PAYOUT_LANES: 'PAYOUT_SLOTS',
  STELLAR_KEEPER_ACCOUNT: 'STELLAR_SPONSOR_ACCOUNT',
  STELLAR_KEEPER_SEED: 'STELLAR_SPONSOR_SEED',
  XRPL_KEEPER_ACCOUNT: 'XRPL_SPONSOR_ACCOUNT',
  XRPL_KEEPER_SEED: 'XRPL_SPONSOR_SEED',
}

/** Settings that give power to move money: only the worker may have them. */
export const SIGNING_SETTINGS = [
  'STELLAR_ESCROW_SEED',
  'STELLAR_FEE_SEED',
  'XRPL_ESCROW_SEED',
  'XRPL_FEE_SEED',
  'STELLAR_CHANNEL_SEED',
  'STELLAR_ANCHOR_SEED',
  'STELLAR_SPONSOR_SEED',
  'STELLAR_ARBITER_SEED',
  'XRPL_SPONSOR_SEED',
  'ONCHAIN_SEALING_KEY',
  'SIGNER_TOKEN',
] as const

/** The same, and what they were called before. */
export const SIGNING_NAMES: readonly string[] = [
  ...SIGNING_SETTINGS,
  ...Object.keys(FORMER_NAMES).filter((name) => SIGNING_SETTINGS.some((signing) => signing === FORMER_NAMES[name])),
]

/** Every setting that may be kept in a file. Addresses of servers and webhooks often contain a key. */
export const SECRET_SETTINGS = [
  ...SIGNING_SETTINGS,
  'DATABASE_URL',
  'SESSION_SECRET',
  'HORIZON_URL',
  'XRPL_URL',
  'RESEND_API_KEY',
  'RESEND_WEBHOOK_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'TURNSTILE_SECRET_KEY',
  'ALERT_WEBHOOK_URL',
  'ALERT_WEBHOOK_SECRET',
] as const

/** A secret is short: a larger file, such as a log or a device named by mistake, is refused. */
const MOST_BYTES = 65_536

export const bothNames = (name: string): [string, string] => [name, `${name}_FILE`]

/** Settings whose empty value has a meaning: no link, no promise. For all others, empty means not set. */
export const EMPTY_MEANS: readonly string[] = ['EXTERNAL_ESCROW_URL', 'ANSWER_WORKING_DAYS']

/**
 * Returns the trimmed settings, with secrets read from their files and without empty values. `formerNames`: the former
 * names that were used. A setting with two values, one under each name, is a complaint.
 */
export function readEnvironment(env: Environment): {
  settings: Environment
  complaints: string[]
  formerNames: string[]
} {
  const settings: Environment = {}
  for (const [name, value] of Object.entries(env)) {
    const trimmed = value?.trim()
    if (trimmed !== undefined && (trimmed !== '' || EMPTY_MEANS.includes(name))) settings[name] = trimmed
  }
  const { complaints, formerNames } = givePresentNames(settings)
  for (const [name, fileName] of SECRET_SETTINGS.map(bothNames)) {
    const path = settings[fileName]
    if (path === undefined) continue
    delete settings[fileName]
    if (settings[name] !== undefined) {
      complaints.push(`${fileName}: is set together with ${name}; keep one of them`)
      continue
    }
    const secret = readSecret(path)
    if ('value' in secret) settings[name] = secret.value
    else complaints.push(`${fileName}: ${secret.complaint}`)
  }
  return { settings, complaints, formerNames }
}

/** Moves the values of former names to the present ones. Returns the former names, and a complaint about two values. */
export function givePresentNames(settings: Environment): { formerNames: string[]; complaints: string[] } {
  const complaints: string[] = []
  const formerNames: string[] = []
  for (const [formerName, presentName] of Object.entries(FORMER_NAMES)) {
    for (const [former, present] of [
      [formerName, presentName],
      [`${formerName}_FILE`, `${presentName}_FILE`],
    ] as const) {
      const value = settings[former]?.trim()
      if (!value) continue
      delete settings[former]
      if ((settings[present]?.trim() || value) === value) {
        settings[present] = value
        formerNames.push(former)
      } else complaints.push(`${former}: is called ${present} now, which has another value; keep ${present}`)
    }
  }
  return { formerNames, complaints }
}

function readSecret(path: string): { value: string } | { complaint: string } {
  try {
    const { size } = statSync(path)
    if (size > MOST_BYTES) return { complaint: `the file ${path} has ${size} bytes, and is no secret` }
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    if (value.trim() === '') return { complaint: `the file ${path} is empty` }
    return { value }
  } catch (error) {
    return { complaint: `the file ${path} cannot be read (${causeOf(error)}); correct the path, or who may read it` }
  }
}

/** Throws ConfigInvalid when the environment can sign. Not in development, where Vite puts .env into the process. */
export function refuseSigning(env: Environment): void {
  if (env.NODE_ENV === 'development') return
  const found = SIGNING_NAMES.flatMap(bothNames).filter((name) => env[name]?.trim())
  if (found.length === 0) return
  const take = found.map((name) => `-u ${name}`).join(' ')
  throw new ConfigInvalid(
    found
      .map((name) => `${name}: the web app must not be able to sign; give it to the worker alone`)
      .concat(`Where one place sets both, start the web app with env ${take} npm run start:web`),
  )
}
