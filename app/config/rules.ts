/** Rules about combinations of settings. Each returns one sentence per wrong setting. */

import { type IssuerSetting, issuedAssets, issuerSettingOf, issuerSettings } from '#app/kernel/domain/assets.ts'
import { HARBOUR_ADDRESSES, HARBOUR_WEBHOOK_SECRET } from '#app/kernel/domain/harbour-addresses.ts'
import { refuseHalfAlertHook } from './alert-hook.ts'
import { accountComplaint } from './keys.ts'
import { PUBLIC_STELLAR } from './names.ts'
import { refuseOpenOrigin } from './origin.ts'
import { refuseOpenWays, type SecureWays } from './secure-ways.ts'
import { complaintsAboutSponsors, type SponsorSettings } from './sponsors.ts'

const XRPL_MAINNET_ID = 0

type Settings = SponsorSettings &
  Record<IssuerSetting, string> &
  SecureWays & {
    NODE_ENV: string
    PUBLIC_ORIGIN: URL
    STELLAR_PASSPHRASE: string
    LISTS_ARE: 'real' | 'play'
    RESEND_WEBHOOK_SECRET?: string | undefined
    OFAC_SDN_URL: string
    OFAC_CONSOLIDATED_URL: string
    UN_LIST_URL: string
    EU_LIST_URL: string
    UK_LIST_URL: string
    STELLAR_FEE_ACCOUNT: string
    STELLAR_ESCROW_ACCOUNT: string
    STELLAR_FEE_CAP: number
    STELLAR_FEE_CAP_LATE: number
    XRPL_NETWORK_ID: number
    XRPL_FEE_ACCOUNT: string
    XRPL_ESCROW_ACCOUNT: string
    XRPL_FEE_CAP: number
    XRPL_FEE_CAP_LATE: number
    OPERATING_ACCOUNTS: string[]
    STORAGE_FOLDER?: string | undefined
    S3_BUCKET?: string | undefined
    S3_ENDPOINT?: string | undefined
    S3_REGION?: string | undefined
    AWS_REGION?: string | undefined
    S3_ACCESS_KEY_ID?: string | undefined
    S3_SECRET_ACCESS_KEY?: string | undefined
    HARBOUR_CLOCK_URL?: string | undefined
    RATE_LIMIT_FACTOR: number
    TURNSTILE_SITE_KEY?: string | undefined
    TURNSTILE_SECRET_KEY?: string | undefined
    ALERT_WEBHOOK_URL?: string | undefined
    ALERT_WEBHOOK_SECRET?: string | undefined
  }

export function complaintsTogether(settings: Settings): string[] {
  return [
    ...refuseOpenOrigin(settings),
    ...refuseOpenWays(settings),
    ...refuseHarbourKeys(settings),
    ...refuseHarbourPost(settings),
    ...refusePlayLists(settings),
    ...refuseSameLists(settings),
    ...refuseMovedClock(settings),
    ...refuseWiderLimits(settings),
    ...refuseMixedAccounts(settings),
    ...complaintsAboutSponsors(settings, { isPublicXrpl: settings.XRPL_NETWORK_ID === XRPL_MAINNET_ID }),
    ...refuseLowerLateFees(settings),
    ...refuseStrangeOperatingAccounts(settings),
    ...refuseHalfStorage(settings),
    ...refuseHalfTurnstile(settings),
    ...refuseHalfAlertHook(settings),
  ]
}

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
    refuse('STELLAR_FEE_ACCOUNT', 'Stellar')
    refuse('STELLAR_ESCROW_ACCOUNT', 'Stellar')
    for (const name of issuerSettings()) refuse(name, 'Stellar')
    refuse('STELLAR_SPONSOR_ACCOUNT', 'Stellar')
    refuse('STELLAR_ARBITER_ADDRESS', 'Stellar')
  }
  if (settings.XRPL_NETWORK_ID === XRPL_MAINNET_ID) {
    refuse('XRPL_FEE_ACCOUNT', 'the XRP Ledger')
    refuse('XRPL_ESCROW_ACCOUNT', 'the XRP Ledger')
    refuse('XRPL_SPONSOR_ACCOUNT', 'the XRP Ledger')
  }
  return complaints
}

/** With the harbour's public secret anybody could report emails as returned. */
function refuseHarbourPost({ STELLAR_PASSPHRASE, XRPL_NETWORK_ID, RESEND_WEBHOOK_SECRET }: Settings): string[] {
  const isPublic = STELLAR_PASSPHRASE === PUBLIC_STELLAR || XRPL_NETWORK_ID === XRPL_MAINNET_ID
  return isPublic && RESEND_WEBHOOK_SECRET === HARBOUR_WEBHOOK_SECRET
    ? ['RESEND_WEBHOOK_SECRET: this is the harbour’s, which is public; use the one of your own webhook']
    : []
}

/** Invented names protect from nobody on the real lists. */
function refusePlayLists({ STELLAR_PASSPHRASE, XRPL_NETWORK_ID, LISTS_ARE }: Settings): string[] {
  const isPublic = STELLAR_PASSPHRASE === PUBLIC_STELLAR || XRPL_NETWORK_ID === XRPL_MAINNET_ID
  return isPublic && LISTS_ARE === 'play' ? ['LISTS_ARE: must be real where real money is'] : []
}

