import { Prisma } from '#app/kernel/db/generated/client.ts'
import { assetsOf, type Network } from '#app/kernel/domain/assets.ts'

/** Is the escrow `e` of a query in an asset of this network? */
export function isOn(network: Network): Prisma.Sql {
  return Prisma.sql`(e."currency" = any(${assetsOf(network)}::"Asset"[]))`
}

/** The network of the escrow `e` of a query. */
export const networkOfEscrow = (): Prisma.Sql => Prisma.sql`case when ${isOn('xrpl')} then 'xrpl' else 'stellar' end`
