import { expect, test } from 'vitest'
import { differingSettings } from './settings-compare.ts'

const said = (role: string, settings: Record<string, string>) => ({ role, settings })

test('nothing differs where one runs alone, or all say the same', () => {
  expect(differingSettings([])).toEqual([])
  expect(differingSettings([said('web', { A: '=1' })])).toEqual([])
  expect(differingSettings([said('web', { A: '=1' }), said('worker', { A: '=1', B: '=2' })])).toEqual([])
})

test('both values are told with who has them, the oldest first', () => {
  const all = [said('worker', { A: '=once' }), said('web', { A: '=each' }), said('worker', { A: '=once' })]
  expect(differingSettings(all)).toEqual([
    {
      name: 'A',
      values: [
        { value: 'once', roles: ['worker', 'worker'] },
        { value: 'each', roles: ['web'] },
      ],
    },
  ])
})

test('hashes and secrets differ without being told', () => {
  const values = (one: string, other: string) =>
    differingSettings([said('web', { A: one }), said('web', { A: other })]).flatMap((found) =>
      found.values.map(({ value }) => value),
    )
  expect(values('#12', '#34')).toEqual([null, null])
  expect(values('~s.12', '~s.34')).toEqual([null, null])
  expect(values('~s', '~t')).toEqual([null, null])
})

test('secrets of processes with another SESSION_SECRET cannot be compared', () => {
  expect(differingSettings([said('web', { A: '~s.12' }), said('web', { A: '~t.12' })])).toEqual([])
  const all = [said('web', { A: '~s.12' }), said('web', { A: '~t.12' }), said('web', { A: '~t.34' })]
  expect(differingSettings(all).map(({ name }) => name)).toEqual(['A'])
})
