/** What is refused of each setting, with the start of its sentence: every setting must be here. */
import { expect, test } from 'vitest'
import { ConfigInvalid, parseConfig } from '#app/config.server.ts'
import { harbourEnvironment } from '#harbour/environment.ts'
import { type SettingName, settingsSchema } from './schema.ts'

const HARBOUR: Record<string, string> = {
  ...harbourEnvironment({ harbourPort: 3100 }),
  PUBLIC_ORIGIN: 'http://127.0.0.1:3000/',
  DATABASE_URL: 'postgres://localhost/quayside',
  SESSION_SECRET: 'x'.repeat(32),
  STORAGE_FOLDER: 'data/documents',
}

function complaints(changes: Record<string, string | undefined>): string[] {
  try {
    parseConfig({ ...HARBOUR, ...changes })
    return []
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.complaints
    throw error
  }
}

const ADDRESS = 'must be an address that begins with https:// or http://'
const ACCOUNT = 'is no account, because its checksum does not fit'
const STELLAR_SEED = 'is no secret seed of Stellar'
const XRPL_SEED = 'is no secret seed of the XRP Ledger'
const HEADER = 'must be the name of one header'
const KEY = 'must be the key as it was given out'
const USD = 'must be US dollars above 0'
const LINE = 'must stand on one line'
const TWO_LINES = 'One\nTwo'
const LONG = 'x'.repeat(201)
const LENGTH = 'must have at most 200 characters'
const HORIZON = 'must be the address of a Horizon server'
const RIPPLED = 'must be the WebSocket address of a rippled server'
const wholeNumbers = (...wrong: string[]) => ['-1', '1.5', '1,5', '0x10', '1e3', 'many', '9'.repeat(30), ...wrong]
const each = (values: readonly (string | undefined)[], start: string) =>
  values.map((value): [string | undefined, string] => [value, start])

