import { isAsset } from '#app/kernel/domain/assets.ts'
import { FaultSchema, setPrice, type WalletDeps } from '#harbour/admin.ts'
import { type Reply, type Request, redirect } from '#harbour/http.ts'
import { CrowdSchema, HistorySchema, LEDGERS, LoadSchema, showHistory } from '#harbour/ledger-weather.ts'
import { SERVICES } from '#harbour/market/prices.ts'
import { weatherPage } from '#harbour/wallet/pages/weather-page.ts'

/** The page with forms for faults and prices. Null: not one of these pages. */
export function answerWeather(deps: WalletDeps, request: Request): Reply | null {
  const fields = new URLSearchParams(request.body)
  switch (`${request.method} ${request.url.pathname}`) {
    case 'GET /faults':
      return show(deps, null)
    case 'POST /faults':
      return switchOn(deps, fields)
    case 'POST /faults/clear':
      deps.faults.clear()
      return redirect('/faults')
    case 'POST /faults/crowd':
      return changeCrowd(deps, fields)
    case 'POST /faults/load':
      return changeLoad(deps, fields)
    case 'POST /faults/history':
      return changeHistory(deps, fields)
    case 'POST /prices':
      return changePrice(deps, fields)
    default:
      return null
  }
}

function show(deps: WalletDeps, problem: string | null): Reply {
  const ledgers = LEDGERS.filter((ledger) => deps.weather.historiesOf(ledger) !== null)
  return weatherPage({
    faults: deps.faults.list(),
    market: deps.market,
    network: deps.weather.rippled.weather(),
    ledgers,
    problem,
  })
}

function switchOn(deps: WalletDeps, fields: URLSearchParams): Reply {
  const fault = FaultSchema.safeParse(filled(fields))
  if (!fault.success) return show(deps, 'Numbers must be whole, and the number of times at least 1.')
  deps.faults.set(fault.data)
  return redirect('/faults')
}

/** Fields that are not empty. */
function filled(fields: URLSearchParams): Record<string, string> {
  const entries = [...fields].map(([name, value]) => [name, value.trim()] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

function changeCrowd(deps: WalletDeps, fields: URLSearchParams): Reply {
  const crowd = CrowdSchema.safeParse(filled(fields))
  if (!crowd.success) return show(deps, 'A crowd has two whole numbers; without any, everybody goes.')
  deps.weather.rippled.crowd(crowd.data)
  return redirect('/faults')
}

function changeLoad(deps: WalletDeps, fields: URLSearchParams): Reply {
  const load = LoadSchema.safeParse(filled(fields))
  if (!load.success) return show(deps, 'The load is a whole number from 1 to 1000.')
  deps.weather.rippled.load(load.data.factor)
  return redirect('/faults')
}

function changeHistory(deps: WalletDeps, fields: URLSearchParams): Reply {
  const wish = HistorySchema.safeParse(filled(fields))
  if (!wish.success || !showHistory(deps.weather, wish.data)) {
    return show(deps, 'Choose a ledger that can show another history, and a whole number of ledgers or none.')
  }
  return redirect('/faults')
}

function changePrice(deps: WalletDeps, fields: URLSearchParams): Reply {
  const asset = fields.get('asset')
  if (!isAsset(asset)) return show(deps, 'Choose an asset.')
  const wish = fields.get('do')
  // Any other value means both.
  const about = { asset, service: SERVICES.find((service) => service === fields.get('service')) }
  const changed =
    wish === 'stop' || wish === 'release'
      ? setPrice(deps.market, { ...about, ...(wish === 'stop' ? { stop: true } : { release: true }) })
      : setPrice(deps.market, { ...about, usd: fields.get('usd') ?? '' })
  return changed.status === 200 ? redirect('/faults') : show(deps, 'A price is a number above 0, such as 0.1127.')
}
