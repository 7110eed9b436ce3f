/**
 * Which settings must be equal in every process of an installation, and what each process publishes about itself
 * (docs/decisions/104): a fingerprint of each such setting, and its limits.
 */
import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { forEachIssuerSetting } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { LIMIT_SETTINGS } from '#app/settlement/payouts/domain/payout-limits.ts'
import type { SettingName, Settings } from './schema.ts'

export type ComparisonRole = 'web' | 'worker'

/** `shown`: short and harmless, so both values may be displayed. `secret`: the database alone reveals nothing of it. */
type Compared = { among: readonly ComparisonRole[]; as: 'shown' | 'hashed' | 'secret' }

const everywhere = (as: Compared['as']): Compared => ({ among: ['web', 'worker'], as })
const ofWorkers = (as: Compared['as']): Compared => ({ among: ['worker'], as })
const ofWebs = (as: Compared['as']): Compared => ({ among: ['web'], as })
/** Server addresses, ports and user names: each machine may have its own. */
const MAY_DIFFER = null

export const COMPARED: Record<SettingName, Compared | null> = {
  NODE_ENV: everywhere('shown'),
  PUBLIC_ORIGIN: everywhere('shown'),
  DATABASE_URL: MAY_DIFFER,
  PRIVATE_HOSTS: MAY_DIFFER,
  SESSION_SECRET: everywhere('secret'),
  TRUSTED_IP_HEADER: ofWebs('shown'),
  TRUSTED_PROXY_HOPS: ofWebs('shown'),
  TRUSTED_REQUEST_ID_HEADER: ofWebs('shown'),
  OPERATOR_SECOND_FACTOR: ofWebs('shown'),
  LOG_LEVEL: MAY_DIFFER,

  HORIZON_URL: MAY_DIFFER,
  STELLAR_PASSPHRASE: everywhere('shown'),
  ...forEachIssuerSetting(() => everywhere('shown')),
  STELLAR_FEE_ACCOUNT: everywhere('shown'),
  STELLAR_ESCROW_ACCOUNT: everywhere('shown'),
  STELLAR_ESCROW_SEED: ofWorkers('secret'),
  STELLAR_FEE_SEED: ofWorkers('secret'),
  STELLAR_CHANNEL_SEED: ofWorkers('secret'),
  STELLAR_ANCHOR_SEED: ofWorkers('secret'),
  STELLAR_FEE_CAP: ofWorkers('shown'),
  STELLAR_FEE_CAP_LATE: ofWorkers('shown'),

  XRPL_URL: MAY_DIFFER,
  XRPL_NETWORK_ID: everywhere('shown'),
  XRPL_FEE_ACCOUNT: everywhere('shown'),
  XRPL_ESCROW_ACCOUNT: everywhere('shown'),
  XRPL_ESCROW_SEED: ofWorkers('secret'),
  XRPL_FEE_SEED: ofWorkers('secret'),
  XRPL_ESCROW_PUBLIC_KEY: ofWorkers('hashed'),
  XRPL_FEE_CAP: ofWorkers('shown'),
  XRPL_FEE_CAP_LATE: ofWorkers('shown'),

  STELLAR_SPONSOR_ACCOUNT: everywhere('shown'),
  STELLAR_SPONSOR_SEED: ofWorkers('secret'),
  STELLAR_ARBITER_ADDRESS: everywhere('shown'),
  STELLAR_ARBITER_SEED: ofWorkers('secret'),
  XRPL_SPONSOR_ACCOUNT: everywhere('shown'),
  XRPL_SPONSOR_SEED: ofWorkers('secret'),
  ONCHAIN_SEALING_KEY: ofWorkers('secret'),

  SIGNER_URL: MAY_DIFFER,
  SIGNER_TOKEN: MAY_DIFFER,
  SIGNER_LEDGERS: ofWorkers('shown'),

  PAYOUT_LATE_MINUTES: ofWorkers('shown'),
  PAYOUT_SLOTS: ofWorkers('shown'),
  FEDERATION: ofWebs('shown'),

  COINGECKO_URL: ofWorkers('secret'),
  KRAKEN_URL: ofWorkers('secret'),
  OFAC_SDN_URL: ofWorkers('secret'),
  OFAC_CONSOLIDATED_URL: ofWorkers('secret'),
  UN_LIST_URL: ofWorkers('secret'),
  EU_LIST_URL: ofWorkers('secret'),
  EU_FSF_TOKEN: ofWorkers('secret'),
  UK_LIST_URL: ofWorkers('secret'),
  LISTS_ARE: ofWorkers('shown'),
  LISTS_MAX_AGE_HOURS: everywhere('shown'),
  RETENTION_YEARS: everywhere('shown'),

  RESEND_API_KEY: ofWorkers('secret'),
  RESEND_BASE_URL: ofWorkers('secret'),
  RESEND_WEBHOOK_SECRET: ofWebs('secret'),
  HARBOUR_CLOCK_URL: everywhere('shown'),
  MAIL_FROM: ofWorkers('shown'),
  SUPPORT_EMAIL: everywhere('shown'),
  MAIL_REPLY_TO: ofWorkers('shown'),
  EXTERNAL_ESCROW_URL: ofWebs('shown'),

  COMPANY_NAME: everywhere('shown'),
  COMPANY_ADDRESS: everywhere('shown'),
  COMPANY_REGISTER: everywhere('shown'),
  COMPANY_LICENCE: everywhere('shown'),
  RECEIPT_TAX_LINE: ofWebs('shown'),
  GOVERNING_LAW: everywhere('shown'),
  SUPPORT_PHONE: everywhere('shown'),
  SUPPORT_HOURS: everywhere('shown'),
  ANSWER_WORKING_DAYS: everywhere('shown'),
  DECISION_WORKING_DAYS: everywhere('shown'),

  STORAGE_FOLDER: everywhere('shown'),
  S3_BUCKET: everywhere('shown'),
  // A bucket has one name in all regions, and each machine may open it with a role of its own.
  S3_REGION: MAY_DIFFER,
  AWS_REGION: MAY_DIFFER,
  S3_ENDPOINT: everywhere('shown'),
  S3_ACCESS_KEY_ID: MAY_DIFFER,
  S3_SECRET_ACCESS_KEY: MAY_DIFFER,

  TURNSTILE_SITE_KEY: ofWebs('shown'),
  TURNSTILE_SECRET_KEY: ofWebs('secret'),
  TURNSTILE_VERIFY_URL: ofWebs('shown'),
  CAPTCHA_FASTEST_MS: ofWebs('shown'),
  RATE_LIMIT_FACTOR: ofWebs('shown'),

  OPERATING_ACCOUNTS: everywhere('hashed'),
  FLOAT_LOW_XLM: everywhere('shown'),
  FLOAT_LOW_XRP: everywhere('shown'),

  CLAMD_ADDRESS: MAY_DIFFER,
  CLAMD_SILENT: ofWebs('shown'),
  UPLOAD_MAX_MB: everywhere('shown'),

  PAYOUT_LIMIT_USD: ofWorkers('shown'),
  PAYOUT_LIMIT_HOUR_USD: ofWorkers('shown'),
  PAYOUT_LIMIT_DAY_USD: ofWorkers('shown'),
  PAYOUT_LIMIT_DIRECTED_USD: ofWorkers('shown'),
  SMALL_REST_PERCENT: everywhere('shown'),
  SMALL_REST_USD: everywhere('shown'),
  COMMISSION_WAIT_DAYS: everywhere('shown'),

  HEALTH_HOST: MAY_DIFFER,
  WEB_HEALTH_PORT: MAY_DIFFER,
  WORKER_HEALTH_PORT: MAY_DIFFER,

  ALERT_WEBHOOK_URL: everywhere('secret'),
  ALERT_WEBHOOK_SECRET: everywhere('secret'),

  SERVICE_FEE: everywhere('shown'),
  XLM_BALANCE_CHECK: everywhere('shown'),
}