const WRONG: Record<SettingName, [value: string | undefined, start: string][]> = {
  NODE_ENV: each(['prod', 'Production', '1'], 'must be development, production or test'),
  PUBLIC_ORIGIN: [
    [undefined, 'is not set'],
    ...each(['quayside', 'ftp://quayside.example', 'quayside.example'], 'must be the address that people type'),
    ...each(['https://quayside.example/app', 'https://quayside.example/?a=b'], 'must end after the host'),
    ['https://ann:secret@quayside.example', 'must not hold a name or a password'],
    ['http://quayside.example', 'must begin with https:// in production'],
  ],
  DATABASE_URL: [
    ...each([undefined, ' '], 'is not set'),
    ...each(['mysql://localhost/quayside', 'quayside', 'postgres://'], 'must be the address of a PostgreSQL'),
  ],
  PRIVATE_HOSTS: each(
    ['example.org', '203.0.113.7', '.com.', 'postgres, db.example.org'],
    'must be hosts of your own network',
  ),
  SESSION_SECRET: [
    ['', 'is not set'],
    ['short', 'must have at least 32 characters'],
  ],
  TRUSTED_IP_HEADER: each(['X Forwarded', 'X-Real-IP, X-Forwarded-For', 'X-Real-IP:', 'Überweisung'], HEADER),
  TRUSTED_PROXY_HOPS: each(wholeNumbers('0', '11'), 'must be a whole number from 1 to 10'),
  TRUSTED_REQUEST_ID_HEADER: each(['Request Id', 'X-Request-Id;', 'X/Request'], HEADER),
  OPERATOR_SECOND_FACTOR: each(['none', 'Required', 'true'], 'must be required'),
  LOG_LEVEL: each(['verbose', '30', 'INFO'], 'must be trace, debug, info, warn, error or silent'),
  HORIZON_URL: [
    ...each([undefined, 'horizon.example', 'https://one.example,', 'ws://one.example'], HORIZON),
    ['https://one.example, https://one.example', 'the same address stands there twice'],
  ],
  STELLAR_PASSPHRASE: [
    [undefined, 'is not set'],
    ...each(
      ['Public Global Stellar Network; September 2015', 'public global stellar network ; september 2015'],
      'is not written as the network has it; set Public Global Stellar Network ; September 2015',
    ),
    ['Test SDF Network;September 2015', 'is not written as the network has it; set Test SDF Network ; September 2015'],
  ],
  USDC_ISSUER: [
    ['', 'is not set'],
    [HARBOUR.XRPL_FEE_ACCOUNT, 'is an address of the XRP Ledger'],
  ],
  STELLAR_FEE_ACCOUNT: each(['GABC', 'fee'], ACCOUNT),
  STELLAR_ESCROW_ACCOUNT: [
    ['GABC', ACCOUNT],
    [HARBOUR.XRPL_ESCROW_ACCOUNT, 'is an address of the XRP Ledger'],
    [HARBOUR.STELLAR_ESCROW_SEED, 'holds a secret where'],
  ],
  STELLAR_ESCROW_SEED: each(['SNOPE', '12345'], STELLAR_SEED),
  STELLAR_FEE_SEED: [
    ['SNOPE', STELLAR_SEED],
    [HARBOUR.STELLAR_FEE_ACCOUNT, 'is an address; set the secret seed'],
  ],
  STELLAR_CHANNEL_SEED: each(['SNOPE'], STELLAR_SEED),
  STELLAR_ANCHOR_SEED: each(['SNOPE'], STELLAR_SEED),
  XRPL_URL: [
    ...each([undefined, 'https://example.org', 'http://127.0.0.1:6006', 'rippled'], RIPPLED),
    ...each(['wss://one.example,https://two.example', 'https://one.example,https://two.example'], RIPPLED),
    ['wss://one.example,wss://one.example', 'the same address stands there twice'],
  ],
  STELLAR_FEE_CAP: each(wholeNumbers('99', '10000001'), 'must be a number of stroops from 100 to 10000000'),
  STELLAR_FEE_CAP_LATE: [
    ...each(wholeNumbers(), 'must be a number of stroops from 100 to 10000000'),
    ['999999', 'must not be lower than STELLAR_FEE_CAP'],
  ],
  XRPL_NETWORK_ID: [
    ['', 'is not set'],
    ...each(['-1', '4294967296', 'main', '1.0', '0x0'], 'must be a whole number: 0 for the main network'),
  ],
  XRPL_FEE_ACCOUNT: each(['rNope'], ACCOUNT),
  XRPL_ESCROW_ACCOUNT: [[HARBOUR.STELLAR_ESCROW_ACCOUNT, 'is an address of Stellar']],
  XRPL_ESCROW_SEED: [
    ['sNope', XRPL_SEED],
    [HARBOUR.STELLAR_ESCROW_SEED, 'is a seed of Stellar'],
  ],
  XRPL_FEE_SEED: each(['sNope'], XRPL_SEED),
  XRPL_ESCROW_PUBLIC_KEY: each(['ED00', 'x'.repeat(66)], 'must be the public key of the account'),
  STELLAR_SPONSOR_ACCOUNT: each(['GABC'], ACCOUNT),
  STELLAR_SPONSOR_SEED: each(['SNOPE'], STELLAR_SEED),
  STELLAR_ARBITER_ADDRESS: each(['GABC'], ACCOUNT),
  STELLAR_ARBITER_SEED: each(['SNOPE'], STELLAR_SEED),
  XRPL_SPONSOR_ACCOUNT: each(['rNope'], ACCOUNT),
  XRPL_SPONSOR_SEED: each(['sNope'], XRPL_SEED),
  ONCHAIN_SEALING_KEY: [
    ...each(['short', 'a'.repeat(63), `${HARBOUR.ONCHAIN_SEALING_KEY},`], 'must be 32 random bytes'),
    [`${HARBOUR.ONCHAIN_SEALING_KEY},${HARBOUR.ONCHAIN_SEALING_KEY}`, 'the same key stands there twice'],
  ],
  SIGNER_URL: each(['http://signer.internal/sign', 'signer', 'https://a:b@signer.internal'], 'must be an address that'),
  SIGNER_TOKEN: each(['two words', 'schlüssel'], KEY),
  SIGNER_LEDGERS: each(['ethereum', 'stellar;xrpl', 'stellar,'], 'must be stellar, xrpl, or both'),
  XRPL_FEE_CAP: each(wholeNumbers('9', '2000001'), 'must be a number of drops from 10 to 2000000'),
  XRPL_FEE_CAP_LATE: [
    ...each(wholeNumbers(), 'must be a number of drops from 10 to 2000000'),
    ['9999', 'must not be lower than XRPL_FEE_CAP'],
  ],
  PAYOUT_LATE_MINUTES: each(wholeNumbers('0', '1441'), 'must be a number of minutes from 1 to 1440'),
  PAYOUT_SLOTS: each(wholeNumbers('0', '81'), 'must be a number from 1 to 80'),
  FEDERATION: each(['yes', 'ON'], 'must be on or off'),
  COINGECKO_URL: each(['file:///etc/passwd', 'api.coingecko.com'], ADDRESS),
  KRAKEN_URL: each(['kraken'], ADDRESS),
  OFAC_SDN_URL: each(['sdn.xml'], ADDRESS),
  OFAC_CONSOLIDATED_URL: [[HARBOUR.OFAC_SDN_URL, 'is the address of OFAC_SDN_URL']],
  UN_LIST_URL: each(['ftp://un.example'], ADDRESS),
  EU_LIST_URL: each(['eu'], ADDRESS),
  EU_FSF_TOKEN: each(['two words'], KEY),
  UK_LIST_URL: each(['uk'], ADDRESS),
  LISTS_ARE: each(['fake', 'Real'], 'must be real or play'),
  LISTS_MAX_AGE_HOURS: each(wholeNumbers('0', '25'), 'must be a number of hours from 1 to 24'),
  RETENTION_YEARS: each(wholeNumbers('4', '31'), 'must be a number of years from 5 to 30'),
  RESEND_API_KEY: [['', 'is not set'], ...each(['re_one two', 're_schlüssel'], KEY)],
  RESEND_BASE_URL: each(['resend', 'api.resend.com'], ADDRESS),
  RESEND_WEBHOOK_SECRET: each(
    ['short', 'whsec_', 'whsec_c2hvcnQ=', 'a secret of 24 signs or more'],
    'must be the signing secret of the webhook',
  ),
  HARBOUR_CLOCK_URL: each(['127.0.0.1:3100'], ADDRESS),
  MAIL_FROM: each(
    [
      'nonsense',
      'no-reply@localhost',
      'Quayside no-reply@quayside.example',
      'Quayside <no-reply@quayside.example',
      'Quayside <nonsense>',
      'Quayside, Ltd <no-reply@quayside.example>',
      'One <one@quayside.example>, two@quayside.example',
    ],
    'must be an e-mail address, or a name and the address in angle brackets',
  ),
  SUPPORT_EMAIL: each(
    ['nonsense', 'Support <support@quayside.example>', 'a@quayside.example, b@quayside.example', 'ä@quayside.example'],
    'must be an e-mail address',
  ),
  MAIL_REPLY_TO: each(['nonsense', 'Desk <desk@quayside.example>'], 'must be an e-mail address'),
  EXTERNAL_ESCROW_URL: each(
    ['http://escrow.example', 'escrow.example'],
    'must be an address that begins with https://',
  ),
  COMPANY_NAME: [
    [TWO_LINES, LINE],
    [LONG, LENGTH],
  ],
  COMPANY_ADDRESS: each([TWO_LINES], LINE),
  COMPANY_REGISTER: each([TWO_LINES], LINE),
  COMPANY_LICENCE: each([LONG], LENGTH),
  GOVERNING_LAW: each([TWO_LINES], LINE),
  RECEIPT_TAX_LINE: each(['x'.repeat(301)], 'must have at most 300 characters'),
  SUPPORT_PHONE: each(['1'.repeat(41)], 'must have at most 40 characters'),
  SUPPORT_HOURS: each([LONG], LENGTH),
  ANSWER_WORKING_DAYS: each(['0', '1,5', '91', 'soon', '-1'], 'must be a whole number of working days'),
  DECISION_WORKING_DAYS: each(['0', '1.5', '91', 'soon'], 'must be a whole number of working days'),
  STORAGE_FOLDER: [
    [undefined, 'set it, or S3_BUCKET'],
    ...each(['~/documents', 's3://documents', 'file:///var/documents'], 'must be the path of a folder, without ~'),
  ],
  S3_BUCKET: each(['s3://documents', 'my documents', 'documents/2026'], 'must be the name of the bucket alone'),
  S3_REGION: each(['EU (Frankfurt)', 'eu central 1'], 'must be the short name of a region'),
  AWS_REGION: each(['EU (Frankfurt)'], 'must be the short name of a region'),
  S3_ENDPOINT: each(['localhost:9000', 'minio'], ADDRESS),
  S3_ACCESS_KEY_ID: each(['AKIA X'], KEY),
  S3_SECRET_ACCESS_KEY: each(['two words'], KEY),
  TURNSTILE_SITE_KEY: [
    ['two words', KEY],
    ['site', 'set it together with TURNSTILE_SECRET_KEY'],
  ],
  TURNSTILE_SECRET_KEY: each(['two words'], KEY),
  TURNSTILE_VERIFY_URL: each(['cloudflare'], ADDRESS),
  CAPTCHA_FASTEST_MS: each(wholeNumbers('60001'), 'must be a number of milliseconds'),
  RATE_LIMIT_FACTOR: each(wholeNumbers('0', '1001'), 'must be a whole number from 1 to 1000'),
  OPERATING_ACCOUNTS: [
    ['nonsense', 'number 1 of the list is no account'],
    [`${HARBOUR.STELLAR_FEE_ACCOUNT};${HARBOUR.XRPL_FEE_ACCOUNT}`, 'number 1 of the list is no account'],
  ],
  FLOAT_LOW_XLM: each(['-1', '20,5', '20 XLM', '1e3', '.5'], 'must be an amount such as 20'),
  FLOAT_LOW_XRP: each(['-1', '10,5', 'much'], 'must be an amount such as 10'),
  CLAMD_ADDRESS: each(['clamd', 'clamd:0', '127.0.0.1:70000'], 'must be host:port, or the path of a socket'),
  CLAMD_SILENT: each(['ask', 'Keep'], 'must be refuse or keep'),
  UPLOAD_MAX_MB: each(wholeNumbers('0', '201', '20 MB'), 'must be a number from 1 to 200'),
  PAYOUT_LIMIT_USD: each(['much', '0', '-5', '25,000', '1e5', '10.001', '$10', '9'.repeat(40)], USD),
  PAYOUT_LIMIT_HOUR_USD: each(['0', '25 000'], USD),
  PAYOUT_LIMIT_DAY_USD: each(['-5', '50.000,00'], USD),
  PAYOUT_LIMIT_DIRECTED_USD: each(['None', 'off'], USD),
  SMALL_REST_PERCENT: each(['2.1', '-1', 'half', '0,5', '1e-1'], 'must be a percentage from 0 to 2'),
  SMALL_REST_USD: each(['-1', '0', 'five'], 'must be US dollars above 0'),
  COMMISSION_WAIT_DAYS: each(wholeNumbers('366'), 'must be a number of days from 0 to 365'),
  HEALTH_HOST: each(
    ['*', '0.0.0.0:9091', '[::1]', '300.1.1.1', 'http://127.0.0.1'],
    'must be an address of this machine',
  ),
  WEB_HEALTH_PORT: each(['0', '65536', '-1', 'http'], 'must be a port from 1 to 65535'),
  WORKER_HEALTH_PORT: each(['9091x', '9091.0'], 'must be a port from 1 to 65535'),

  ALERT_WEBHOOK_URL: each(
    ['pager', 'ftp://pager.example', 'http://pager.example/hook', 'https://me:secret@pager.example'],
    'must be an address that begins with https://',
  ),
  ALERT_WEBHOOK_SECRET: each(['short', 'whsec_', 'whsec_c2hvcnQ='], 'must be whsec_ and a key'),
  SERVICE_FEE: each(['twice', 'Once'], 'must be once (paid once for the account) or each'),
  XLM_BALANCE_CHECK: each(['sometimes'], 'must be receiving or paying'),
}

