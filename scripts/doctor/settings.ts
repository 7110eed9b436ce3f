/** Settings that a service with clients' money needs beyond what the config requires. The config checks their form. */
import { type Config, chainsOf } from '#app/config.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { unstatedOf } from '#app/kernel/i18n/company.ts'
import { type Finding, findingsAbout } from '#app/ops/domain/finding.ts'
import { LIMIT_SETTINGS, type PayoutLimits } from '#app/settlement/payouts/domain/payout-limits.ts'
import { holdingLedgers, type OnchainPlace, offeringLedgers } from '#app/trade/onchain/domain/offered.ts'

const XRPL_MAIN = 0
const SPONSORS = {
  stellar: { setting: 'STELLAR_SPONSOR_ACCOUNT', ledger: 'Stellar' },
  xrpl: { setting: 'XRPL_SPONSOR_ACCOUNT', ledger: 'the XRP Ledger' },
} as const

/** Whether one of the ledgers has money of value. */
export function isForReal({ stellar, xrpl }: Config): boolean {
  return stellar.isPublic || xrpl.networkId === XRPL_MAIN
}

export function findInSettings(config: Config): Finding[] {
  const { ok, mend, note } = findingsAbout('settings')
  const isReal = isForReal(config)
  const need = isReal ? mend : note
  const { stellar, xrpl, payoutLimits, mode } = config
  const unstated = unstatedOf(config.company)
  return [
    ok(`They can be read; ${mode}, ${isReal ? 'real money' : 'play or test money'}.`),
    ...(stellar.isPublic === (xrpl.networkId === XRPL_MAIN)
      ? []
      : [mend('One ledger is public and the other is for tests: prices of both are real. Set both alike.')]),
    ...(config.isHttps ? [] : [need('PUBLIC_ORIGIN is no https:// address.')]),
    ...(mode === 'production' ? [] : [need(`NODE_ENV is ${mode}: set production.`)]),
    ...(unstated.length === 0 ? [] : [need(`Nobody reads who is behind it: set ${unstated.join(', ')}.`)]),
    ...(config.operatorSecondFactor === 'required' ? [] : [need('OPERATOR_SECOND_FACTOR should be required.')]),
    ...(config.mail.hookSecret === null
      ? [need('RESEND_WEBHOOK_SECRET is not set: nobody learns that a letter came back (docs/operating.md).')]
      : []),
    ...sayLimits(payoutLimits),
    ...sayUnoffered({ keeping: config.keepers, chains: chainsOf(config) }),
    ...(config.health.ports.worker === null
      ? [note('WORKER_HEALTH_PORT is not set: nobody outside can watch the worker.')]
      : []),
  ]
}

/** Each limit, and which are off: below a limit one operator's decision, or none, is enough. */
function sayLimits(limits: PayoutLimits): Finding[] {
  const { note } = findingsAbout('settings')
  const all = Object.entries(LIMIT_SETTINGS) as [keyof PayoutLimits, string][]
  const off = all.filter(([name]) => limits[name] === null).map(([, setting]) => setting)
  const on = all.flatMap(([name, setting]) => (limits[name] ? [`${setting} ${limits[name].toFixed()}`] : []))
  const isOff = `${off.join(', ')}: none. One operator alone, or whoever has the session of one, can have any sum paid out.`
  return [
    ...(off.length > 0 ? [note(isOff)] : []),
    ...(on.length > 0 ? [note(`Above ${on.join(', ')} a payout waits for another operator (docs/operating.md).`)] : []),
  ]
}

/** Ledgers that finish open escrows but get no new ones: no configured wallet can deposit there. */
function sayUnoffered(place: OnchainPlace): Finding[] {
  const offering = offeringLedgers(place)
  const unoffered = holdingLedgers(place).filter((network) => !offering.includes(network))
  return unoffered.map((network) => findingsAbout('settings').note(unofferedOn(network)))
}

function unofferedOn(network: Network): string {
  const { setting, ledger } = SPONSORS[network]
  const open = `${setting} is set: open escrows that ${ledger} holds are carried out`
  return `${open}, and no new ones are offered: no wallet is set up here that signs them by a link or a code (docs/decisions/087).`
}
