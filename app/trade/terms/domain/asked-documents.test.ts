import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DOCUMENT_TYPES } from '#app/escrow/domain/document-types.ts'
import { isComplete, missingOf } from './asked-documents.ts'

const some = fc.subarray([...DOCUMENT_TYPES])

test('a presentation is complete exactly when something is there and nothing that was asked for is missing', () => {
  fc.assert(
    fc.property(some, fc.subarray([...DOCUMENT_TYPES, 'ShipmentImage']), (asked, presented) => {
      const missing = missingOf(asked, presented)
      for (const type of asked) expect(missing.includes(type)).toBe(!presented.includes(type))
      expect(isComplete(asked, presented)).toBe(presented.length > 0 && asked.every((type) => presented.includes(type)))
    }),
  )
})

test('where nothing was asked for, anything is enough, and nothing is not', () => {
  expect([isComplete([], ['ShipmentImage']), isComplete([], [])]).toEqual([true, false])
})