const NAMES = Object.keys(settingsSchema.shape) as SettingName[]

test('the harbour’s settings are right, and no setting is missing from the table', () => {
  expect(complaints({})).toEqual([])
  expect(Object.keys(WRONG).toSorted()).toEqual(NAMES.toSorted())
})

test.each(NAMES)('%s is refused with its own sentence where it is wrong', (name) => {
  expect(WRONG[name].length).toBeGreaterThan(0)
  for (const [value, start] of WRONG[name]) {
    const own = complaints({ [name]: value }).filter((complaint) => complaint.startsWith(`${name}: `))
    expect(own, value).toEqual([expect.stringContaining(`${name}: ${start}`)])
  }
})

test.each(NAMES)('%s is taken with spaces around it as without, and refused with quotation marks', (name) => {
  const value = HARBOUR[name] ?? ''
  expect(complaints({ [name]: `  ${value}  ` })).toEqual(complaints({ [name]: value }))
  // Any text is a valid secret, and another one would lock people out.
  if (name === 'SESSION_SECRET') return
  for (const mark of ['"', "'"]) {
    const own = complaints({ [name]: `${mark}${value || 'value'}${mark}` })
    expect(own).toEqual([`${name}: has quotation marks around its value; take them out`])
  }
})

test('one sentence for a list, however many of it are wrong, with the setting’s own name', () => {
  const said = complaints({ XRPL_URL: 'http://one.example,http://two.example', HORIZON_URL: 'one,two' })
  expect(said.map((complaint) => complaint.split(':')[0])).toEqual(['HORIZON_URL', 'XRPL_URL'])
})

