/**
 * The only reader of process.env. Parsed once; a wrong setting stops the process with one sentence per setting.
 * Every setting is documented in .env.example.
 */
import { z } from 'zod'
import { MEGABYTE } from '#app/domain/kernel/file-kind.ts'
import { Decimal } from '#app/domain/kernel/money.ts'
import { COMPANY_SETTINGS, companyOf } from './config/company.ts'
import { type Environment, readEnvironment, refuseSigning } from './config/environment.server.ts'
import { KEEPER_SETTINGS, keepersOf } from './config/keepers.ts'
import { account, publicKey, seed, signerLedgers, signerUrl } from './config/keys.ts'
import { MONEY_SETTINGS, moneyRulesOf } from './config/money-rules.ts'
import { publicOrigin } from './config/origin.ts'
import { complaintsTogether, PUBLIC_STELLAR } from './config/rules.ts'
import { SCREENING_SETTINGS, screeningOf } from './config/screening.ts'
import {
  addresses,
  ConfigInvalid,
  databaseUrl,
  drops,
  foreignSite,
  lowWater,
  networkId,
  optional,
  placeOrNone,
  portOrNone,
  required,
  secondFactor,
  serviceFee,
  stroops,
  webAddress,
  wholeNumber,
} from './config/values.ts'

export { ConfigInvalid } from './config/values.ts'

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PUBLIC_ORIGIN: publicOrigin,
  DATABASE_URL: databaseUrl,
  SESSION_SECRET: required.min(32, 'must have at least 32 characters'),
  TRUSTED_IP_HEADER: optional,
  TRUSTED_PROXY_HOPS: wholeNumber('must be a whole number from 1 to 10', { from: 1, to: 10, usual: 1 }),
  TRUSTED_REQUEST_ID_HEADER: optional,
  OPERATOR_SECOND_FACTOR: secondFactor,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),

  HORIZON_URL: addresses(
    'must be the address of a Horizon server (https://…), or several with commas between them',
    /^https?$/,
  ),
  STELLAR_PASSPHRASE: required,
  USDC_ISSUER: account('stellar'),
  STELLAR_FEE_ACCOUNT: account('stellar'),
  STELLAR_ESCROW_ACCOUNT: account('stellar'),
  STELLAR_ESCROW_SEED: seed('stellar'),
  STELLAR_FEE_SEED: seed('stellar'),
  STELLAR_CHANNEL_SEED: seed('stellar'),
  STELLAR_ANCHOR_SEED: seed('stellar'),

  XRPL_URL: addresses(
    'must be the WebSocket address of a rippled server (wss://…), or several with commas between them',
    /^wss?$/,
  ),
  STELLAR_FEE_CAP: stroops(1_000_000),
  STELLAR_FEE_CAP_LATE: stroops(5_000_000),

  XRPL_NETWORK_ID: networkId,
  XRPL_FEE_ACCOUNT: account('xrpl'),
  XRPL_ESCROW_ACCOUNT: account('xrpl'),
  XRPL_ESCROW_SEED: seed('xrpl'),
  XRPL_FEE_SEED: seed('xrpl'),
  XRPL_ESCROW_PUBLIC_KEY: publicKey,

  ...KEEPER_SETTINGS,

  SIGNER_URL: signerUrl,
  SIGNER_TOKEN: optional,
  SIGNER_LEDGERS: signerLedgers,

  XRPL_FEE_CAP: drops(10_000),
  XRPL_FEE_CAP_LATE: drops(100_000),
  PAYOUT_LATE_MINUTES: wholeNumber('must be a number of minutes from 1 to 1440', { from: 1, to: 1_440, usual: 10 }),
  PAYOUT_LANES: wholeNumber('must be a number from 1 to 80', { from: 1, to: 80, usual: 24 }),

  FEDERATION: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),

  COINGECKO_URL: webAddress.default('https://api.coingecko.com'),
  KRAKEN_URL: webAddress.default('https://api.kraken.com'),
  ...SCREENING_SETTINGS,

  RESEND_API_KEY: required,
  RESEND_BASE_URL: webAddress.default('https://api.resend.com'),
  HARBOUR_CLOCK_URL: webAddress.optional(),
  MAIL_FROM: z.string().default('Quayside <no-reply@quayside.example>'),
  SUPPORT_EMAIL: z.string().default('support@quayside.example'),
  EXTERNAL_ESCROW_URL: foreignSite('https://www.escrow.com/'),
  ...COMPANY_SETTINGS,

  STORAGE_FOLDER: optional,
  S3_BUCKET: optional,
  S3_REGION: optional,
  AWS_REGION: optional,
  S3_ENDPOINT: webAddress.optional(),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,

  TURNSTILE_SITE_KEY: optional,
  TURNSTILE_SECRET_KEY: optional,
  TURNSTILE_VERIFY_URL: webAddress.default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),

  // Nothing after the sign is no wish to switch the check off, and coercion reads it as 0.
  CAPTCHA_FASTEST_MS: wholeNumber('must be a number of milliseconds', { from: 0, to: 60_000, usual: 1_500 }),
  RATE_LIMIT_FACTOR: wholeNumber('must be a whole number from 1 to 1000', { from: 1, to: 1_000, usual: 1 }),

  OPERATING_ACCOUNTS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((part) => part.trim() || [])),
  FLOAT_LOW_XLM: lowWater('20'),
  FLOAT_LOW_XRP: lowWater('10'),

  CLAMD_ADDRESS: placeOrNone('must be host:port, or the path of a socket'),
  CLAMD_SILENT: z.enum(['refuse', 'keep'], { error: 'must be refuse or keep' }).default('refuse'),
  UPLOAD_MAX_MB: wholeNumber('must be a number from 1 to 200', { from: 1, to: 200, usual: 20 }),
  ...MONEY_SETTINGS,

  HEALTH_HOST: optional,
  WEB_HEALTH_PORT: portOrNone,
  WORKER_HEALTH_PORT: portOrNone,

  SERVICE_FEE: serviceFee,

  XLM_BALANCE_CHECK: z.enum(['receiving', 'paying']).default('receiving'),
})

