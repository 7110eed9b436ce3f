/** Whether this machine's clock is right, judged as the processes judge their own (docs/decisions/072). */
import type { Config } from '#app/config.server.ts'
import { NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import { aheadAtLeast, type ClockStanding, judgeClock, sayOff } from '#app/ops/domain/clock-standing.ts'
import { type Finding, findingsAbout } from '#app/ops/domain/finding.ts'
import { asking } from './database.ts'
import { openLedger, withLedger } from './ledgers.ts'
import type { Check } from './look.ts'

export function checkClocks(config: Config): Check {
  return { about: 'clock', find: () => findClocks(config) }
}

/** A source without an answer has its own finding. With a movable harbour clock the ledgers have another time. */
async function findClocks(config: Config): Promise<Finding[]> {
  const networks = config.harbourClockUrl === null ? NETWORKS : []
  const [aheadOfDatabase, ...ledgers] = await Promise.all([
    aheadOf(config.databaseUrl).catch(() => null),
    ...networks.map((network) => aheadOfLedger(config, network).catch(() => null)),
  ])
  if (aheadOfDatabase === null) return []
  const known = networks.flatMap((network, at) => {
    const ahead = ledgers[at] ?? null
    return ahead === null ? [] : [[network, ahead - aheadOfDatabase] as const]
  })
  return [findingOf(judgeClock({ aheadOfDatabase, databaseAhead: Object.fromEntries(known) }), known.length)]
}

function findingOf(standing: ClockStanding, ledgers: number): Finding {
  const { ok, mend } = findingsAbout('clock')
  if (standing.is === 'off') {
    return mend(
      `This machine’s clock is ${sayOff(standing.byMs)}: set it and the database’s by NTP. No worker starts with a clock that is so wrong.`,
    )
  }
  if (standing.is === 'right' && standing.databaseByMs !== null) {
    return mend(`The database’s clock is ${sayOff(standing.databaseByMs)}, as the ledgers bear out: set it by NTP.`)
  }
  return ok(ledgers === 0 ? 'It agrees with the database’s.' : 'It agrees with the database’s and the ledgers’.')
}

function aheadOf(url: string): Promise<number> {
  return asking(url, async (client) => {
    const asked = new Date()
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as "now"')
    const [row] = rows
    if (!row) throw new Error('It answers with nothing.')
    return aheadAtLeast({ asked, heard: new Date() }, row.now)
  })
}

function aheadOfLedger(config: Config, network: Network): Promise<number> {
  return withLedger(
    () => openLedger(config, network),
    async (ledger) => {
      const { closedAt } = await ledger.newestClosed()
      return Date.now() - closedAt.getTime()
    },
  )
}
