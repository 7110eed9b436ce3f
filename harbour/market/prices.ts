/**
 * Prices that wander plausibly. A price is a function of seed, asset and time (smooth noise on four time scales, at most
 * 0.93 % to either side), so yesterday's price and last minute's trades are known without being stored, and a harbour
 * that was off for a week goes on as if it had run.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { ASSETS, type Asset } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'

type Wander = {
  /** US dollars around which the price moves. */
  around: Decimal
  /** 1 for a free asset; a stablecoin moves a fiftieth of that. */
  restlessness: Decimal
}

const WANDERS: Record<Asset, Wander> = {
  XLM: { around: new Decimal('0.11'), restlessness: new Decimal(1) },
  XRP: { around: new Decimal('2.2'), restlessness: new Decimal(1) },
  USDC: { around: new Decimal(1), restlessness: new Decimal('0.02') },
}

/** Time scales with the most that each adds or takes. Their sum keeps a day's change below 2 %. */
const SCALES = [
  { ms: 6 * 3_600_000, reach: new Decimal('0.005') },
  { ms: 3_600_000, reach: new Decimal('0.0025') },
  { ms: 600_000, reach: new Decimal('0.0012') },
  { ms: 60_000, reach: new Decimal('0.0006') },
]

/** As many draws as a few full answers need are kept. */
const MOST_DRAWN = 20_000

/** The services that the market stands in for. */
export const SERVICES = ['coingecko', 'kraken'] as const
export type Service = (typeof SERVICES)[number]

/** Both services, or one alone: then they may disagree. */
export type Whom = { service?: Service }

const StateSchema = z.object({
  seed: z.string(),
  pinned: z.partialRecord(z.enum(ASSETS), z.string()),
  stopped: z.array(z.enum(ASSETS)),
  /** What one service says differently: a price, or null for nothing. Files of earlier versions have none. */
  alone: z.partialRecord(z.enum(SERVICES), z.partialRecord(z.enum(ASSETS), z.string().nullable())).default(() => ({})),
})
type State = z.infer<typeof StateSchema>

/** The market as one service sees it. */
export type View = {
  /** Noise that every part of the market draws from, so that one seed gives one market. From 0 up to 1. */
  chance(of: string): Decimal
  /** US dollars at a moment; null while the asset is stopped. A pinned price holds for all moments. */
  at(asset: Asset, ms: number): Decimal | null
  /** What the price was or would have been on its own. */
  wanderedAt(asset: Asset, ms: number): Decimal
  isPinned(asset: Asset): boolean
}

export type Prices = {
  seenBy(service: Service): View
  /** For both services, whatever each was told before; or for one, while the other goes on as it did. */
  pin(asset: Asset, price: Whom & { usd: Decimal }): void
  /** The service, or both, stops naming the asset. */
  stop(asset: Asset, whom?: Whom): void
  /** Back to wandering; one service alone goes back to what both were told. */
  release(asset: Asset, whom?: Whom): void
}

/** A state file from an earlier run wins over `seed`; null keeps the state in memory. */
export function openPrices(options: { stateFile: string | null; seed?: string }): Prices {
  const fresh = () => ({ seed: options.seed ?? crypto.randomUUID(), pinned: {}, stopped: [], alone: {} })
  const state: State = readState(options.stateFile) ?? fresh()
  const keep = () => writeState(options.stateFile, state)
  keep()

  // Trades of the same minute lie between the same marks, and are asked for again and again.
  const drawn = new Map<string, Decimal>()
  const chance = (of: string) => {
    const known = drawn.get(of)
    if (known) return known
    if (drawn.size >= MOST_DRAWN) drawn.clear()
    const fresh = chanceOf(`${state.seed} ${of}`)
    drawn.set(of, fresh)
    return fresh
  }

  /** Forgets what was told about the asset: to one service, or to both and to each. */
  const forget = (asset: Asset, { service }: Whom) => {
    for (const told of service ? [service] : SERVICES) delete state.alone[told]?.[asset]
    if (service) return
    delete state.pinned[asset]
    state.stopped = state.stopped.filter((stopped) => stopped !== asset)
  }

  const tellAlone = (service: Service, about: { asset: Asset; usd: string | null }) => {
    state.alone[service] = { ...state.alone[service], [about.asset]: about.usd }
  }

  /** What a service was told to say: a price, null for nothing, undefined for what the market does on its own. */
  const toldTo = (service: Service, asset: Asset): string | null | undefined => {
    const alone = state.alone[service]?.[asset]
    if (alone !== undefined) return alone
    return state.stopped.includes(asset) ? null : state.pinned[asset]
  }

  const wanderedAt = (asset: Asset, ms: number) => {
    const { around, restlessness } = WANDERS[asset]
    const drift = SCALES.reduce((sum, { ms: scaleMs, reach }) => {
      const mark = Math.floor(ms / scaleMs)
      const markNoise = (at: number) => chance(`${asset} ${scaleMs} ${at}`).times(2).minus(1)
      const way = new Decimal(ms - mark * scaleMs).div(scaleMs)
      return sum.plus(between(markNoise(mark), markNoise(mark + 1), way).times(reach))
    }, new Decimal(0))
    return around.times(drift.times(restlessness).plus(1))
  }

  return {
    seenBy: (service) => ({
      chance,
      wanderedAt,
      at(asset, ms) {
        const told = toldTo(service, asset)
        if (told === undefined) return wanderedAt(asset, ms)
        return told === null ? null : new Decimal(told)
      },
      isPinned: (asset) => typeof toldTo(service, asset) === 'string',
    }),
    pin(asset, { usd, service }) {
      forget(asset, { service })
      if (service) tellAlone(service, { asset, usd: plain(usd) })
      else state.pinned[asset] = plain(usd)
      keep()
    },
    stop(asset, { service } = {}) {
      forget(asset, { service })
      if (service) tellAlone(service, { asset, usd: null })
      else state.stopped.push(asset)
      keep()
    },
    release(asset, whom = {}) {
      forget(asset, whom)
      keep()
    },
  }
}

/** US dollars as typed, at most ten places; null when it is not a number above 0. */
export function parsePrice(text: string): Decimal | null {
  const value = /^\d{1,9}(?:\.\d{1,10})?$/.test(text.trim()) ? new Decimal(text.trim()) : null
  return value?.gt(0) ? value : null
}

/** From one value to the next without a corner at either; `way` from 0 to 1. */
function between(from: Decimal, to: Decimal, way: Decimal): Decimal {
  const eased = way.times(way).times(new Decimal(3).minus(way.times(2)))
  return from.plus(to.minus(from).times(eased))
}

function chanceOf(text: string): Decimal {
  const digest = createHash('sha256').update(text).digest('hex')
  return new Decimal(`0x${digest.slice(0, 12)}`).div('0x1000000000000')
}

function readState(file: string | null): State | null {
  return file !== null && existsSync(file) ? StateSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** Written beside and moved over, so that a kill leaves the old state or the new one, never half. */
function writeState(file: string | null, state: State): void {
  if (file === null) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}
