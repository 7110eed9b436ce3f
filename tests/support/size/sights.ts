import type { Client } from 'pg'
import { KNOWN, keyOf } from './fill.ts'
import type { Sights } from './visits.ts'

/** What a filled database contains: places in its lists, and its people's rows. */
export async function sightsOf(client: Client): Promise<Sights> {
  const one = async (sql: string, values: unknown[] = []) => {
    const { rows } = await client.query<{ n: string }>(sql, values)
    if (!rows[0]) throw new Error(`nothing found: ${sql}`)
    return rows[0].n
  }
  const numberOf = (where: string, values: unknown[] = []) =>
    one(`select ltrim(substr("transactionId", 6), '0')::int as n from "escrow" where ${where} limit 1`, values).then(
      Number,
    )
  /** In the middle of a list. */
  const later = (table: string, time: string, where: string) =>
    one(`select round(extract(epoch from "${time}") * 1000)::bigint || '_' || "id" as n from "${table}" where ${where}
      order by "${time}" desc offset (select count(*) / 2 from "${table}" where ${where}) limit 1`)
  const many = keyOf(1, KNOWN.manyBuyer)
  return {
    own: await numberOf(
      `"buyerId" = $1 and "releasedAt" is not null and "heldBy" = 'quayside' order by "createdAt" desc`,
      [keyOf(1, KNOWN.someBuyer)],
    ),
    held: await numberOf(`"buyerId" = $1 and "heldBy" = 'ledger' order by "createdAt" desc`, [
      keyOf(1, KNOWN.someBuyer),
    ]),
    sold: await numberOf('"sellerId" = $1 and "releasedAt" is not null order by "createdAt" desc', [
      keyOf(1, KNOWN.someSeller),
    ]),
    released: await numberOf(
      `"buyerId" = $1 and "heldBy" = 'quayside' and exists (select 1 from "escrow_document" d where d."escrowId" = "escrow"."id")`,
      [many],
    ),
    disputed: Number(
      await one(`select ltrim(substr("transactionId", 6), '0')::int as n from "dispute" d
      join "escrow" e on e."id" = d."escrowId" where d."decision" is null limit 1`),
    ),
    receipt: await one('select max("reference")::text as n from "fee_quote" where "userId" = $1', [
      keyOf(1, KNOWN.someBuyer),
    ]),
    reseller: await one('select "id" as n from "reseller" order by "id" limit 1'),
    casesLater: await later('payment_case', 'closedAt', '"closedAt" is not null'),
    disputesLater: await later('dispute', 'decidedAt', '"decision" is not null'),
    escrowsLater: await later('escrow', 'createdAt', `"buyerId" = '${many}'`),
    paymentsLater: await later(
      'ledger_payment',
      'closedAt',
      `"escrowId" in (select "id" from "escrow" where "buyerId" = '${many}')`,
    ),
  }
}