/** A line that was copied and not changed would silently drop one list from the comparison. */
function refuseSameLists(settings: Settings): string[] {
  const names = ['OFAC_SDN_URL', 'OFAC_CONSOLIDATED_URL', 'UN_LIST_URL', 'EU_LIST_URL', 'UK_LIST_URL'] as const
  return names.flatMap((name, at) => {
    const other = names.slice(0, at).find((before) => settings[before] === settings[name])
    return other ? [`${name}: is the address of ${other}; each list has one of its own`] : []
  })
}

/** Whoever moves the clock can end trades: with real money only the real time counts. */
function refuseMovedClock({ HARBOUR_CLOCK_URL, STELLAR_PASSPHRASE, XRPL_NETWORK_ID }: Settings): string[] {
  const isPublic = STELLAR_PASSPHRASE === PUBLIC_STELLAR || XRPL_NETWORK_ID === XRPL_MAINNET_ID
  if (HARBOUR_CLOCK_URL === undefined || !isPublic) return []
  return ['HARBOUR_CLOCK_URL: a clock that can be moved is for harbour and test networks; leave it out on public ones']
}

/** Only the limits on tries protect passwords, codes and coupons from being guessed. */
function refuseWiderLimits({ RATE_LIMIT_FACTOR, STELLAR_PASSPHRASE, XRPL_NETWORK_ID }: Settings): string[] {
  const isPublic = STELLAR_PASSPHRASE === PUBLIC_STELLAR || XRPL_NETWORK_ID === XRPL_MAINNET_ID
  return isPublic && RATE_LIMIT_FACTOR > 1
    ? ['RATE_LIMIT_FACTOR: limits on tries are widened beside a harbour alone; leave it out on public networks']
    : []
}

/** Fee income and client money never share an account (product.md §2). An asset sent to its issuer ceases to exist. */
function refuseMixedAccounts(settings: Settings): string[] {
  const complaints: string[] = []
  if (settings.STELLAR_FEE_ACCOUNT === settings.STELLAR_ESCROW_ACCOUNT) {
    complaints.push('STELLAR_ESCROW_ACCOUNT: must differ from STELLAR_FEE_ACCOUNT, so that client money stays apart')
  }
  if (settings.XRPL_FEE_ACCOUNT === settings.XRPL_ESCROW_ACCOUNT) {
    complaints.push('XRPL_ESCROW_ACCOUNT: must differ from XRPL_FEE_ACCOUNT, so that client money stays apart')
  }
  for (const name of ['STELLAR_FEE_ACCOUNT', 'STELLAR_ESCROW_ACCOUNT'] as const) {
    for (const asset of issuedAssets()) {
      const setting = issuerSettingOf(asset)
      if (settings[name] === settings[setting]) {
        complaints.push(
          `${name}: is the issuer of ${asset} (${setting}), who cannot hold any; set an account of your own`,
        )
      }
    }
  }
  return complaints
}

/** The late cap is for transfers that have waited long: it must help them through, not hold them back. */
function refuseLowerLateFees(settings: Settings): string[] {
  return (['STELLAR', 'XRPL'] as const)
    .filter((ledger) => settings[`${ledger}_FEE_CAP_LATE`] < settings[`${ledger}_FEE_CAP`])
    .map((ledger) => `${ledger}_FEE_CAP_LATE: must not be lower than ${ledger}_FEE_CAP`)
}

/** A payment from one is credited to nobody: a client's wallet in the list would lose its deposits to us. */
function refuseStrangeOperatingAccounts(settings: Settings): string[] {
  const { OPERATING_ACCOUNTS: accounts, STELLAR_ESCROW_ACCOUNT, XRPL_ESCROW_ACCOUNT } = settings
  return accounts.flatMap((account, place) => {
    const complaint = accountComplaint(null, account)
    if (complaint !== null) return [`OPERATING_ACCOUNTS: number ${place + 1} of the list ${complaint}`]
    const isClients = account === STELLAR_ESCROW_ACCOUNT || account === XRPL_ESCROW_ACCOUNT
    return isClients ? [`OPERATING_ACCOUNTS: ${account} holds client money, and is no operating account`] : []
  })
}

/** Without both keys the S3 client uses its default credentials: a role of the machine, or AWS_… of its environment. */
function refuseHalfStorage(settings: Settings): string[] {
  const { S3_BUCKET, STORAGE_FOLDER, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  if (!S3_BUCKET) {
    const half = (['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).find((name) => settings[name])
    if (half) return [`S3_BUCKET: is not set, and ${half} is; set the bucket, or take ${half} out`]
    return STORAGE_FOLDER ? [] : ['STORAGE_FOLDER: set it, or S3_BUCKET, to keep documents']
  }
  if (!settings.S3_ENDPOINT && !settings.S3_REGION && !settings.AWS_REGION) {
    return [
      'S3_REGION: set the region of the bucket, such as eu-central-1, or S3_ENDPOINT where the service is another than Amazon',
    ]
  }
  if (Boolean(S3_ACCESS_KEY_ID) === Boolean(S3_SECRET_ACCESS_KEY)) return []
  const [missing, there] = S3_ACCESS_KEY_ID
    ? ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID']
    : ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  return [`${missing}: set it together with ${there}, or neither of them where the machine's own role opens the bucket`]
}

/** A widget that nobody verifies protects nothing, and a check without its widget refuses everybody. */
function refuseHalfTurnstile({ TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY }: Settings): string[] {
  return Boolean(TURNSTILE_SITE_KEY) === Boolean(TURNSTILE_SECRET_KEY)
    ? []
    : ['TURNSTILE_SITE_KEY: set it together with TURNSTILE_SECRET_KEY, or neither of them']
}
