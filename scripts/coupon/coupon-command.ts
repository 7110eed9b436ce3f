/** `npm run coupon`: adds, lists, stops and starts codes of resellers. Needs the database alone. */
import { listCodes } from '#app/fees/db/coupon-codes.server.ts'
import { ASSIGNED } from '#app/fees/domain/coupon.ts'
import type { CouponProblem } from '#app/fees/domain/new-coupon.ts'
import { addCoupon, switchCoupon } from '#app/fees/workflows/coupons/keep-coupons.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import { Impossible, readWords } from '../commands/command.ts'

const USAGE = `npm run coupon -- add CODE --reseller "NAME" [--discount 5] [--commission 10] [--email …] [--wallet …]
npm run coupon -- list
npm run coupon -- stop CODE
npm run coupon -- start CODE

  --discount    percent off the buyer's fee, 0 to 50; 5 where it is left out
  --commission  percent of the net fee for the reseller, 0 to 50; 10 where it is left out
  --email       the reseller's address: nobody earns a commission on the own fee
  --wallet      the reseller's wallet, for the same reason`

const PROBLEMS: Record<CouponProblem | 'taken', string> = {
  code_unfit: 'A code has 3 to 32 letters from A to Z, digits and hyphens between them.',
  reseller_missing: 'Say whose it is, with --reseller "NAME".',
  reseller_unfit: 'The reseller’s name must be plain: no addresses or links, at most 100 characters.',
  discount_unfit: '--discount is a percentage from 0 to 50 with at most two places, such as 7.5.',
  commission_unfit: '--commission is a percentage from 0 to 50 with at most two places, such as 7.5.',
  email_unfit: '--email is no e-mail address.',
  wallet_unfit: '--wallet is no address of Stellar or the XRP Ledger.',
  taken: 'There is such a code already; one that was stopped counts again with: npm run coupon -- start CODE',
}

/** Returns what to print. Throws Impossible with a sentence when nothing was done. */
export async function couponCommand(db: Database, args: string[]): Promise<string> {
  const options = ['reseller', 'discount', 'commission', 'email', 'wallet']
  const [verb = ''] = args
  const read = () =>
    readWords(args, { usage: USAGE, options: verb === 'add' ? options : [], count: verb === 'list' ? 1 : 2 })
  const tools = { db, clock: { now: () => new Date() } }
  if (verb === 'list') {
    read()
    return list(db)
  }
  if (!['add', 'stop', 'start'].includes(verb)) throw new Impossible(USAGE)
  const { words, options: said } = read()
  const [, code = ''] = words
  if (verb === 'add') {
    const { reseller: resellerName = '', discount, commission, email: resellerEmail, wallet: resellerWallet } = said
    const added = await addCoupon(tools, { code, resellerName, discount, commission, resellerEmail, resellerWallet })
    if (typeof added === 'string') throw new Impossible(`Nothing was changed. ${PROBLEMS[added]}`)
    const { discountRate, payoutRate } = added
    return `${added.code} counts from now on: ${percent(discountRate)} off, ${percent(payoutRate)} of the net fee for ${added.resellerName}.`
  }
  const active = verb === 'start'
  const done = await switchCoupon(tools, { code, active })
  if (done === 'unknown')
    throw new Impossible(`There is no code ${code}. npm run coupon -- list shows which there are.`)
  if (done === 'same') return `Nothing changed: ${code} ${active ? 'counts' : 'is stopped'} already.`
  return active ? `${code} counts again.` : `${code} is stopped. What was quoted with it stays as it was promised.`
}

async function list(db: Database): Promise<string> {
  const codes = await listCodes(db)
  if (codes.length === 0) return 'There is none.'
  return codes
    .map(
      ({ code, active, status, discountRate, payoutRate, resellerName, resellerEmail, totalEarned, totalTxCount }) => {
        const state = !active ? 'stopped' : status === ASSIGNED ? 'counts' : status
        const rates = `${percent(discountRate)} off, ${percent(payoutRate)} commission`
        const earned = `${totalTxCount} fees, ${plain(totalEarned)} USD earned`
        return `${code}  ${state}  ${rates}  ${earned}  ${resellerName}${resellerEmail ? ` <${resellerEmail}>` : ''}`
      },
    )
    .join('\n')
}

function percent(rate: Decimal): string {
  return `${plain(rate.times(100))} %`
}