export type Config = ReturnType<typeof parseConfig>

/**
 * Parses the settings, those of files included. Throws ConfigInvalid with one sentence per wrong setting. The web app, which
 * strangers talk to, is refused where its environment can sign (decision 042).
 */
export function parseConfig(env: Environment, role: 'web' | 'other' = 'other') {
  if (role === 'web') refuseSigning(env)
  const read = readEnvironment(env)
  const parsed = environment.safeParse(read.settings)
  const wrong = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  const isKnown = (complaint: string) =>
    read.complaints.some((known) => known.startsWith(`${complaint.split(':')[0]}_FILE:`))
  const complaints = [...read.complaints, ...wrong.filter((complaint) => !isKnown(complaint))]
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
    stellar: {
      horizonUrls: settings.HORIZON_URL,
      passphrase: settings.STELLAR_PASSPHRASE,
      usdcIssuer: settings.USDC_ISSUER,
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
    keepers: keepersOf(settings),
    signer: { url: settings.SIGNER_URL, token: settings.SIGNER_TOKEN, ledgers: settings.SIGNER_LEDGERS },
    payouts: { lanes: settings.PAYOUT_LANES, lateAfterMs: settings.PAYOUT_LATE_MINUTES * 60_000 },
    federation: { isOn: settings.FEDERATION === 'on' },
    market: { coinGeckoUrl: settings.COINGECKO_URL, krakenUrl: settings.KRAKEN_URL },
    screening: screeningOf(settings),
    mail: {
      apiKey: settings.RESEND_API_KEY,
      baseUrl: settings.RESEND_BASE_URL,
      from: settings.MAIL_FROM,
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
    xlmBalanceCheck: settings.XLM_BALANCE_CHECK,
    serviceFee: settings.SERVICE_FEE,
    /** What texts that are shown as a whole depend on. */
    words: {
      serviceFee: settings.SERVICE_FEE,
      captcha: settings.TURNSTILE_SITE_KEY ? ('turnstile' as const) : ('own' as const),
      xlmBalanceCheck: settings.XLM_BALANCE_CHECK,
    },
  }
}

/** Which network each ledger is: passphrase and network id. */
export function chainsOf({ stellar, xrpl }: Pick<Config, 'stellar' | 'xrpl'>) {
  return { stellar: stellar.passphrase, xrpl: String(xrpl.networkId) }
}

/** For commands that need the database alone; null where it is not set. Throws ConfigInvalid. */
export function readDatabaseUrl(env: Environment): string | null {
  const { DATABASE_URL, DATABASE_URL_FILE } = env
  const { settings, complaints } = readEnvironment({ DATABASE_URL, DATABASE_URL_FILE })
  const parsed = databaseUrl.optional().safeParse(settings.DATABASE_URL)
  const wrong = parsed.error?.issues.map(({ message }) => `DATABASE_URL: ${message}`) ?? []
  if (complaints.length + wrong.length > 0) throw new ConfigInvalid([...complaints, ...wrong])
  return parsed.data ?? null
}
