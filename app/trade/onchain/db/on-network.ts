import { Prisma } from '#app/kernel/db/generated/client.ts'
import { assetsOf, type Network } from '#app/kernel/domain/assets.ts'

/** Needs the alias `e` for the escrow in the query. */
export function isOn(network: Network): Prisma.Sql {
  return Prisma.sql`(e."currency" = any(${assetsOf(network)}::"Asset"[]))`
}

/** Needs the same alias. */
export const networkOfEscrow = (): Prisma.Sql => Prisma.sql`case when ${isOn('xrpl')} then 'xrpl' else 'stellar' end`
