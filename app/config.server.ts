/**
 * The only reader of process.env. Parsed once; a wrong setting stops the process with one sentence per setting.
 * Every setting is documented in .env.example.
 */
import { z } from 'zod'
import { looksLikeAddress } from '#app/domain/kernel/assets.ts'
import { MEGABYTE } from '#app/domain/kernel/file-kind.ts'
import { HARBOUR_ADDRESSES } from '#app/domain/kernel/harbour-addresses.ts'
import { Decimal } from '#app/domain/kernel/money.ts'
import { COMPANY_SETTINGS, companyOf } from './config-company.ts'
import {
  addresses,
  ConfigInvalid,
  drops,
  foreignSite,
  lowWater,
  optional,
  placeOrNone,
  portOrNone,
  required,
  secondFactor,
  serviceFee,
  stroops,
  usdLimit,
  wholeNumber,
} from './config-values.ts'

export { ConfigInvalid } from './config-values.ts'

const PUBLIC_STELLAR = 'Public Global Stellar Network ; September 2015'
const XRPL_MAINNET_ID = 0

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PUBLIC_ORIGIN: z.url({
    error: 'PUBLIC_ORIGIN must be the address that people type, such as https://quayside.example',
  }),
  DATABASE_URL: required('DATABASE_URL'),
  SESSION_SECRET: required('SESSION_SECRET').min(32, 'SESSION_SECRET must have at least 32 characters'),
  TRUSTED_IP_HEADER: optional,
  TRUSTED_PROXY_HOPS: wholeNumber('TRUSTED_PROXY_HOPS must be a whole number from 1 to 10', {
    from: 1,
    to: 10,
    usual: 1,
  }),
  TRUSTED_REQUEST_ID_HEADER: optional,
  OPERATOR_SECOND_FACTOR: secondFactor,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),

  HORIZON_URL: addresses(
    'HORIZON_URL must be the address of a Horizon server (https://…), or several with commas between them',
    /^https?$/,
  ),
  STELLAR_PASSPHRASE: required('STELLAR_PASSPHRASE'),
  USDC_ISSUER: required('USDC_ISSUER'),
  STELLAR_FEE_ACCOUNT: required('STELLAR_FEE_ACCOUNT'),
  STELLAR_ESCROW_ACCOUNT: required('STELLAR_ESCROW_ACCOUNT'),
  STELLAR_ESCROW_SEED: optional,
  STELLAR_FEE_SEED: optional,

  XRPL_URL: addresses(
    'XRPL_URL must be the WebSocket address of a rippled server (wss://…), or several with commas between them',
    /^wss?$/,
  ),
  STELLAR_FEE_CAP: stroops(1_000_000),
  STELLAR_FEE_CAP_LATE: stroops(5_000_000),

  XRPL_NETWORK_ID: z.coerce.number({ error: 'XRPL_NETWORK_ID must be a number' }).int().min(0),
  XRPL_FEE_ACCOUNT: required('XRPL_FEE_ACCOUNT'),
  XRPL_ESCROW_ACCOUNT: required('XRPL_ESCROW_ACCOUNT'),
  XRPL_ESCROW_SEED: optional,
  XRPL_FEE_SEED: optional,

  XRPL_FEE_CAP: drops(5_000),
  XRPL_FEE_CAP_LATE: drops(100_000),
  PAYOUT_LATE_MINUTES: wholeNumber('must be a number of minutes from 1 to 1440', { from: 1, to: 1_440, usual: 10 }),
  PAYOUT_LANES: wholeNumber('must be a number from 1 to 80', { from: 1, to: 80, usual: 24 }),

  FEDERATION: z.enum(['on', 'off'], { error: 'FEDERATION must be on or off' }).default('on'),

  COINGECKO_URL: z.url({ error: 'COINGECKO_URL must be an address' }).default('https://api.coingecko.com'),
  KRAKEN_URL: z.url({ error: 'KRAKEN_URL must be an address' }).default('https://api.kraken.com'),

  RESEND_API_KEY: required('RESEND_API_KEY'),
  RESEND_BASE_URL: z.url().default('https://api.resend.com'),
  MAIL_FROM: z.string().default('Quayside <no-reply@quayside.example>'),
  SUPPORT_EMAIL: z.string().default('support@quayside.example'),
  EXTERNAL_ESCROW_URL: foreignSite('https://www.escrow.com/'),
  ...COMPANY_SETTINGS,

  STORAGE_FOLDER: optional,
  S3_BUCKET: optional,
  S3_REGION: optional,
  S3_ENDPOINT: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,

  TURNSTILE_SITE_KEY: optional,
  TURNSTILE_SECRET_KEY: optional,
  TURNSTILE_VERIFY_URL: z
    .url({ error: 'TURNSTILE_VERIFY_URL must be an address' })
    .default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),

  // Nothing after the sign is no wish to switch the check off, and coercion reads it as 0.
  CAPTCHA_FASTEST_MS: wholeNumber('must be a number of milliseconds', { from: 0, to: 60_000, usual: 1_500 }),

  OPERATING_ACCOUNTS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((part) => part.trim() || [])),
  FLOAT_LOW_XLM: lowWater('FLOAT_LOW_XLM', '20'),
  FLOAT_LOW_XRP: lowWater('FLOAT_LOW_XRP', '10'),

  CLAMD_ADDRESS: placeOrNone('must be host:port, or the path of a socket'),
  CLAMD_SILENT: z.enum(['refuse', 'keep'], { error: 'CLAMD_SILENT must be refuse or keep' }).default('refuse'),
  UPLOAD_MAX_MB: wholeNumber('must be a number from 1 to 200', { from: 1, to: 200, usual: 20 }),
  PAYOUT_LIMIT_USD: usdLimit,
  PAYOUT_LIMIT_HOUR_USD: usdLimit,
  PAYOUT_LIMIT_DAY_USD: usdLimit,

  HEALTH_HOST: optional,
  WEB_HEALTH_PORT: portOrNone,
  WORKER_HEALTH_PORT: portOrNone,

  SERVICE_FEE: serviceFee,

  XLM_BALANCE_CHECK: z.enum(['receiving', 'paying']).default('receiving'),
})

