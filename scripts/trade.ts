/**
 * `npm run trade [-- xlm|xrp|usdc]`: walks a whole trade for each asset through the running app, as a buyer and a seller
 * who have just registered, and checks every balance. Exit code 0 when all is right, else 1.
 */
import { ASSETS, type Asset } from '#app/domain/kernel/assets.ts'
import { originOf, readSettings } from './launcher/environment.ts'
import { reasonOf } from './launcher/problems.ts'
import { type BalanceLine, isRight, showAmount, showChange } from './trade/balances.ts'
import { openHarbour } from './trade/harbour.ts'
import { type Site, type Tell, walkTrade } from './trade/walk.ts'

/** A sentence for the person at the terminal. */
class Refusal extends Error {
  override name = 'Refusal' as const
}

async function main(args: string[]): Promise<void> {
  const assets = assetsIn(args)
  const { port, harbourPort } = readSettings(process.env)
  const origin = process.env.PUBLIC_ORIGIN || originOf(port)
  const harbourOrigin = originOf(harbourPort)
  await ensureRunning(origin, `${origin}/healthz`)
  await ensureRunning(origin, `${harbourOrigin}/healthz`)
  const site = { origin, harbour: openHarbour(harbourOrigin) }
  let allRight = true
  for (const asset of assets) allRight = (await trade(site, asset)) && allRight
  if (!allRight) throw new Refusal('Not every balance is right.')
  console.log(`\nAll right: ${assets.join(', ')}.`)
}

function assetsIn(args: string[]): readonly Asset[] {
  if (args.length === 0) return ASSETS
  return args.map((arg) => {
    const asset = ASSETS.find((known) => known === arg.toUpperCase())
    if (asset === undefined)
      throw new Refusal(`“${arg}” is not an asset: say xlm, xrp or usdc, or nothing for all three.`)
    return asset
  })
}

async function ensureRunning(origin: string, url: string): Promise<void> {
  try {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    if (ok) return
    throw new Refusal(`Quayside at ${origin} is not well (${url} answers ${status}): restart it with npm start.`)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(
      `Quayside does not run at ${origin}: start it with npm start in another terminal, then try again.`,
    )
  }
}

async function trade(site: Site, asset: Asset): Promise<boolean> {
  console.log(`\n${asset}\n`)
  const lines = await walkTrade(site, asset, tellWithTime())
  console.log(`\n${balanceTable(lines)}`)
  return lines.every(isRight)
}

function tellWithTime(): Tell {
  const began = Date.now()
  let last = began
  return (step, detail) => {
    const now = Date.now()
    const took = ((now - last) / 1000).toFixed(1)
    last = now
    console.log(`  ${step.padEnd(24)} ${took.padStart(5)} s   ${detail}`)
  }
}

function balanceTable(lines: BalanceLine[]): string {
  const head = ['', '', 'before', 'after', 'change', '']
  const rows = lines.map((line) => [
    line.label,
    line.asset,
    showAmount(line.before, line.asset),
    showAmount(line.after, line.asset),
    showChange(line.change, line.asset),
    isRight(line) ? `✓ ${line.because}` : `✗ should be ${showChange(line.expected, line.asset)}: ${line.because}`,
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  // Words begin at the left, amounts end at the right, below each other to the last digit.
  const show = (row: string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column >= 2 && column <= 4 ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
  return [head, ...rows].map((row) => `  ${show(row)}`.trimEnd()).join('\n')
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(`\n${reasonOf(error)}`)
  process.exitCode = 1
}
