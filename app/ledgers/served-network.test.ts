import { expect, test } from 'vitest'
import { servedNetwork } from './endpoints.server.ts'
import { HistoryDoubted, LedgerUnavailable } from './ledger.ts'

const ANSWERS = {
  ours: () => Promise.resolve(),
  other: () => Promise.reject(new HistoryDoubted('stellar', 'other_network', 'it serves another')),
  reset: () => Promise.reject(new HistoryDoubted('stellar', 'other_history', 'it began anew')),
  silent: () => Promise.reject(new LedgerUnavailable('stellar', 'no answer')),
}
type Server = keyof typeof ANSWERS

test.each<[Server[], string]>([
  [['ours'], 'ours'],
  [['other', 'ours'], 'ours'],
  [['silent', 'ours'], 'ours'],
  [['silent'], 'silent'],
  [['other', 'silent'], 'silent'],
  [['reset'], 'silent'],
  [['other'], 'other'],
  [['other', 'other'], 'other'],
])('servers that are %j are told as %s', async (servers, is) => {
  const served = await servedNetwork(servers, (server) => ANSWERS[server]())
  expect(served).toEqual(is === 'other' ? { is, words: 'it serves another' } : { is })
})
