/** Every validated transaction in a rippled 2.2.0's answers is read as the balances in its metadata say. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ValidatedTransaction, validatedTransaction } from '#app/ledgers/xrpl/answers.ts'
import { readOutgoing } from '#app/ledgers/xrpl/outgoing/outgoing.ts'
import { fromDrops, readPayment } from '#app/ledgers/xrpl/payments.ts'
import { FIXTURES } from './recorded-shapes.ts'

const TRANSCRIPTS = join(FIXTURES, '../nodes/xrpl')
const areThere = existsSync(TRANSCRIPTS)
if (!areThere) console.warn(`Recorded transactions are not read: there is no ${TRANSCRIPTS}.`)

const TranscriptSchema = z.looseObject({
  accounts: z.record(z.string(), z.looseObject({ address: z.string() })),
  steps: z.array(z.unknown()),
})
const ValidatedSchema = z.looseObject({
  validated: z.literal(true),
  hash: z.string(),
  tx_json: z.looseObject({}),
  meta: z.looseObject({ AffectedNodes: z.array(z.unknown()) }),
})
const NodeSchema = z.record(
  z.string(),
  z.looseObject({
    LedgerEntryType: z.string(),
    NewFields: z.looseObject({ Account: z.string(), Balance: z.string() }).optional().catch(undefined),
    FinalFields: z.looseObject({ Account: z.string(), Balance: z.string() }).optional().catch(undefined),
    PreviousFields: z.looseObject({ Balance: z.string() }).optional().catch(undefined),
  }),
)

const names = areThere ? readdirSync(TRANSCRIPTS).filter((name) => name.endsWith('.json')) : []
const transcripts = names.map((name) => {
  const { accounts, steps } = TranscriptSchema.parse(JSON.parse(readFileSync(join(TRANSCRIPTS, name), 'utf8')))
  const found = new Map(steps.flatMap(validatedIn).map((transaction) => [transaction.hash, transaction]))
  return { name, accounts: Object.values(accounts).map(({ address }) => address), transactions: [...found.values()] }
})

/** Finds them anywhere in an answer. */
function validatedIn(value: unknown): z.infer<typeof ValidatedSchema>[] {
  if (typeof value !== 'object' || value === null) return []
  const own = ValidatedSchema.safeParse(value).data
  return [...(own === undefined ? [] : [own]), ...Object.values(value).flatMap(validatedIn)]
}

/** The drops by which an account's balance changed, without its own fee. */
function gainOf({ tx_json: tx, meta }: z.infer<typeof ValidatedSchema>, account: string): bigint {
  const fee = tx.Account === account ? BigInt(String(tx.Fee)) : 0n
  const nodes = meta.AffectedNodes.flatMap((node) => Object.values(NodeSchema.parse(node)))
  return nodes
    .filter(({ LedgerEntryType }) => LedgerEntryType === 'AccountRoot')
    .reduce((sum, { NewFields, FinalFields, PreviousFields }) => {
      const now = NewFields ?? FinalFields
      if (now?.Account !== account) return sum
      const before = NewFields === undefined ? (PreviousFields?.Balance ?? now.Balance) : '0'
      return sum + BigInt(now.Balance) - BigInt(before)
    }, fee)
}

describe.skipIf(!areThere)('a recorded transaction', () => {
  test('there are many, of every kind that moves XRP, and directories in them', () => {
    const all = transcripts.flatMap(({ transactions }) => transactions)
    const kinds = new Set(all.map(({ tx_json: tx }) => tx.TransactionType))
    expect(all.length).toBeGreaterThan(100)
    for (const kind of [
      'Payment',
      'EscrowFinish',
      'EscrowCancel',
      'CheckCash',
      'PaymentChannelClaim',
      'AccountDelete',
    ]) {
      expect(kinds).toContain(kind)
    }
    expect(JSON.stringify(all)).toContain('DirectoryNode')
  })

  test.each(transcripts)('of $name is read', ({ accounts, transactions }) => {
    for (const transaction of transactions) {
      const read: ValidatedTransaction = validatedTransaction.parse(transaction)
      for (const account of accounts) {
        const gain = gainOf(transaction, account)
        const where = `${transaction.hash} for ${account}`
        const arrived = readPayment(read, account)
        const left = readOutgoing(read, account)
        const inXrp = arrived?.asset === 'XRP' ? arrived.amount : fromDrops('0')
        expect(inXrp.toFixed(), where).toBe(fromDrops(gain > 0n ? gain : 0n).toFixed())
        const lost = (left?.payments ?? [])
          .filter(({ asset }) => asset === 'XRP')
          .reduce((sum, { amount }) => sum.plus(amount), fromDrops('0'))
        expect(lost.toFixed(), where).toBe(fromDrops(gain < 0n ? -gain : 0n).toFixed())
      }
    }
  })
})
