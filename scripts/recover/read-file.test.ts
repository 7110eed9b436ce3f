import { expect, test } from 'vitest'
import { readRecoveryFile, termsOf } from './read-file.ts'

const G = (letter: string) => `G${letter.repeat(55)}`

/** Files of Quayside's first version: people keep theirs for a year, and nothing rewrites them. Never change these. */
const ON_STELLAR = {
  version: 1,
  amount: '50.0000001',
  reference: '1234567',
  buyerWallet: G('A'),
  sellerWallet: G('B'),
  deadline: 1893456000,
  deadlineAt: '2030-01-01T00:00:00.000Z',
  ledger: 'stellar',
  asset: 'USDC',
  account: G('C'),
  arbiter: G('D'),
  sponsor: G('E'),
  balanceId: `${'0'.repeat(8)}${'ab'.repeat(32)}`,
  passphrase: 'Public Global Stellar Network ; September 2015',
  usdcIssuer: G('F'),
  ways: [
    { way: 'release', signers: [G('A'), G('B')], does: 'All to the seller.', hash: '12'.repeat(32), xdr: 'AAAA' },
    { way: 'refund', signers: [G('A'), G('B')], does: 'All to the buyer.', hash: '34'.repeat(32), xdr: 'AAAB' },
    { way: 'expiry', signers: [G('A')], does: 'Back to the buyer.', hash: '56'.repeat(32), xdr: 'AAAC' },
  ],
}
const ON_XRPL = {
  version: 1,
  amount: '25.5',
  reference: '1234567',
  buyerWallet: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  sellerWallet: 'rrrrrrrrrrrrrrrrrrrrBZbvji',
  deadline: 1893456000,
  deadlineAt: '2030-01-01T00:00:00.000Z',
  ledger: 'xrpl',
  asset: 'XRP',
  sellerTag: '7',
  owner: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  sequence: 42,
  condition: `A0258020${'CD'.repeat(32)}810120`,
  networkId: 0,
  ways: [
    {
      way: 'cancel',
      does: 'Back to the buyer.',
      transaction: { TransactionType: 'EscrowCancel', Owner: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', OfferSequence: 42 },
    },
  ],
}

test.each([ON_STELLAR, ON_XRPL])('a file of the first version is read as it was meant: $ledger', (file) => {
  const read = readRecoveryFile(JSON.stringify(file))
  expect(read).toEqual(file)
  const { amount, ...terms } = termsOf(read)
  expect(amount.toFixed()).toBe(file.amount)
  expect(terms).toMatchObject({ asset: file.asset, buyerWallet: file.buyerWallet, deadline: 1893456000 })
})

test('what a later version adds is no obstacle, and what is missing is named', () => {
  expect(readRecoveryFile(JSON.stringify({ ...ON_XRPL, more: 'of it' }))).toEqual(ON_XRPL)
  const { sequence: _, ...without } = ON_XRPL
  expect(() => readRecoveryFile(JSON.stringify(without))).toThrow(/can be read: sequence/)
})
