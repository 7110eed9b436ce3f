import { expect, test } from 'vitest'
import { wordsOf } from '#tests/support/onchain/draw-page.tsx'
import { shownOnchain } from '#tests/support/onchain/shown-onchain.ts'
import { IdSheet } from './id-sheet.tsx'

const escrow = shownOnchain({ asset: 'XLM', stage: 'awaiting_funds', reader: 'buyer', sellerEmail: 'ben@tema.example' })

test('after submission the TXID can be copied for the seller, and the ways on are there (spec §2)', () => {
  const said = wordsOf(
    <IdSheet escrow={escrow} isNext={false}>
      the message
    </IdSheet>,
  )
  expect(said).toContain(escrow.transactionId)
  expect(said).toContain('Give this ID to the seller. Only ben@tema.example can confirm')
  for (const way of ['Open Transaction Lookup', 'Return Home', 'Logout']) expect(said).toContain(way)
})