/** Longer values are shown as their hash. */
const LONGEST_SHOWN = 120
const HASH_SIGNS = 16

/**
 * Returns a fingerprint of each setting that must be equal in this role or in both, by setting name, as
 * ops/domain/settings-compare.ts reads it: `=value`, `#hash`, or `~session.hmac` for a secret, keyed with
 * SESSION_SECRET and naming that key: under another key the same secret has another fingerprint.
 */
export function fingerprintsOf(settings: Settings, role: ComparisonRole): Record<string, string> {
  const key = Buffer.from(hkdfSync('sha256', settings.SESSION_SECRET, 'quayside', 'setting-fingerprints', 32))
  const keyed = (name: string, text: string) =>
    createHmac('sha256', key).update(`${name}\n${text}`).digest('hex').slice(0, HASH_SIGNS)
  const session = keyed('SESSION_SECRET', '')
  const fingerprint = (name: SettingName, as: Compared['as']): string => {
    const text = textOf(settings[name])
    if (name === 'SESSION_SECRET') return `~${session}`
    if (as === 'secret') return `~${session}.${keyed(name, text)}`
    if (as === 'shown' && text.length <= LONGEST_SHOWN) return `=${text}`
    return `#${createHash('sha256').update(text).digest('hex').slice(0, HASH_SIGNS)}`
  }
  const all = Object.entries(COMPARED) as [SettingName, Compared | null][]
  return Object.fromEntries(
    all.flatMap(([name, compared]) => (compared?.among.includes(role) ? [[name, fingerprint(name, compared.as)]] : [])),
  )
}

/**
 * Returns the money limits of this process by setting name, as plain decimals; null: no limit. Only workers report
 * payout limits: a web app often lacks these settings, and its defaults would be stricter than theirs.
 */
export function limitsOf(settings: Settings, role: ComparisonRole): Record<string, string | null> {
  const lists = { LISTS_MAX_AGE_HOURS: String(settings.LISTS_MAX_AGE_HOURS) }
  if (role === 'web') return lists
  const names = Object.values(LIMIT_SETTINGS)
  return { ...lists, ...Object.fromEntries(names.map((name) => [name, settings[name]?.toFixed() ?? null])) }
}

/** Equal values give equal text, however they were written. */
function textOf(value: Settings[SettingName]): string {
  if (value === undefined) return ''
  // For most of these settings null means: no limit, no link, no promise.
  if (value === null) return 'none'
  if (value instanceof Decimal) return value.toFixed()
  if (value instanceof URL) return value.href
  // The order of sealing keys matters: the first one seals. That of accounts and ledgers does not.
  if (Array.isArray(value)) {
    const parts = value.map((part) => (typeof part === 'string' ? part : part.id))
    return (typeof value[0] === 'string' ? parts.toSorted() : parts).join(',')
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
