/** Every setting with its type. Each is documented in .env.example, and compared between processes (comparison.ts). */
import { z } from 'zod'
import { forEachIssuerSetting, networkOf } from '#app/kernel/domain/assets.ts'
import { ALERT_SETTINGS, mailHookSecret } from './alert-hook.ts'
import { COMPANY_SETTINGS } from './company.ts'
import { account, publicKey, seedSetting, signerLedgers, signerUrl } from './keys.ts'
import { MONEY_SETTINGS } from './money-rules.ts'
import {
  bucketName,
  folder,
  headerName,
  mailbox,
  optionalKey,
  optionalMailbox,
  ownHost,
  passphrase,
  regionName,
  requiredKey,
  sender,
} from './names.ts'
import { publicOrigin } from './origin.ts'
import { SCREENING_SETTINGS } from './screening.ts'
import { privateHosts } from './secure-ways.ts'
import { SPONSOR_SETTINGS } from './sponsors.ts'
import {
  addresses,
  baseAddress,
  databaseUrl,
  dropsSetting,
  foreignSite,
  lowWater,
  networkId,
  oneOf,
  placeOrNone,
  portOrNone,
  required,
  secondFactor,
  serviceFee,
  stroops,
  webAddress,
  wholeNumber,
} from './values.ts'

export const settingsSchema = z.object({
  NODE_ENV: oneOf(['development', 'production', 'test'], 'production'),
  PUBLIC_ORIGIN: publicOrigin,
  DATABASE_URL: databaseUrl,
  PRIVATE_HOSTS: privateHosts,
  SESSION_SECRET: required.min(32, 'must have at least 32 characters'),
  TRUSTED_IP_HEADER: headerName,
  TRUSTED_PROXY_HOPS: wholeNumber('must be a whole number from 1 to 10', { from: 1, to: 10, usual: 1 }),
  TRUSTED_REQUEST_ID_HEADER: headerName,
  OPERATOR_SECOND_FACTOR: secondFactor,
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),

  HORIZON_URL: addresses(
    'must be the address of a Horizon server (https://…), or several with commas between them',
    /^https?$/,
  ),
  STELLAR_PASSPHRASE: passphrase,
  ...forEachIssuerSetting((asset) => account(networkOf(asset))),
  STELLAR_FEE_ACCOUNT: account('stellar'),
  STELLAR_ESCROW_ACCOUNT: account('stellar'),
  STELLAR_ESCROW_SEED: seedSetting('stellar'),
  STELLAR_FEE_SEED: seedSetting('stellar'),
  STELLAR_CHANNEL_SEED: seedSetting('stellar'),
  STELLAR_ANCHOR_SEED: seedSetting('stellar'),

  XRPL_URL: addresses(
    'must be the WebSocket address of a rippled server (wss://…), or several with commas between them',
    /^wss?$/,
  ),
  STELLAR_FEE_CAP: stroops(1_000_000),
  STELLAR_FEE_CAP_LATE: stroops(5_000_000),

  XRPL_NETWORK_ID: networkId,
  XRPL_FEE_ACCOUNT: account('xrpl'),
  XRPL_ESCROW_ACCOUNT: account('xrpl'),
  XRPL_ESCROW_SEED: seedSetting('xrpl'),
  XRPL_FEE_SEED: seedSetting('xrpl'),
  XRPL_ESCROW_PUBLIC_KEY: publicKey,

  ...SPONSOR_SETTINGS,

  SIGNER_URL: signerUrl,
  SIGNER_TOKEN: optionalKey,
  SIGNER_LEDGERS: signerLedgers,

  XRPL_FEE_CAP: dropsSetting(10_000),
  XRPL_FEE_CAP_LATE: dropsSetting(100_000),
  PAYOUT_LATE_MINUTES: wholeNumber('must be a number of minutes from 1 to 1440', { from: 1, to: 1_440, usual: 10 }),
  PAYOUT_SLOTS: wholeNumber('must be a number from 1 to 80', { from: 1, to: 80, usual: 24 }),

  FEDERATION: oneOf(['on', 'off'], 'on'),

  COINGECKO_URL: baseAddress('https://api.coingecko.com'),
  KRAKEN_URL: baseAddress('https://api.kraken.com'),
  ...SCREENING_SETTINGS,

  RESEND_API_KEY: requiredKey,
  RESEND_BASE_URL: baseAddress('https://api.resend.com'),
  RESEND_WEBHOOK_SECRET: mailHookSecret,
  HARBOUR_CLOCK_URL: webAddress.optional(),
  MAIL_FROM: sender('Quayside <no-reply@quayside.example>'),
  SUPPORT_EMAIL: mailbox('support@quayside.example'),
  MAIL_REPLY_TO: optionalMailbox,
  EXTERNAL_ESCROW_URL: foreignSite('https://www.escrow.com/'),
  ...COMPANY_SETTINGS,

  STORAGE_FOLDER: folder,
  S3_BUCKET: bucketName,
  S3_REGION: regionName,
  AWS_REGION: regionName,
  S3_ENDPOINT: webAddress.optional(),
  S3_ACCESS_KEY_ID: optionalKey,
  S3_SECRET_ACCESS_KEY: optionalKey,

  TURNSTILE_SITE_KEY: optionalKey,
  TURNSTILE_SECRET_KEY: optionalKey,
  TURNSTILE_VERIFY_URL: webAddress.default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),

  CAPTCHA_FASTEST_MS: wholeNumber('must be a number of milliseconds', { from: 0, to: 60_000, usual: 1_500 }),
  RATE_LIMIT_FACTOR: wholeNumber('must be a whole number from 1 to 1000', { from: 1, to: 1_000, usual: 1 }),

  OPERATING_ACCOUNTS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((part) => part.trim() || [])),
  FLOAT_LOW_XLM: lowWater('20'),
  FLOAT_LOW_XRP: lowWater('10'),

  CLAMD_ADDRESS: placeOrNone('must be host:port, or the path of a socket'),
  CLAMD_SILENT: oneOf(['refuse', 'keep'], 'refuse'),
  UPLOAD_MAX_MB: wholeNumber('must be a number from 1 to 200', { from: 1, to: 200, usual: 20 }),
  ...MONEY_SETTINGS,

  HEALTH_HOST: ownHost,
  WEB_HEALTH_PORT: portOrNone,
  WORKER_HEALTH_PORT: portOrNone,

  ...ALERT_SETTINGS,

  SERVICE_FEE: serviceFee,

  XLM_BALANCE_CHECK: oneOf(['receiving', 'paying'], 'receiving'),
})

export type Settings = z.output<typeof settingsSchema>
export type SettingName = keyof Settings
