import { expect, it } from 'vitest'
import { listPath, pageNumber } from './page-number.ts'

it.each([
  ['page=3', 3],
  ['page=1', 1],
  ['', 1],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=2.5', 1],
  ['page=1e3', 1],
  ['page=99999999', 1],
  ['page=two', 1],
])('the address “?%s” asks for page %i', (query, page) => {
  expect(pageNumber(new URLSearchParams(query))).toBe(page)
})

it('the first page of the first list has the plain address', () => {
  expect(listPath('/admin-panel/cases', { state: null, page: 1 })).toBe('/admin-panel/cases')
  expect(listPath('/admin-panel/cases', { state: 'closed', page: 2 })).toBe('/admin-panel/cases?state=closed&page=2')
})
