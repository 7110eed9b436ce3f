/** The harbour's JSON endpoints below /api: pay, sign, balances, inbox, faults, weather, lists, prices, reset. */
import { z } from 'zod'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { FAULT_KINDS, FAULT_TARGETS, type Faults } from '#harbour/faults.ts'
import { json, parseJson, type Reply, type Request } from '#harbour/http.ts'
import {
  CrowdSchema,
  count,
  HistorySchema,
  LEDGERS,
  type LedgerName,
  type LedgerWeather,
  LoadSchema,
  showHistory,
} from '#harbour/ledger-weather.ts'
import { HARBOUR_LISTS } from '#harbour/lists/invented.ts'
import { parsePrice, SERVICES } from '#harbour/market/prices.ts'
import type { Market } from '#harbour/market/server.ts'
import type { Post } from '#harbour/post/server.ts'
import type { TimeShift } from '#harbour/time/shift.ts'
import { balancesOfAccount } from '#harbour/wallet/balances.ts'
import { mailsTo } from '#harbour/wallet/pages/inbox-pages.ts'
import { PAY_MODES, type Pay } from '#harbour/wallet/pay.ts'
import { PaymentRefused } from '#harbour/wallet/payment.ts'
import { MEMO_KINDS, RequestUnreadable, readRequest, type WalletTerms } from '#harbour/wallet/payment-request.ts'
import type { StellarPurse } from '#harbour/wallet/stellar-purse.ts'
import { readTransaction } from '#harbour/wallet/stellar-signing/reading.ts'
import { SIGN_WAYS, type Signed, signRequest } from '#harbour/wallet/stellar-signing/sign.ts'
import { readSigningRequest } from '#harbour/wallet/stellar-signing/signing-request.ts'
import { WALLET_NAMES } from '#harbour/wallet/wallets.ts'
import type { XrplPurse } from '#harbour/wallet/xrpl-purse.ts'
import { signForProgram } from '#harbour/wallet/xrpl-signing/sign.ts'

export type WalletDeps = {
  terms: WalletTerms
  purses: { stellar: StellarPurse; xrpl: XrplPurse }
  pay: Pay
  post: Post
  market: Market
  faults: Faults
  time: TimeShift
  reset(ledger: LedgerName): void
  weather: LedgerWeather
}

const ResetSchema = z.object({ target: z.enum(LEDGERS) })

/** Fields left out take the defaults of harbour/faults.ts. */
export const FaultSchema = z.object({
  target: z.enum(FAULT_TARGETS),
  kind: z.enum(FAULT_KINDS),
  match: z.string().max(200).optional(),
  times: count.pipe(z.number().min(1)).nullable().optional(),
  delayMs: count.optional(),
  lagLedgers: count.optional(),
})

/** A person or organization to add to a sanctions list. */
const ListingSchema = z.object({
  list: z.enum(HARBOUR_LISTS),
  name: z.string().min(1).max(200),
  isPerson: z.boolean().default(true),
  wallet: z
    .object({ currency: z.string().max(10), address: z.string().max(100) })
    .nullable()
    .default(null),
})

const OrderSchema = z.object({ from: z.enum(WALLET_NAMES), mode: z.enum(PAY_MODES).default('exact') }).and(
  z.union([
    z.object({ uri: z.string(), amount: z.string().optional() }),
    z.object({
      asset: z.enum(ASSETS),
      to: z.string(),
      amount: z.string(),
      memo: z.string().nullable().default(null),
      memoKind: z.enum(MEMO_KINDS).optional(),
    }),
  ]),
)

/** `request`: a transaction, or a link that carries one. `way`: where the signed one goes; by default to the caller. */
const SignSchema = z.object({
  from: z.enum(WALLET_NAMES),
  request: z.string(),
  way: z.enum(SIGN_WAYS).default('show'),
})

/** `transaction`: an unsigned transaction of the XRP Ledger, as an object or as text. */
const SigningSchema = z.object({ from: z.enum(WALLET_NAMES), transaction: z.unknown() })

/** Without `service` the price is set for both services. */
const PriceSchema = z
  .object({ asset: z.enum(ASSETS), service: z.enum(SERVICES).optional() })
  .and(
    z.union([
      z.object({ usd: z.string() }),
      z.object({ stop: z.literal(true) }),
      z.object({ release: z.literal(true) }),
    ]),
  )

export type PriceOrder = z.infer<typeof PriceSchema>

