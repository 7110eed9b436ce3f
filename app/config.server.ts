/** The only parser of the environment. Every setting is documented in .env.example. */
import { forEachIssued, issuerSettingOf } from '#app/kernel/domain/assets.ts'
import { MEGABYTE } from '#app/kernel/domain/file-kind.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { alertHookOf } from './config/alert-hook.ts'
import { companyOf } from './config/company.ts'
import { type ComparisonRole, fingerprintsOf, limitsOf } from './config/comparison.ts'
import { type Environment, readEnvironment, refuseSigning } from './config/environment.server.ts'
import { moneyRulesOf } from './config/money-rules.ts'
import { PUBLIC_STELLAR } from './config/names.ts'
import { complaintsTogether } from './config/rules.ts'
import { settingsSchema } from './config/schema.ts'
import { screeningOf } from './config/screening.ts'
import { sponsorsOf } from './config/sponsors.ts'
import { ConfigInvalid, databaseUrl } from './config/values.ts'

export { ConfigInvalid } from './config/values.ts'

/** Some tools that read files of settings for containers keep the quotation marks: the value would be wrong. */
function complaintsAboutQuotes(settings: Environment): string[] {
  // Any text is a valid SESSION_SECRET, and a changed one would lock people out.
  const names = Object.keys(settingsSchema.shape).filter((name) => name !== 'SESSION_SECRET')
  return names
    .filter((name) => /^(["']).*\1$/s.test(settings[name] ?? ''))
    .map((name) => `${name}: has quotation marks around its value; take them out`)
}

export type Config = ReturnType<typeof parseConfig>

/**
 * Parses the settings, also those in files. Throws ConfigInvalid with one sentence per wrong setting. Refuses a web app
 * that can sign, because strangers talk to it (decision 104).
 */
export function parseConfig(env: Environment, role: 'web' | 'other' = 'other') {
  if (role === 'web') refuseSigning(env)
  const read = readEnvironment(env)
  const quoted = complaintsAboutQuotes(read.settings)
  const parsed = settingsSchema.safeParse(read.settings)
  const wrong = parsed.error?.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`) ?? []
  const known = [...read.complaints, ...quoted]
  const isKnown = (complaint: string) => {
    const name = complaint.split(':')[0]
    return known.some((other) => other.startsWith(`${name}_FILE:`) || other.startsWith(`${name}:`))
  }
  const complaints = [...known, ...new Set(wrong.filter((complaint) => !isKnown(complaint)))]
  if (parsed.data && complaints.length === 0) complaints.push(...complaintsTogether(parsed.data))
  if (!parsed.data || complaints.length > 0) throw new ConfigInvalid(complaints)
  const settings = parsed.data
  return {
    mode: settings.NODE_ENV,
    origin: settings.PUBLIC_ORIGIN.origin,
    isHttps: settings.PUBLIC_ORIGIN.protocol === 'https:',
    databaseUrl: settings.DATABASE_URL,
    sessionSecret: settings.SESSION_SECRET,
    trustedAddress: { header: settings.TRUSTED_IP_HEADER ?? null, hops: settings.TRUSTED_PROXY_HOPS },
    operatorSecondFactor: settings.OPERATOR_SECOND_FACTOR,
    trustedRequestIdHeader: settings.TRUSTED_REQUEST_ID_HEADER ?? null,
    logLevel: settings.LOG_LEVEL,
    /** Settings that were given under a former name. */
    formerNames: read.formerNames,
    stellar: {
      horizonUrls: settings.HORIZON_URL,
      passphrase: settings.STELLAR_PASSPHRASE,
      issuers: forEachIssued((asset) => settings[issuerSettingOf(asset)]),
      isPublic: settings.STELLAR_PASSPHRASE === PUBLIC_STELLAR,
      feeAccount: settings.STELLAR_FEE_ACCOUNT,
      escrowAccount: settings.STELLAR_ESCROW_ACCOUNT,
      escrowSeed: settings.STELLAR_ESCROW_SEED,
      feeSeed: settings.STELLAR_FEE_SEED,
      channelSeed: settings.STELLAR_CHANNEL_SEED,
      anchorSeed: settings.STELLAR_ANCHOR_SEED,
      feeCaps: { usual: BigInt(settings.STELLAR_FEE_CAP), urgent: BigInt(settings.STELLAR_FEE_CAP_LATE) },
    },
    xrpl: {
      urls: settings.XRPL_URL,
      networkId: settings.XRPL_NETWORK_ID,
      feeAccount: settings.XRPL_FEE_ACCOUNT,
      escrowAccount: settings.XRPL_ESCROW_ACCOUNT,
      escrowSeed: settings.XRPL_ESCROW_SEED,
      feeSeed: settings.XRPL_FEE_SEED,
      publicKey: settings.XRPL_ESCROW_PUBLIC_KEY,
      feeCaps: { usual: settings.XRPL_FEE_CAP, urgent: settings.XRPL_FEE_CAP_LATE },
    },
    keepers: sponsorsOf(settings),
    signer: { url: settings.SIGNER_URL, token: settings.SIGNER_TOKEN, ledgers: settings.SIGNER_LEDGERS },
    payouts: { lanes: settings.PAYOUT_SLOTS, lateAfterMs: settings.PAYOUT_LATE_MINUTES * 60_000 },
    federation: { isOn: settings.FEDERATION === 'on' },
    market: { coinGeckoUrl: settings.COINGECKO_URL, krakenUrl: settings.KRAKEN_URL },
    screening: screeningOf(settings),
    mail: {
      apiKey: settings.RESEND_API_KEY,
      baseUrl: settings.RESEND_BASE_URL,
      from: settings.MAIL_FROM,
      replyTo: settings.MAIL_REPLY_TO ?? settings.SUPPORT_EMAIL,
      hookSecret: settings.RESEND_WEBHOOK_SECRET ?? null,
      support: settings.SUPPORT_EMAIL,
    },
    harbourClockUrl: settings.HARBOUR_CLOCK_URL ?? null,
    externalEscrowUrl: settings.EXTERNAL_ESCROW_URL,
    company: companyOf(settings),
    storage: settings.S3_BUCKET
      ? ({
          kind: 's3',
          bucket: settings.S3_BUCKET,
          region: settings.S3_REGION,
          endpoint: settings.S3_ENDPOINT,
          // Both or neither (rules.ts).
          keys:
            settings.S3_ACCESS_KEY_ID && settings.S3_SECRET_ACCESS_KEY
              ? { accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY }
              : null,
        } as const)
      : ({ kind: 'folder', folder: settings.STORAGE_FOLDER ?? '' } as const),
    turnstile:
      settings.TURNSTILE_SITE_KEY && settings.TURNSTILE_SECRET_KEY
        ? {
            siteKey: settings.TURNSTILE_SITE_KEY,
            secretKey: settings.TURNSTILE_SECRET_KEY,
            verifyUrl: settings.TURNSTILE_VERIFY_URL,
          }
        : null,
    operatingAccounts: settings.OPERATING_ACCOUNTS,
    floatLow: { stellar: new Decimal(settings.FLOAT_LOW_XLM), xrpl: new Decimal(settings.FLOAT_LOW_XRP) },
    captchaFastestMs: settings.CAPTCHA_FASTEST_MS,
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    scanner: settings.CLAMD_ADDRESS && { place: settings.CLAMD_ADDRESS, whenSilent: settings.CLAMD_SILENT },
    uploadMaxBytes: settings.UPLOAD_MAX_MB * MEGABYTE,
    ...moneyRulesOf(settings),
    health: {
      host: settings.HEALTH_HOST ?? '127.0.0.1',
      ports: { web: settings.WEB_HEALTH_PORT, worker: settings.WORKER_HEALTH_PORT },
    },
    alertHook: alertHookOf(settings),
    xlmBalanceCheck: settings.XLM_BALANCE_CHECK,
    serviceFee: settings.SERVICE_FEE,
    /** What a process of this role reports about itself to the others (config/comparison.ts). */
    describe: (role: ComparisonRole) => ({
      settings: fingerprintsOf(settings, role),
      limits: limitsOf(settings, role),
    }),
    /** The settings that fixed texts depend on: the terms, the FAQ and others. */
    words: {
      serviceFee: settings.SERVICE_FEE,
      captcha: settings.TURNSTILE_SITE_KEY ? ('turnstile' as const) : ('own' as const),
      xlmBalanceCheck: settings.XLM_BALANCE_CHECK,
    },
  }
}

/** Returns the network of each ledger: Stellar's passphrase and the XRP Ledger's network id. */
export function chainsOf({ stellar, xrpl }: Pick<Config, 'stellar' | 'xrpl'>) {
  return { stellar: stellar.passphrase, xrpl: String(xrpl.networkId) }
}

/** For commands that need only the database. Null: not set. Throws ConfigInvalid. */
export function readDatabaseUrl(env: Environment): string | null {
  const { DATABASE_URL, DATABASE_URL_FILE } = env
  const { settings, complaints } = readEnvironment({ DATABASE_URL, DATABASE_URL_FILE })
  const parsed = databaseUrl.optional().safeParse(settings.DATABASE_URL)
  const wrong = parsed.error?.issues.map(({ message }) => `DATABASE_URL: ${message}`) ?? []
  if (complaints.length + wrong.length > 0) throw new ConfigInvalid([...complaints, ...wrong])
  return parsed.data ?? null
}
