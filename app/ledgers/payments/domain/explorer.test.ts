import { expect, test } from 'vitest'
import { explorerAccountLink, explorerLink } from './explorer.ts'

const HASH = 'ab'.repeat(32)
const TESTNET = 'Test SDF Network ; September 2015'
const HARBOUR = { stellarPassphrase: 'Quayside Harbour ; play money', xrplNetworkId: 4_242 }

test.each([
  ['stellar', { ...HARBOUR, stellarPassphrase: null }, `https://stellar.expert/explorer/public/tx/${HASH}`],
  ['stellar', { ...HARBOUR, stellarPassphrase: TESTNET }, `https://stellar.expert/explorer/testnet/tx/${HASH}`],
  ['xrpl', { ...HARBOUR, xrplNetworkId: 0 }, `https://livenet.xrpl.org/transactions/${HASH}`],
  ['xrpl', { ...HARBOUR, xrplNetworkId: 1 }, `https://testnet.xrpl.org/transactions/${HASH}`],
  ['xrpl', { ...HARBOUR, xrplNetworkId: 2 }, `https://devnet.xrpl.org/transactions/${HASH}`],
] as const)('a transaction of %s on %o is shown by %s', (network, networks, address) => {
  expect(explorerLink(networks, { network, hash: HASH })).toBe(address)
})

test.each(['stellar', 'xrpl'] as const)('nobody shows the transactions of the harbour’s own %s', (network) => {
  expect(explorerLink(HARBOUR, { network, hash: HASH })).toBeNull()
})

test('an account is shown where its transactions are', () => {
  const [stellar, xrpl] = [{ network: 'stellar', account: 'G' } as const, { network: 'xrpl', account: 'r' } as const]
  expect(explorerAccountLink({ ...HARBOUR, stellarPassphrase: null }, stellar)).toBe(
    'https://stellar.expert/explorer/public/account/G',
  )
  expect(explorerAccountLink({ ...HARBOUR, xrplNetworkId: 0 }, xrpl)).toBe('https://livenet.xrpl.org/accounts/r')
  expect([explorerAccountLink(HARBOUR, stellar), explorerAccountLink(HARBOUR, xrpl)]).toEqual([null, null])
})
