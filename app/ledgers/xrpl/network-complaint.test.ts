import { expect, test } from 'vitest'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { HistoryDoubted } from '../ledger.ts'
import { networkComplaint } from './network-complaint.ts'

test.each([0, 1, 763])('a server of network %i is right where that one is set', (id) => {
  expect(networkComplaint({ served: id, wanted: id })).toBeNull()
})

test('one of another network is told by its number', () => {
  expect(networkComplaint({ served: 763, wanted: 1 })).toBe('rippled serves network 763, not 1')
  expect(networkComplaint({ served: 0, wanted: 2 })).toBe('rippled serves network 0, not 2')
})

test('one that does not say its network is told which two lines of its configuration are missing', () => {
  const said = networkComplaint({ served: undefined, wanted: 0 })
  expect(said).toContain('the two lines “[network_id]” and “0” into its configuration file (rippled.cfg or xrpld.cfg)')
  expect(networkComplaint({ served: undefined, wanted: 1 })).toContain('“[network_id]” and “1”')
  // As the worker's log, the doctor and the operators' overview show it: one line, and none of it cut off.
  const cause = causeOf(new HistoryDoubted('xrpl', 'other_network', said ?? ''))
  expect(cause).toContain(said)
})
