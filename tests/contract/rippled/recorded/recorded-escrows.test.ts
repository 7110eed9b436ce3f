/** What we compute of an escrow agrees with escrows made on real ledgers. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { escrowIndex } from '#harbour/rippled/engine/entries.ts'
import { fulfils } from '#harbour/rippled/engine/escrow/crypto-condition.ts'
import { areThere, FIXTURES, recorded } from './recorded-shapes.ts'

if (!areThere) console.warn(`Conditions are not compared with recorded escrows: there is no ${FIXTURES}.`)

const RecordedSchema = z.looseObject({
  result: z.looseObject({
    Condition: z.string().optional(),
    Fulfillment: z.string().optional(),
    Account: z.string(),
    Owner: z.string().optional(),
    Sequence: z.number(),
    OfferSequence: z.number().optional(),
    meta: z.looseObject({
      AffectedNodes: z.array(
        z.record(z.string(), z.looseObject({ LedgerEntryType: z.string(), LedgerIndex: z.string() })),
      ),
    }),
  }),
})

describe.skipIf(!areThere)('escrows that were recorded', () => {
  const escrow = (name: string) => RecordedSchema.parse(recorded(name)).result

  test('open by the secret that opened them', () => {
    const { Fulfillment = '', Condition = '' } = escrow('escrow.tx-response-escrowfinish-condition')
    expect(fulfils(Fulfillment, Condition)).toBe(true)
    expect(fulfils(Fulfillment.replace(/48$/, '49'), Condition)).toBe(false)
  })

  test.each([
    'escrow.tx-response-escrowcreate-condition',
    'escrow.tx-response-escrowcreate-time',
    'escrow.tx-response-escrowfinish-condition',
    'escrow.tx-response-escrowfinish-time',
    'escrow.tx-response-escrowcancel',
  ])('have the id that we compute: %s', (name) => {
    const { meta, Account, Owner = Account, Sequence, OfferSequence = Sequence } = escrow(name)
    const nodes = meta.AffectedNodes.flatMap((node) => Object.values(node))
    const found = nodes.find(({ LedgerEntryType }) => LedgerEntryType === 'Escrow')
    expect(escrowIndex(Owner, OfferSequence)).toBe(found?.LedgerIndex)
  })
})
