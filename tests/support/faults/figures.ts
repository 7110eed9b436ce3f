/** The figures of a storm: how long people waited for their money. */
import { NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import type { StormGround } from './storm-ground.ts'

/** In seconds, to a tenth. */
export type Waits = { count: number; p50: number; p99: number; max: number }

/** A payout, from when it was owed until the books show it as paid. Milliseconds since 1970. */
export type Wait = { network: Network; due: number; confirmed: number }

export async function readWaits(ground: StormGround, since = 0): Promise<Wait[]> {
  const rows = await ground.query<{ network: Network; due: Date; confirmed: Date }>(
    `select network, "createdAt" as due, "updatedAt" as confirmed from transfer where "lockId" is null and state = 'confirmed' and "createdAt" >= $1`,
    [new Date(since)],
  )
  return rows.map(({ network, due, confirmed }) => ({ network, due: due.getTime(), confirmed: confirmed.getTime() }))
}

export const fromDue = ({ due, confirmed }: Wait): number => confirmed - due

/** From the last kill during the wait; null: there was none. */
export function fromLastKill({ due, confirmed }: Wait, kills: readonly number[]): number | null {
  const last = kills.findLast((at) => at < confirmed)
  return last === undefined || last < due ? null : confirmed - last
}

export function tell(waits: readonly Wait[], lengthOf: (wait: Wait) => number | null): Record<Network, Waits> {
  const of = (network: Network): Waits => {
    const lengths = waits
      .flatMap((wait) => (wait.network === network ? (lengthOf(wait) ?? []) : []))
      .sort((a, b) => a - b)
    const at = (share: number) => {
      const place = Math.max(0, Math.ceil(lengths.length * share) - 1)
      return Math.round((lengths[place] ?? 0) / 100) / 10
    }
    return { count: lengths.length, p50: at(0.5), p99: at(0.99), max: at(1) }
  }
  return Object.fromEntries(NETWORKS.map((network) => [network, of(network)])) as Record<Network, Waits>
}

export function inWords(what: string, figures: Record<Network, Waits>): string[] {
  return NETWORKS.map((network) => {
    const { count, p50, p99, max } = figures[network]
    return `${what}, ${network}: p50 ${p50} s, p99 ${p99} s, max ${max} s (${count})`
  })
}
