/** One of two workers has other settings: an alert begins, and the stricter limit holds until that worker is gone. */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { openHarbour, playAddress } from '../../trade/harbour.ts'
import { contract, shippingDocuments } from '../../trade/papers.ts'
import * as steps from '../../trade/steps.ts'
import type { Ground } from '../ground.ts'
import { timeTelling } from './time-telling.ts'

const LIMIT_USD = '0.01'
const AMOUNT = '25'
const FEE_FOR_USD = '1000'
const PATIENCE_MS = 180_000
const PAUSE_MS = 250

/** Returns the seconds from the worker's start to each alert. Throws with what was not seen. */
export async function differingSettings(ground: Ground): Promise<string> {
  const [worker] = ground.workers
  const client = new Client({ connectionString: ground.databaseUrl })
  await client.connect()
  try {
    await worker.stop()
    const changed = { PAYOUT_LIMIT_USD: LIMIT_USD, SERVICE_FEE: 'each' }
    const told = await timeTelling(ground, { kind: 'settings_differ', cause: () => worker.start(changed) })
    const { buyer, txid } = await approveTrade(ground)
    await until('a payout above the stricter limit waits', () => doesWait(client, txid))
    await worker.stop()
    await worker.start()
    await steps.untilReleased(buyer, txid)
    await until('all processes say the same again', async () => !(await doDiffer(client)))
    return `${told}; a payout above the stricter limit waited, and left when its worker had gone`
  } finally {
    await client.end()
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; !(await isSo()); await delay(PAUSE_MS)) {
    if (Date.now() > deadline) throw new Error(`not seen within ${PATIENCE_MS / 1000} s: ${what}`)
  }
}

async function doDiffer(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ fees: number; limits: number }>(
    `select count(distinct "settings" ->> 'SERVICE_FEE')::int as "fees",
       count(distinct coalesce("limits" ->> 'PAYOUT_LIMIT_USD', 'none')) filter (where "role" = 'worker')::int as "limits"
     from "process" where "seenAt" > now() - interval '30 seconds' and "refusal" is null`,
  )
  const [row] = rows
  return row !== undefined && row.fees > 1 && row.limits > 1
}

async function doesWait(client: Client, txid: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from transfer p join escrow e on e.id = p."escrowId"
     where e."transactionId" = $1 and p."waitsFor" = 'second_operator' and p."aboveLimit" = 'payout'`,
    [txid],
  )
  return rowCount === 1
}

async function approveTrade({
  origin,
  harbour: { origin: harbourOrigin },
}: Ground): Promise<{ buyer: steps.Person; txid: string }> {
  const harbour = openHarbour(harbourOrigin)
  const wallet = playAddress('seller', 'XLM')
  const buyer = await steps.register(origin, { role: 'buyer' })
  await steps.confirmEmail(buyer, harbour)
  const fee = await steps.quoteFee(buyer, { asset: 'XLM', amountUsd: FEE_FOR_USD, couponCode: '' })
  await harbour.pay({ from: 'buyer', uri: fee.uri })
  await steps.untilFeeIsPaid(buyer)
  const email = steps.newEmail('seller')
  const escrow = await steps.openEscrow(buyer, {
    asset: 'XLM',
    amount: AMOUNT,
    sellerEmail: email,
    wallet,
    contract: contract(`${AMOUNT} XLM`),
  })
  await harbour.pay({ from: 'buyer', uri: escrow.uri })
  await steps.untilFunded(buyer, escrow.page)
  const seller = await steps.register(origin, { role: 'seller', email })
  await steps.confirmEmail(seller, harbour)
  await steps.confirmShipment(seller, { txid: escrow.txid, wallet, files: shippingDocuments() })
  await steps.approve(buyer, escrow.txid)
  return { buyer, txid: escrow.txid }
}