/** Null: not one of these endpoints. */
export async function answerMachine(deps: WalletDeps, request: Request): Promise<Reply | null> {
  const { searchParams, pathname } = request.url
  switch (`${request.method} ${pathname}`) {
    case 'GET /healthz':
      return json(200, { status: 'ok' })
    case 'POST /api/pay':
      return withBody(request, OrderSchema, (order) => payOrder(deps, order))
    case 'POST /api/sign/stellar':
      return withBody(request, SignSchema, (order) => signOrder(deps, order))
    case 'POST /api/sign/xrpl':
      return withBody(request, SigningSchema, (order) => signForProgram(deps.purses.xrpl, order))
    case 'GET /api/balances': {
      const account = searchParams.get('account')
      return account
        ? json(200, await balancesOfAccount(deps.purses, account))
        : json(400, { error: 'Whose? Add ?account=.' })
    }
    case 'GET /api/inbox':
      return json(200, { mails: mailsTo(deps.post.mails(), searchParams.get('to') ?? '') })
    case 'GET /api/faults':
      return json(200, { faults: deps.faults.list() })
    case 'POST /api/faults':
      return withBody(request, FaultSchema, (fault) => {
        deps.faults.set(fault)
        return json(201, { faults: deps.faults.list() })
      })
    case 'DELETE /api/faults':
      return clearFaults(deps.faults, searchParams.get('target'))
    case 'POST /api/reset':
      return withBody(request, ResetSchema, ({ target }) => {
        deps.reset(target)
        return json(200, { reset: target })
      })
    case 'GET /api/weather':
      return json(200, deps.weather.rippled.weather())
    case 'POST /api/crowd':
      return withBody(request, CrowdSchema, (crowd) => {
        deps.weather.rippled.crowd(crowd)
        return json(200, deps.weather.rippled.weather())
      })
    case 'POST /api/load':
      return withBody(request, LoadSchema, ({ factor }) => {
        deps.weather.rippled.load(factor)
        return json(200, deps.weather.rippled.weather())
      })
    case 'POST /api/history':
      return withBody(request, HistorySchema, (wish) =>
        showHistory(deps.weather, wish)
          ? json(200, { target: wish.target, history: wish.show })
          : json(404, { error: `${wish.target} has one history only.` }),
      )
    case 'POST /api/lists':
      return withBody(request, ListingSchema, ({ list, ...entry }) => {
        deps.market.lists.add(list, entry)
        return json(201, { list, name: entry.name })
      })
    case 'POST /api/prices':
      return withBody(request, PriceSchema, (price) => setPrice(deps.market, price))
    default:
      return null
  }
}

async function payOrder(deps: WalletDeps, order: z.infer<typeof OrderSchema>): Promise<Reply> {
  try {
    const request = readRequest('uri' in order ? order : { ...order, memo: order.memo ?? '' }, deps.terms)
    const transactions = await deps.pay({ from: order.from, mode: order.mode, request })
    const allWell = transactions.every((transaction) => transaction.successful)
    return json(allWell ? 200 : 422, { hashes: transactions.map(({ hash }) => hash), transactions })
  } catch (error) {
    if (error instanceof RequestUnreadable) return json(400, { error: error.message })
    if (error instanceof PaymentRefused) return json(422, { error: error.message })
    throw error
  }
}

async function signOrder(deps: WalletDeps, order: z.infer<typeof SignSchema>): Promise<Reply> {
  try {
    const purse = deps.purses.stellar
    const request = readSigningRequest(order.request, deps.terms.passphrase)
    const { does, facts } = await readTransaction(request.transaction, { terms: deps.terms, purse })
    const signed = await signRequest(request, { from: order.from, way: order.way, purse })
    return json(isWell(signed) ? 200 : 422, { ...signed, does, facts })
  } catch (error) {
    if (error instanceof RequestUnreadable) return json(400, { error: error.message })
    throw error
  }
}

/** Signed, and accepted by the callback or the ledger that received it. */
function isWell({ trouble, callback, transaction }: Signed): boolean {
  return trouble === null && (callback?.status ?? 200) < 400 && (transaction?.successful ?? true)
}

function clearFaults(faults: Faults, asked: string | null): Reply {
  const target = asked === null ? undefined : z.enum(FAULT_TARGETS).safeParse(asked).data
  if (asked !== null && target === undefined) return json(400, { error: `There is no ${asked} here.` })
  faults.clear(target)
  return json(200, { faults: faults.list() })
}

export function setPrice(market: Market, price: PriceOrder): Reply {
  const { asset, service } = price
  if ('stop' in price) market.stop(asset, { service })
  else if ('release' in price) market.release(asset, { service })
  else {
    const usd = parsePrice(price.usd)
    if (usd === null) return json(400, { error: `“${price.usd}” is not a price.` })
    market.setPrice(asset, usd, { service })
  }
  return json(200, { asset, service, usd: market.price(asset, { service }) })
}

async function withBody<Content>(
  request: Request,
  schema: z.ZodType<Content>,
  work: (content: Content) => Promise<Reply> | Reply,
): Promise<Reply> {
  // CSRF protection: browsers send this type across sites only after a preflight, which the harbour never allows.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    return json(415, { error: 'Send application/json.' })
  }
  const parsed = schema.safeParse(parseJson(request.body))
  return parsed.success ? work(parsed.data) : json(400, { error: z.prettifyError(parsed.error) })
}
