/** The web app as people reach it: where PUBLIC_ORIGIN leads, what proxies change, whether it has our accounts. */

import { z } from 'zod'
import type { Config } from '#app/config.server.ts'
import { forEachIssued, issuedAssets, issuerSettingOf } from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { isOfOwnNetwork } from '#app/kernel/web/http/client-address.ts'
import { type Finding, findingsAbout } from '#app/ops/domain/finding.ts'
import { DOCTOR_HEADER, doctorPass } from '#app/ops/services/doctor-pass.server.ts'
import { findBodySize, largestForm } from './body-size.ts'
import type { Check } from './look.ts'

const PATIENCE_MS = 10_000
/** From the documentation network (RFC 5737): no real visitor has it. */
const FORGED = '203.0.113.77'
const CLOCK_LIMIT_MS = 5_000

const pair = z.object({ fee: z.string(), escrow: z.string() })
const answerSchema = z.object({
  ok: z.boolean(),
  arrival: z
    .object({
      host: z.string().nullable(),
      proto: z.string().nullable(),
      address: z.string().nullable(),
      trustedHeader: z.string().nullable(),
      accounts: z.object({ stellar: pair, xrpl: pair }),
      keeping: z.object({
        stellar: z.object({ sponsor: z.string(), arbiter: z.string() }).nullable(),
        xrpl: z.object({ keeper: z.string() }).nullable(),
      }),
      issuers: z.object(forEachIssued(() => z.string())),
    })
    .optional(),
})
type Arrival = NonNullable<z.output<typeof answerSchema>['arrival']>

export function checkWeb(config: Config): Check {
  return { about: 'PUBLIC_ORIGIN', find: () => findWeb(config) }
}

async function findWeb(config: Config): Promise<Finding[]> {
  const { ok, mend } = findingsAbout('PUBLIC_ORIGIN')
  const { header } = config.trustedAddress
  const before = Date.now()
  let response: Response
  try {
    response = await fetch(`${config.origin}/healthz`, {
      headers: {
        [DOCTOR_HEADER]: doctorPass(config.sessionSecret, new Date()),
        ...(header && { [header]: FORGED }),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
  } catch (error) {
    return [mend(`${config.origin} cannot be reached from here: ${causeOf(error)}.`)]
  }
  const body = answerSchema.safeParse(await response.json().catch(() => null))
  if (!body.success) {
    return [
      mend(`${config.origin}/healthz answers ${response.status}, and is not Quayside’s: what does the name lead to?`),
    ]
  }
  const clock = findClock(response, before)
  if (!body.data.ok) return [mend(`${config.origin} answers, and says that it has no database.`), ...clock]
  const { arrival } = body.data
  if (!arrival) {
    return [mend(`What answers at ${config.origin} is another installation, or has another SESSION_SECRET.`), ...clock]
  }
  return [
    ok(`${config.origin} leads to the web app.`),
    ...clock,
    ...findAccounts(config, arrival),
    ...findProxy(config, arrival),
    await findBodySize(config, largestForm(config.uploadMaxBytes)),
  ]
}

/** The clock of the web app's machine, to whole seconds. */
function findClock(response: Response, before: number): Finding[] {
  const { ok, mend } = findingsAbout('clock')
  const stated = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(stated)) return []
  const off = Math.max(before - (stated + 1_000), stated - Date.now(), 0)
  return [
    off <= CLOCK_LIMIT_MS
      ? ok('The web app’s machine has the same time.')
      : mend(`The web app’s machine has another time, by ${Math.round(off / 1000)} s: set both by NTP.`),
  ]
}

/** Nobody credits a payment to an account that no worker reads. */
function findAccounts({ stellar, xrpl, keepers }: Config, { accounts, keeping, issuers }: Arrival): Finding[] {
  const { ok, mend } = findingsAbout('web app')
  const pairs = [
    ['STELLAR_ESCROW_ACCOUNT', stellar.escrowAccount, accounts.stellar.escrow],
    ['STELLAR_FEE_ACCOUNT', stellar.feeAccount, accounts.stellar.fee],
    ['XRPL_ESCROW_ACCOUNT', xrpl.escrowAccount, accounts.xrpl.escrow],
    ['XRPL_FEE_ACCOUNT', xrpl.feeAccount, accounts.xrpl.fee],
    ...issuedAssets().map((asset) => [issuerSettingOf(asset), stellar.issuers[asset], issuers[asset]] as const),
    ['STELLAR_SPONSOR_ACCOUNT', keepers.stellar?.keeper, keeping.stellar?.sponsor],
    ['STELLAR_ARBITER_ADDRESS', keepers.stellar?.arbiter, keeping.stellar?.arbiter],
    ['XRPL_SPONSOR_ACCOUNT', keepers.xrpl?.keeper, keeping.xrpl?.keeper],
  ] as const
  const differing = pairs.flatMap(([setting, here, there]) =>
    here === there
      ? []
      : [mend(`${setting} is ${there ?? 'not set'} there and ${here ?? 'not set'} here: set both processes alike.`)],
  )
  return differing.length > 0 ? differing : [ok('It has the same accounts as these settings.')]
}

function findProxy(config: Config, { host, proto, address, trustedHeader }: Arrival): Finding[] {
  const { ok, mend, note } = findingsAbout('proxy')
  const { host: ourHost } = new URL(config.origin)
  return [
    host === ourHost
      ? ok('The Host header arrives.')
      : note(`Host arrives as ${host}: let the proxy pass on ${ourHost}.`),
    ...(config.isHttps && proto !== 'https'
      ? [note(`X-Forwarded-Proto arrives as ${proto ?? 'nothing'}: let the proxy set it to https.`)]
      : []),
    findAddress({ ok, mend, note }, { address, trustedHeader, isHttps: config.isHttps }),
  ]
}

function findAddress(
  { ok, mend, note }: ReturnType<typeof findingsAbout>,
  { address, trustedHeader, isHttps }: Pick<Arrival, 'address' | 'trustedHeader'> & { isHttps: boolean },
): Finding {
  if (trustedHeader === null) {
    return isHttps
      ? mend(
          'TRUSTED_IP_HEADER is not set: tries are not counted by network. Name the header in which the proxy states the visitor.',
        )
      : note('TRUSTED_IP_HEADER is not set: right where no proxy stands before the web app.')
  }
  if (address === FORGED) {
    return mend(`${trustedHeader} arrives as a visitor wrote it: let the proxy set it anew, or see TRUSTED_PROXY_HOPS.`)
  }
  if (address !== null && isOfOwnNetwork(address)) {
    return note(
      `${trustedHeader} arrives as ${address}, of a private network: right if this command asks from there, else TRUSTED_PROXY_HOPS is too low.`,
    )
  }
  if (address === null) return mend(`${trustedHeader} arrives without an address: let the proxy set it.`)
  return ok(`${trustedHeader} tells the visitor’s address, and cannot be forged.`)
}
