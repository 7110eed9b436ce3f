/** Judges one of our accounts on its ledger, and says what to fix before clients pay into it. */
import {
  type IssuedAsset,
  type Issuers,
  issuedAssets,
  issuerSettingOf,
  NETWORK_FACTS,
  type Network,
  networkOf,
} from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import { type Finding, findingsAbout } from './finding.ts'

export type AccountStanding = {
  /** In the ledger's own asset: all, and what is left above reserves. */
  balance: Decimal
  spendable: Decimal
  /** On Stellar: trustlines for any asset with the code of one that we settle in. */
  lines: { asset: IssuedAsset; issuer: string; isAuthorized: boolean }[]
  /** Requires a memo (SEP-29) or a destination tag (asfRequireDest) of every payer. */
  wantsMemo: boolean
  /** Anybody may pay it (no DepositAuth). */
  takesFromAnybody: boolean
  /** Who can sign for it; `needed` is the weight of a payment. */
  signers: { address: string; weight: number }[]
  needed: number
}

type Asked = {
  /** The setting that names it. */
  setting: string
  network: Network
  /** The setting of its seed, and the seed's address; 'none' where it is not set, 'unreadable' where it is no seed. */
  key: { setting: string; address: string | 'none' | 'unreadable'; mustBeThere: boolean }
  account: string
  issuers: Issuers
  /** Its own money counts as low below this. Null: it needs none. */
  low: Decimal | null
  /** False: nobody is asked to pay there, so it needs neither a trustline nor a memo. */
  isPaid: boolean
  standing: AccountStanding | null
}

const PREPARE = 'npm run accounts:prepare does it'

/** In the order in which they should be fixed. */
export function findingsOfAccount(asked: Asked): Finding[] {
  const { network, account, standing } = asked
  const { mend } = findingsAbout(asked.setting)
  if (standing === null) {
    const funds = NETWORK_FACTS[network].native
    return [mend(`${account} is not on the ledger: send it ${funds} for its reserve.`), ...ofKey(asked, null)]
  }
  return [
    ...ofFunds(asked, standing),
    ...(asked.isPaid
      ? [...issuedAssets().flatMap((asset) => ofLine(asset, asked, standing)), ...ofMemo(asked, standing)]
      : []),
    ...ofKey(asked, standing),
  ]
}

function ofFunds({ setting, network, account, low }: Asked, { balance, spendable, takesFromAnybody }: AccountStanding) {
  const { ok, mend } = findingsAbout(setting)
  const asset = NETWORK_FACTS[network].native
  const held = `holds ${plain(balance)} ${asset}, ${plain(spendable)} above its reserve`
  const closed = takesFromAnybody
    ? []
    : [mend('It takes no payments of strangers (DepositAuth): clear asfDepositAuth.')]
  const isLow = low !== null && spendable.lt(low)
  return [
    isLow
      ? mend(`${account} ${held}: send it at least ${plain(low.minus(spendable))} ${asset}.`)
      : ok(`${account} ${held}.`),
    ...closed,
  ]
}

function ofLine(asset: IssuedAsset, { setting, network, issuers }: Asked, { lines }: AccountStanding): Finding[] {
  if (network !== networkOf(asset)) return []
  const { ok, mend } = findingsAbout(setting)
  const called = lines.filter((line) => line.asset === asset)
  const line = called.find(({ issuer }) => issuer === issuers[asset])
  if (line?.isAuthorized) return [ok(`It has the trustline for ${asset}.`)]
  if (line) return [mend(`The issuer has not authorized its trustline for ${asset}: ask the issuer.`)]
  const [other] = called
  const hint = other ? ` It has one for ${asset} of ${other.issuer}: is ${issuerSettingOf(asset)} right?` : ''
  return [mend(`It has no trustline for ${asset} of ${issuers[asset]}; ${PREPARE}.${hint}`)]
}

function ofMemo({ setting, network }: Asked, { wantsMemo }: AccountStanding): Finding[] {
  const { ok, mend } = findingsAbout(setting)
  const how = network === 'stellar' ? 'a memo (SEP-29, config.memo_required)' : 'a destination tag (asfRequireDest)'
  return [
    wantsMemo
      ? ok(`It demands ${how}.`)
      : mend(`It does not demand ${how}: deposits without one are cases; ${PREPARE}.`),
  ]
}

function ofKey({ account, key }: Asked, standing: AccountStanding | null): Finding[] {
  const { ok, mend, note } = findingsAbout(key.setting)
  if (key.address === 'none') {
    return key.mustBeThere
      ? [note('It is not set here. The worker needs it: run this with the worker’s settings, too.')]
      : []
  }
  if (key.address === 'unreadable') return [mend('It is no secret seed of its ledger.')]
  if (key.address !== account) return [mend(`It is the seed of ${key.address}, not of ${account}.`)]
  if (standing === null) return []
  const weight = standing.signers.find(({ address }) => address === key.address)?.weight ?? 0
  return weight > 0 && weight >= standing.needed
    ? [ok('It can sign payments of its account.')]
    : [mend(`It cannot sign payments of ${account}: its weight is ${weight}, a payment takes ${standing.needed}.`)]
}
