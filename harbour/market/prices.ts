/**
 * Prices that wander plausibly. A price is a function of seed, asset and time (smooth noise on four time scales, at most
 * 0.93 % to either side), so yesterday's price and last minute's trades are known without being stored, and a harbour
 * that was off for a week goes on as if it had run.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { ASSETS, type Asset } from '#app/domain/assets.ts'
import { Decimal, plain } from '#app/domain/money.ts'

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

const StateSchema = z.object({
  seed: z.string(),
  pinned: z.partialRecord(z.enum(ASSETS), z.string()),
  stopped: z.array(z.enum(ASSETS)),
})
type State = z.infer<typeof StateSchema>

export type Prices = {
  /** Noise that every part of the market draws from, so that one seed gives one market. From 0 up to 1. */
  chance(of: string): Decimal
  /** US dollars at a moment; null while the asset is stopped. A pinned price holds for all moments. */
  at(asset: Asset, ms: number): Decimal | null
  /** What the price was or would have been on its own. */
  wanderedAt(asset: Asset, ms: number): Decimal
  isPinned(asset: Asset): boolean
  pin(asset: Asset, usd: Decimal): void
  /** Both services stop naming the asset. */
  stop(asset: Asset): void
  /** Back to wandering. */
  release(asset: Asset): void
}

/** A state file from an earlier run wins over `seed`; null keeps the state in memory. */
export function openPrices(options: { stateFile: string | null; seed?: string }): Prices {
  const state = readState(options.stateFile) ?? { seed: options.seed ?? crypto.randomUUID(), pinned: {}, stopped: [] }
  const keep = () => writeState(options.stateFile, state)
  keep()

  const chance = (of: string) => chanceOf(`${state.seed} ${of}`)

  const release = (asset: Asset) => {
    delete state.pinned[asset]
    state.stopped = state.stopped.filter((stopped) => stopped !== asset)
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
    chance,
    wanderedAt,
    at(asset, ms) {
      if (state.stopped.includes(asset)) return null
      const pinned = state.pinned[asset]
      return pinned === undefined ? wanderedAt(asset, ms) : new Decimal(pinned)
    },
    isPinned: (asset) => state.pinned[asset] !== undefined,
    pin(asset, usd) {
      release(asset)
      state.pinned[asset] = plain(usd)
      keep()
    },
    stop(asset) {
      release(asset)
      state.stopped.push(asset)
      keep()
    },
    release(asset) {
      release(asset)
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
