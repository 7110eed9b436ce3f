/**
 * `npm run rehearse [-- --short | --faults] [--proxy node|nginx|caddy] [--checkout] [--no-drill]`: a small production
 * on this machine: docs/operating.md, The rehearsal. Prints each act with ✓ or ✗ and time. Exit code 0 if right, else
 * 1.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { buildWhenNeeded, ROOT } from '../build.ts'
import { assemble } from '../image/assemble.ts'
import { reasonOf, StartupProblem } from '../launcher/problems.ts'
import { askDoctor, countPayouts, drill, readLog, restartWebs, trade, uploadLarge, whileWorkersDie } from './acts.ts'
import { cutHorizon, killWorkers, steal, wrongTime } from './faults/causes.ts'
import { differingSettings } from './faults/differing-settings.ts'
import { refusePooler } from './faults/pooler.ts'
import { type Ground, openGround } from './ground.ts'

type Act = { what: string; play: () => Promise<string> }

/** Long enough to kill a worker between two ledgers. */
const LEDGER_MS = 1_000
const SHORT_LEDGER_MS = 250
const PROXIES = ['node', 'nginx', 'caddy'] as const

function readWords() {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      faults: { type: 'boolean', default: false },
      proxy: { type: 'string', default: 'node' },
      checkout: { type: 'boolean', default: false },
      'no-drill': { type: 'boolean', default: false },
    },
  })
  const proxy = PROXIES.find((known) => known === values.proxy)
  if (!proxy) throw new StartupProblem(`--proxy is one of ${PROXIES.join(', ')}.`)
  return { ...values, proxy, withDrill: !values['no-drill'] && !values.short }
}

/** Wrong setups and faults, and how soon operators learn of them. The last one leaves payouts stopped. */
function faultsOf(ground: Ground): Act[] {
  return [
    { what: 'a transaction pooler', play: () => refusePooler(ground) },
    { what: 'a wrong clock', play: () => wrongTime(ground) },
    { what: 'settings that differ', play: () => differingSettings(ground) },
    { what: 'no worker', play: () => killWorkers(ground) },
    { what: 'a ledger that is away', play: () => cutHorizon(ground) },
    { what: 'money that leaves with the seed', play: () => steal(ground) },
  ]
}

/** The acts of the short form come first. */
export function actsOf(ground: Ground, form: { isShort: boolean; withDrill: boolean; onlyFaults: boolean }): Act[] {
  if (form.onlyFaults) return faultsOf(ground)
  const short: Act[] = [
    { what: 'a trade in XRP', play: () => trade(ground, 'XRP') },
    { what: 'both web processes are restarted under load', play: () => restartWebs(ground) },
    { what: 'every payout is made once', play: () => countPayouts(ground) },
  ]
  const log: Act = { what: 'the log', play: () => readLog(ground) }
  if (form.isShort) return [...short, log]
  return [
    { what: 'the doctor', play: () => askDoctor(ground) },
    { what: 'a large file', play: () => uploadLarge(ground) },
    ...short.slice(0, 2),
    // Reads the log before workers are killed: those may log unfinished work as errors.
    log,
    ...ASSETS.map((asset) => ({
      what: `a trade in ${asset} while workers die`,
      play: () => tradeAndKill(ground, asset),
    })),
    ...short.slice(2),
    ...faultsOf(ground),
    ...(form.withDrill ? [{ what: 'the drill of a restored backup', play: drill }] : []),
  ]
}

async function tradeAndKill(ground: Ground, asset: (typeof ASSETS)[number]): Promise<string> {
  const { result, deaths } = await whileWorkersDie(ground.workers, () => trade(ground, asset))
  return `${result}, ${deaths} killed`
}

/** Runs the acts one after the other; a failed one does not stop the others. Returns whether all passed. */
export async function play(acts: Act[], say: (line: string) => void): Promise<boolean> {
  let isRight = true
  for (const { what, play: act } of acts) {
    const began = Date.now()
    const [mark, seen] = await act().then(
      (words) => ['✓', words],
      (error: unknown) => ['✗', reasonOf(error)],
    )
    isRight &&= mark === '✓'
    say(`  ${mark} ${what} (${((Date.now() - began) / 1000).toFixed(1)} s): ${seen}`)
  }
  return isRight
}

async function main(): Promise<boolean> {
  const { short, faults, proxy, checkout, withDrill } = readWords()
  await buildWhenNeeded(console.log)
  const image = checkout ? null : await mkdtemp(join(tmpdir(), 'quayside-rehearsed-image-'))
  try {
    if (image) await assemble(image)
    console.log('Starting two web apps and two workers …')
    const ledgerMs = short ? SHORT_LEDGER_MS : LEDGER_MS
    await using ground = await openGround({
      program: image ?? ROOT,
      proxy,
      databaseUrl: process.env.DATABASE_URL,
      ledgerMs,
    })
    console.log(`On ${ground.stands.join(', ')}:`)
    return await play(actsOf(ground, { isShort: short, withDrill, onlyFaults: faults }), console.log)
  } finally {
    if (image) await rm(image, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  try {
    const isRight = await main()
    console.log(isRight ? '\nAll right.' : '\nNot right: see the lines with ✗.')
    if (!isRight) process.exitCode = 1
  } catch (error) {
    console.error(`\n${reasonOf(error)}`)
    process.exitCode = 1
  }
}