test('a wrong secret is never repeated', () => {
  for (const name of [
    'RESEND_API_KEY',
    'RESEND_WEBHOOK_SECRET',
    'SIGNER_TOKEN',
    'S3_SECRET_ACCESS_KEY',
    'ONCHAIN_SEALING_KEY',
    'DATABASE_URL',
  ]) {
    for (const value of ['hunter2 and more', '"hunter2"'])
      expect(complaints({ [name]: value }).join()).not.toContain('hunter2')
  }
})

test('what people write is taken', () => {
  const right: [SettingName, string][] = [
    ['MAIL_FROM', 'no-reply@quayside.example'],
    ['MAIL_FROM', 'Quayside Trade Ltd. <No-Reply@Quayside.example>'],
    ['MAIL_FROM', '"Quayside, Ltd" <no-reply@quayside.example>'],
    ['MAIL_FROM', 'Kaianlage Köln <no-reply@quayside.example>'],
    ['SUPPORT_EMAIL', 'Help@quayside.example'],
    ['MAIL_REPLY_TO', 'desk@quayside.example'],
    ['TRUSTED_IP_HEADER', 'Fly-Client-IP'],
    ['HEALTH_HOST', '::'],
    ['HEALTH_HOST', '0.0.0.0'],
    ['HEALTH_HOST', 'fly-local-6pn'],
    ['S3_REGION', 'auto'],
    ['STORAGE_FOLDER', 'C:\\documents'],
    ['STELLAR_PASSPHRASE', 'A network of our own'],
    ['PAYOUT_LIMIT_USD', '0.10'],
  ]
  for (const [name, value] of right) expect(complaints({ [name]: value }), value).toEqual([])
})

test('a slash at the end of a service’s address says nothing', () => {
  const { market, mail } = parseConfig({
    ...HARBOUR,
    COINGECKO_URL: 'https://prices.example/',
    RESEND_BASE_URL: 'https://post.example/v1//',
  })
  expect([market.coinGeckoUrl, mail.baseUrl]).toEqual(['https://prices.example', 'https://post.example/v1'])
})
