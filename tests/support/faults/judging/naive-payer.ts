/**
 * Pays a list without any care for crashes: signs and sends one payment after another, and records them as paid at the
 * end. After an interruption it pays again. Run as a process, `node tests/support/faults/judging/naive-payer.ts LIST
 * PAID` (two JSON files), it proves that the judge sees this.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { HARBOUR_PASSPHRASE } from '#harbour/accounts.ts'
import { USDC_ISSUER } from '#harbour/genesis.ts'
import { createPay } from '#harbour/wallet/pay.ts'
import { readRequest } from '#harbour/wallet/payment-request.ts'
import { openStellarPurse } from '#harbour/wallet/stellar-purse.ts'
import { openXrplPurse } from '#harbour/wallet/xrpl-purse.ts'

const List = z.object({
  horizon: z.string(),
  rippled: z.string(),
  payouts: z.array(
    z.object({ id: z.string(), asset: z.enum(ASSETS), to: z.string(), amount: z.string(), memo: z.string() }),
  ),
})

const [listFile = '', paidFile = ''] = process.argv.slice(2)
const list = List.parse(JSON.parse(readFileSync(listFile, 'utf8')))
const terms = { passphrase: HARBOUR_PASSPHRASE, issuers: { USDC: USDC_ISSUER } }
const pay = createPay({
  stellar: openStellarPurse({ url: list.horizon, ...terms }),
  xrpl: openXrplPurse({ url: list.rippled }),
})

const paid: Record<string, string> = existsSync(paidFile) ? JSON.parse(readFileSync(paidFile, 'utf8')) : {}
const payAll = async (asset: string) => {
  for (const { id, ...order } of list.payouts.filter((payout) => payout.asset === asset && !paid[payout.id])) {
    const [done] = await pay({ from: 'escrow', mode: 'exact', request: readRequest(order, terms) })
    paid[id] = done?.hash ?? ''
  }
}
await Promise.all(ASSETS.map(payAll))
writeFileSync(paidFile, JSON.stringify(paid))
