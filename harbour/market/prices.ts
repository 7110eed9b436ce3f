/**
 * Simulated prices. A price is a function of seed, asset and time (smooth noise on four time scales, at most 0.93 % to
 * either side): past prices and trades need no storage, and a harbour that was off continues as if it had run.
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
  /** Factor of the movement: 1, for a stablecoin a fiftieth. */
  restlessness: Decimal
}

const WANDERS: Record<Asset, Wander> = {
  XLM: { around: new Decimal('0.11'), restlessness: new Decimal(1) },
  XRP: { around: new Decimal('2.2'), restlessness: new Decimal(1) },
  USDC: { around: new Decimal(1), restlessness: new Decimal('0.02') },
}

/** Time scales with the most that each adds or takes, as a fraction. Their sum keeps a day's change below 2 %. */
const SCALES = [
  { ms: 6 * 3_600_000, reach: new Decimal('0.005') },
  { ms: 3_600_000, reach: new Decimal('0.0025') },
  { ms: 600_000, reach: new Decimal('0.0012') },
  { ms: 60_000, reach: new Decimal('0.0006') },
]

/** Size of the cache: what a few full answers need. */
const MOST_DRAWN = 20_000

/** The price services that the market imitates. */
export const SERVICES = ['coingecko', 'kraken'] as const
export type Service = (typeof SERVICES)[number]

/** One service; left out: both. Set separately, they may disagree. */
export type Whom = { service?: Service }

const StateSchema = z.object({
  seed: z.string(),
  pinned: z.partialRecord(z.enum(ASSETS), z.string()),
  stopped: z.array(z.enum(ASSETS)),
  /** Settings of one service alone: a price, or null for none. Older files have none. */
  alone: z.partialRecord(z.enum(SERVICES), z.partialRecord(z.enum(ASSETS), z.string().nullable())).default(() => ({})),
})
type State = z.infer<typeof StateSchema>

/** The market as one service sees it. */
export type View = {
  /** Deterministic noise from the seed, from 0 up to 1: one seed gives one market. */
  chance(of: string): Decimal
  /** US dollars at a time; null: the asset is stopped. A pinned price holds for all times. */
  at(asset: Asset, ms: number): Decimal | null
  /** The simulated price, whatever is pinned or stopped. */
  wanderedAt(asset: Asset, ms: number): Decimal
  isPinned(asset: Asset): boolean
}

export type Prices = {
  seenBy(service: Service): View
  /** For both services, replacing the settings of each; or for one, while the other keeps its own. */
  pin(asset: Asset, price: Whom & { usd: Decimal }): void
  /** The service, or both, gives no price of the asset. */
  stop(asset: Asset, whom?: Whom): void
  /** Back to the simulated price; one service alone returns to the setting of both. */
  release(asset: Asset, whom?: Whom): void
}

/** A state file of an earlier run overrides `seed`; null: the state is kept in memory. */
export function openPrices(options: { stateFile: string | null; seed?: string }): Prices {
  const fresh = () => ({ seed: options.seed ?? crypto.randomUUID(), pinned: {}, stopped: [], alone: {} })
  const state: State = readState(options.stateFile) ?? fresh()
  const keep = () => writeState(options.stateFile, state)
  keep()

  // Cache: trades of the same minute lie between the same marks, and are read repeatedly.
  const drawn = new Map<string, Decimal>()
  const chance = (of: string) => {
    const known = drawn.get(of)
    if (known) return known
    if (drawn.size >= MOST_DRAWN) drawn.clear()
    const fresh = chanceOf(`${state.seed} ${of}`)
    drawn.set(of, fresh)
    return fresh
  }

  /** Removes the settings of the asset: of one service, or of both and each. */
  const forget = (asset: Asset, { service }: Whom) => {
    for (const told of service ? [service] : SERVICES) delete state.alone[told]?.[asset]
    if (service) return
    delete state.pinned[asset]
    state.stopped = state.stopped.filter((stopped) => stopped !== asset)
  }

  const tellAlone = (service: Service, about: { asset: Asset; usd: string | null }) => {
    state.alone[service] = { ...state.alone[service], [about.asset]: about.usd }
  }

  /** Returns the setting of a service: a price, null for none, undefined for the simulated price. */
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

/** Parses US dollars with at most ten decimals; null: not a number above 0. */
export function parsePrice(text: string): Decimal | null {
  const value = /^\d{1,9}(?:\.\d{1,10})?$/.test(text.trim()) ? new Decimal(text.trim()) : null
  return value?.gt(0) ? value : null
}

/** Interpolates smoothly (smoothstep); `way` from 0 to 1. */
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

/** Atomic: writes a new file and renames it, so that a kill leaves the old state or the new one. */
function writeState(file: string | null, state: State): void {
  if (file === null) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}
