import { expect, it } from 'vitest'
import { listPath, placeIn } from './list-path.ts'

const ROW = '1700000000000_0190f000-0000-7000-8000-000000000001'

it('the first page of the first list has the plain address', () => {
  expect(listPath('/admin-panel/cases', { state: null })).toBe('/admin-panel/cases')
})

it.each(['after', 'before'] as const)('an address says where its page begins: %s a row', (way) => {
  const path = listPath('/admin-panel/cases', { state: 'closed', place: { [way]: ROW } })
  expect(path).toBe(`/admin-panel/cases?state=closed&${way}=${ROW}`)
  const place = placeIn(new URL(path, 'http://127.0.0.1').searchParams)
  expect(place).toEqual({
    way: way === 'after' ? 'next' : 'previous',
    row: { at: new Date(1_700_000_000_000), id: '0190f000-0000-7000-8000-000000000001' },
  })
})

it('any other address asks for the first page', () => {
  expect(placeIn(new URLSearchParams('page=3&after=yesterday'))).toBeNull()
})
