import { isAsset } from '#app/domain/kernel/assets.ts'
import { FaultSchema, setPrice, type WalletDeps } from '#harbour/admin.ts'
import { type Reply, type Request, redirect } from '#harbour/http.ts'
import { SERVICES } from '#harbour/market/prices.ts'
import { weatherPage } from '#harbour/wallet/pages/weather-page.ts'

/** The fault switches and prices as a page with forms. Null: not one of these pages. */
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
    case 'POST /prices':
      return changePrice(deps, fields)
    default:
      return null
  }
}

function show(deps: WalletDeps, problem: string | null): Reply {
  return weatherPage({ faults: deps.faults.list(), market: deps.market, problem })
}

function switchOn(deps: WalletDeps, fields: URLSearchParams): Reply {
  const filled = [...fields].map(([name, value]) => [name, value.trim()] as const).filter(([, value]) => value !== '')
  const fault = FaultSchema.safeParse(Object.fromEntries(filled))
  if (!fault.success) return show(deps, 'Numbers must be whole, and the number of times at least 1.')
  deps.faults.set(fault.data)
  return redirect('/faults')
}

function changePrice(deps: WalletDeps, fields: URLSearchParams): Reply {
  const asset = fields.get('asset')
  if (!isAsset(asset)) return show(deps, 'Choose an asset.')
  const wish = fields.get('do')
  // Anything else is both.
  const about = { asset, service: SERVICES.find((service) => service === fields.get('service')) }
  const changed =
    wish === 'stop' || wish === 'release'
      ? setPrice(deps.market, { ...about, ...(wish === 'stop' ? { stop: true } : { release: true }) })
      : setPrice(deps.market, { ...about, usd: fields.get('usd') ?? '' })
  return changed.status === 200 ? redirect('/faults') : show(deps, 'A price is a number above 0, such as 0.1127.')
}
