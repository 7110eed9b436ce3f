/** A whole storm: people trade while everything fails by a seed; then the faults end, all is settled and judged. */
import { setTimeout as delay } from 'node:timers/promises'
import { NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import { resumeLedgers } from '#app/settlement/payouts/workflows/operator/payout-switch.server.ts'
import { stopPayouts } from '#app/settlement/payouts/workflows/operator/stop-payouts.server.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { dayWithoutMail, type Patience, tidyFiles, untilSettled, wake } from './aftermath.ts'
import { openChance } from './chance.ts'
import { openConductor, type Pace } from './conductor.ts'
import { fromDue, fromLastKill, inWords, readWaits, tell, type Waits } from './figures.ts'
import { gatherFacts } from './judging/evidence.ts'
import { judge } from './judging/judge.ts'
import { openStormGround, type StormGround } from './storm-ground.ts'
import { planTrades, type TradePlan } from './trade-plans.ts'
import { openTraders, type Traders } from './traders.ts'

export type StormSize = {
  trades: number
  /** Payments per trade. */
  parts: number
  /** Concurrent trades. */
  atOnce: number
  /** Waiting payouts per ledger when both workers are killed; 0: not measured. */
  queued: number
  ledgerMs: number
  pace: Pace
  patience: Patience
}

export type Verdict = { sentences: string[]; figures: string[] }

/** Most seconds from killing both workers until 99 of 100 waiting payouts are paid. */
const MOST_AFTER_KILL_S = 30

export async function runStorm(of: {
  seed: number
  size: StormSize
  report: (line: string) => void
}): Promise<Verdict> {
  const { seed, size, report } = of
  const chance = openChance(seed)
  await using ground = await openStormGround({ ledgerMs: size.ledgerMs, chance: chance.branch() })
  const traders = await openTraders({ ...ground, atOnce: size.atOnce })
  const plans = planTrades(chance.branch(), size)
  const conductor = openConductor(ground, { chance: chance.branch(), pace: size.pace })
  report(`seed ${seed}: ${plans.length} trades with ${size.parts} payments each, ledgers every ${size.ledgerMs} ms`)

  const began = Date.now()
  let calmSince = began
  const storm = conductor.conduct().then(() => {
    calmSince = Date.now()
    report(`the storm is over after ${seconds(began)} s; the air is clear`)
  })
  await Promise.all([traders.tradeAll(plans), storm])
  await wake(ground, 'sweep_open_work')
  await untilSettled(ground, size.patience)
  report(`all is traded and paid ${seconds(calmSince)} s later`)
  const inStorm = await readWaits(ground)

  const afterKill = size.queued === 0 ? null : await measureKill(ground, { traders, size, seed, report })
  await dayWithoutMail(ground, size.patience)
  await untilSettled(ground, size.patience)
  await tidyFiles(ground, size.patience)
  const facts = await gatherFacts(ground, traders.owed)
  const hits = [...ground.sky.hits()].map(([weather, count]) => `${weather} ${count}`)
  const tooSlow = afterKill === null ? [] : NETWORKS.filter((network) => afterKill[network].p99 > MOST_AFTER_KILL_S)
  return {
    sentences: [
      ...judge(facts),
      ...tooSlow.map((network) => `after a kill, 99 of 100 payouts on ${network} took ${afterKill?.[network].p99} s`),
    ],
    figures: [
      `escrows ${traders.owed.length}, deposits ${facts.arrived.length}, payouts ${facts.left.length}, letters ${facts.letters.length}`,
      `blows: ${[...conductor.blows].map(([blow, count]) => `${blow} ${count}`).join(', ')}`,
      `requests hit: ${hits.join(', ')}`,
      ...inWords('due → confirmed in the storm', tell(inStorm, fromDue)),
      ...inWords(
        'last kill → confirmed in the storm',
        tell(inStorm, (wait) => fromLastKill(wait, conductor.kills)),
      ),
      ...(afterKill === null ? [] : inWords(`kill of both workers → confirmed, ${size.queued} waiting`, afterKill)),
    ],
  }
}

type Measured = { traders: Traders; size: StormSize; seed: number; report: (line: string) => void }

/** Releases this many waiting payouts per ledger, and kills both workers while the first are being paid. */
async function measureKill(
  ground: StormGround,
  { traders, size, seed, report }: Measured,
): Promise<Record<Network, Waits>> {
  const { deps } = ground
  const { id: operatorId } = await aUser(deps.db, { role: 'admin' })
  const networks = [...NETWORKS]
  await stopPayouts(deps, { networks, operatorId, reason: 'the storm’s last kill' })
  const approveAll = await traders.prepareAll(waiting(seed, size.queued))
  await approveAll()
  report(`${size.queued} payouts wait on each ledger`)
  await resumeLedgers(deps, { networks, operatorId, reason: 'the storm’s last kill' })
  await untilUnderWay(ground)
  const killed = Date.now()
  for (const { pid } of ground.workers) process.kill(pid, 'SIGKILL')
  await untilSettled(ground, size.patience)
  report(`all of them are paid ${seconds(killed)} s after both workers were killed`)
  const waits = await readWaits(ground)
  return tell(
    waits.filter(({ confirmed }) => confirmed > killed),
    ({ confirmed }) => confirmed - killed,
  )
}

/** The Stellar ones are half XLM, half USDC. */
function waiting(seed: number, each: number): TradePlan[] {
  const plans = planTrades(openChance(seed + 1), { trades: 2 * each, parts: 1 })
  const assets = ['XLM', 'XRP', 'USDC', 'XRP'] as const
  return plans.map((plan, place) => ({
    ...plan,
    number: 500_000 + place,
    memo: String(2_000_000 + place),
    asset: assets[place % assets.length] ?? 'XLM',
    ending: 'release',
  }))
}

/** The worst moment: envelopes are stored for both ledgers, and their outcome is unknown. */
async function untilUnderWay(ground: StormGround): Promise<void> {
  for (;;) {
    const rows = await ground.query(
      `select network from transfer_attempt where purpose = 'payout' and state = 'live' group by network`,
    )
    if (rows.length === NETWORKS.length) return
    await delay(20)
  }
}

const seconds = (since: number) => Math.round((Date.now() - since) / 100) / 10
