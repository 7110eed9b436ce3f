/**
 * `npm run trade [-- xlm|xrp|usdc|ledger-xlm|ledger-xrp|ledger-usdc]`: a whole trade for each asset through the running
 * app, by a buyer and a seller who just registered; checks every balance. `ledger-…`: ledger-held trades, to each
 * possible end; these move the clock by half a month. `--own`: in a temporary Quayside. Exit code 0: all right; else 1.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ASSETS, type Asset } from '#app/kernel/domain/assets.ts'
import { originOf, readSettings } from './launcher/environment.ts'
import { reasonOf } from './launcher/problems.ts'
import { startQuayside } from './launcher/quayside.ts'
import { unlessStopped, wishToStop } from './launcher/stop-wish.ts'
import { type BalanceLine, isRight, showAmount, showChange } from './trade/balances.ts'
import { openHarbour } from './trade/harbour.ts'
import { walkOnchain } from './trade/onchain/walk.ts'
import { type Site, type Tell, walkTrade } from './trade/walk.ts'

/** An error whose message is a sentence for the terminal. */
class Refusal extends Error {
  override name = 'Refusal' as const
}

type Kind = { asset: Asset; isHeld: boolean }

const OWN = '--own'
const HELD = 'ledger-'

async function main(args: string[]): Promise<void> {
  const kinds = kindsIn(args.filter((arg) => arg !== OWN))
  const wish = wishToStop()
  await using site = await (args.includes(OWN) ? openOwnSite(wish) : findSite())
  const tradeAll = async () => {
    let allRight = true
    for (const kind of kinds) allRight = (await trade(site, kind)) && allRight
    return allRight
  }
  if (!(await unlessStopped(wish, tradeAll))) throw new Refusal('Not every balance is right.')
  console.log(`\nAll right: ${kinds.map(nameOf).join(', ')}.`)
}

/** Without arguments: trades that need no sponsor account. */
function kindsIn(args: string[]): readonly Kind[] {
  if (args.length === 0) return ASSETS.map((asset) => ({ asset, isHeld: false }))
  return args.map((arg) => {
    const isHeld = arg.toLowerCase().startsWith(HELD)
    const name = (isHeld ? arg.slice(HELD.length) : arg).toUpperCase()
    const asset = ASSETS.find((known) => known === name)
    if (asset === undefined) {
      const held = `${HELD}xlm, ${HELD}xrp or ${HELD}usdc for what the ledger holds`
      throw new Refusal(`“${arg}” is no trade: say xlm, xrp or usdc, ${held}, or nothing for the first three.`)
    }
    return { asset, isHeld }
  })
}

const nameOf = ({ asset, isHeld }: Kind) => (isHeld ? `${HELD}${asset.toLowerCase()}` : asset)

async function findSite(): Promise<Site & AsyncDisposable> {
  const { port, harbourPort } = readSettings(process.env)
  const origin = process.env.PUBLIC_ORIGIN || originOf(port)
  const harbourOrigin = originOf(harbourPort)
  await ensureRunning(origin, `${origin}/healthz`)
  await ensureRunning(origin, `${harbourOrigin}/healthz`)
  return { origin, harbour: openHarbour(harbourOrigin), async [Symbol.asyncDispose]() {} }
}

async function openOwnSite(signal: AbortSignal): Promise<Site & AsyncDisposable> {
  console.log('Starting a Quayside of its own …')
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-trade-'))
  const clear = () => rm(dataDir, { recursive: true, force: true })
  try {
    const { origin, harbourOrigin, stop } = await startQuayside({ dataDir, signal })
    const end = () => stop().then(clear)
    return { origin, harbour: openHarbour(harbourOrigin), [Symbol.asyncDispose]: end }
  } catch (error) {
    await clear()
    throw error
  }
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

async function trade(site: Site, kind: Kind): Promise<boolean> {
  console.log(`\n${nameOf(kind)}\n`)
  if (!kind.isHeld) {
    const lines = await walkTrade(site, kind.asset, tellWithTime())
    console.log(`\n${balanceTable(lines)}`)
    return lines.every(isRight)
  }
  const tables = await walkOnchain(site, kind.asset, tellWithTime())
  for (const { title, lines } of tables) console.log(`\n  ${title}\n${balanceTable(lines)}`)
  return tables.every(({ lines }) => lines.every(isRight))
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
  // Texts are left-aligned; amounts right-aligned with equal decimal places.
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