export type Config = ReturnType<typeof parseConfig>

/** Parses the settings. Throws ConfigInvalid with one sentence per wrong setting. */
export function parseConfig(env: Record<string, string | undefined>) {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    throw new ConfigInvalid(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const settings = parsed.data
  const complaints = [
    ...refuseHarbourKeys(settings),
    ...refuseMixedAccounts(settings),
    ...refuseLowerLateFees(settings),
    ...refuseStrangeOperatingAccounts(settings),
    ...refuseNoStorage(settings),
    ...refuseHalfTurnstile(settings),
  ]
  if (complaints.length > 0) throw new ConfigInvalid(complaints)
  const origin = new URL(settings.PUBLIC_ORIGIN)
  return {
    mode: settings.NODE_ENV,
    origin: origin.origin,
    isHttps: origin.protocol === 'https:',
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
      feeCaps: { usual: BigInt(settings.STELLAR_FEE_CAP), urgent: BigInt(settings.STELLAR_FEE_CAP_LATE) },
    },
    xrpl: {
      urls: settings.XRPL_URL,
      networkId: settings.XRPL_NETWORK_ID,
      feeAccount: settings.XRPL_FEE_ACCOUNT,
      escrowAccount: settings.XRPL_ESCROW_ACCOUNT,
      escrowSeed: settings.XRPL_ESCROW_SEED,
      feeSeed: settings.XRPL_FEE_SEED,
      feeCaps: { usual: settings.XRPL_FEE_CAP, urgent: settings.XRPL_FEE_CAP_LATE },
    },
    payouts: { lanes: settings.PAYOUT_LANES, lateAfterMs: settings.PAYOUT_LATE_MINUTES * 60_000 },
    federation: { isOn: settings.FEDERATION === 'on' },
    market: { coinGeckoUrl: settings.COINGECKO_URL, krakenUrl: settings.KRAKEN_URL },
    mail: {
      apiKey: settings.RESEND_API_KEY,
      baseUrl: settings.RESEND_BASE_URL,
      from: settings.MAIL_FROM,
      support: settings.SUPPORT_EMAIL,
    },
    externalEscrowUrl: settings.EXTERNAL_ESCROW_URL,
    company: companyOf(settings),
    storage: settings.S3_BUCKET
      ? ({
          kind: 's3',
          bucket: settings.S3_BUCKET,
          region: settings.S3_REGION ?? 'auto',
          endpoint: settings.S3_ENDPOINT,
          accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
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
    scanner: settings.CLAMD_ADDRESS && { place: settings.CLAMD_ADDRESS, whenSilent: settings.CLAMD_SILENT },
    uploadMaxBytes: settings.UPLOAD_MAX_MB * MEGABYTE,
    payoutLimits: {
      payout: settings.PAYOUT_LIMIT_USD,
      hour: settings.PAYOUT_LIMIT_HOUR_USD,
      day: settings.PAYOUT_LIMIT_DAY_USD,
    },
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

type Settings = z.infer<typeof environment>

/** Anybody can sign for a harbour account: on a public network its money would be gone at once (product.md §8). */
function refuseHarbourKeys(settings: Settings): string[] {
  const complaints: string[] = []
  const refuse = (name: keyof Settings, network: string) => {
    const address = settings[name]
    if (typeof address === 'string' && HARBOUR_ADDRESSES.includes(address)) {
      complaints.push(
        `${name}: this is a harbour account, whose key is public; use an account of your own on ${network}`,
      )
    }
  }
  if (settings.STELLAR_PASSPHRASE === PUBLIC_STELLAR) {
    for (const name of ['STELLAR_FEE_ACCOUNT', 'STELLAR_ESCROW_ACCOUNT', 'USDC_ISSUER'] as const)
      refuse(name, 'Stellar')
  }
  if (settings.XRPL_NETWORK_ID === XRPL_MAINNET_ID) {
    for (const name of ['XRPL_FEE_ACCOUNT', 'XRPL_ESCROW_ACCOUNT'] as const) refuse(name, 'the XRP Ledger')
  }
  return complaints
}

/** Fee income and client money never share an account (product.md §2). */
function refuseMixedAccounts(settings: Settings): string[] {
  const complaints: string[] = []
  if (settings.STELLAR_FEE_ACCOUNT === settings.STELLAR_ESCROW_ACCOUNT) {
    complaints.push('STELLAR_ESCROW_ACCOUNT: must differ from STELLAR_FEE_ACCOUNT, so that client money stays apart')
  }
  if (settings.XRPL_FEE_ACCOUNT === settings.XRPL_ESCROW_ACCOUNT) {
    complaints.push('XRPL_ESCROW_ACCOUNT: must differ from XRPL_FEE_ACCOUNT, so that client money stays apart')
  }
  return complaints
}

/** Who has waited for long is to get through, not to be held back. */
function refuseLowerLateFees(settings: Settings): string[] {
  return (['STELLAR', 'XRPL'] as const)
    .filter((ledger) => settings[`${ledger}_FEE_CAP_LATE`] < settings[`${ledger}_FEE_CAP`])
    .map((ledger) => `${ledger}_FEE_CAP_LATE: must not be lower than ${ledger}_FEE_CAP`)
}

/** What comes from one of these counts for nobody: a client's wallet in the list would lose its deposits to us. */
function refuseStrangeOperatingAccounts(settings: Settings): string[] {
  const { OPERATING_ACCOUNTS: accounts, STELLAR_ESCROW_ACCOUNT, XRPL_ESCROW_ACCOUNT } = settings
  return accounts.flatMap((account) => {
    if (!looksLikeAddress('XLM', account) && !looksLikeAddress('XRP', account)) {
      return [`OPERATING_ACCOUNTS: “${account}” is not an address of Stellar or the XRP Ledger`]
    }
    const isClients = account === STELLAR_ESCROW_ACCOUNT || account === XRPL_ESCROW_ACCOUNT
    return isClients ? [`OPERATING_ACCOUNTS: ${account} holds client money, and is no operating account`] : []
  })
}

function refuseNoStorage(settings: Settings): string[] {
  return settings.S3_BUCKET || settings.STORAGE_FOLDER
    ? []
    : ['STORAGE_FOLDER: set it, or S3_BUCKET, to keep documents']
}

/** A widget that nobody verifies would be decoration, and a check without its widget would refuse everybody. */
function refuseHalfTurnstile({ TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY }: Settings): string[] {
  return Boolean(TURNSTILE_SITE_KEY) === Boolean(TURNSTILE_SECRET_KEY)
    ? []
    : ['TURNSTILE_SITE_KEY: set it together with TURNSTILE_SECRET_KEY, or neither of them']
}
