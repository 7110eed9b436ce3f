import { describe, expect, it } from 'vitest'
import { isWaitingAnswer, newsAddress } from '#app/live/domain/news-path.ts'
import { mayHear } from './may-hear.ts'
import { nameOf, readSubject } from './subject.ts'

const ID = '0199a6f0-0000-7000-8000-00000000000a'
const somebody = { id: 'b', email: 's@example.org', hasConfirmedEmail: true, role: 'seller' }

it('a subject is read from its name, and nothing else is one', () => {
  expect(readSubject(nameOf({ kind: 'escrow', id: ID }))).toEqual({ kind: 'escrow', id: ID })
  expect(readSubject(`fee:${ID.toUpperCase()}`)).toEqual({ kind: 'fee', id: ID })
  for (const name of ['', ID, `session:${ID}`, 'escrow:', 'escrow:1', ` escrow:${ID}`, `escrow:${ID}:`])
    expect(readSubject(name)).toBeNull()
})

it('the address of an answer that is held is told from others', () => {
  const asked = { of: `escrow:${ID}`, since: 'hold' }
  expect(isWaitingAnswer(newsAddress({ ...asked, isKeptOpen: true }))).toBe(true)
  for (const other of [newsAddress({ ...asked, isKeptOpen: false }), '/news', '/newsletter?hold', '/?hold='])
    expect(isWaitingAnswer(other)).toBe(false)
})

describe('who hears of an escrow', () => {
  const subject = { kind: 'escrow', id: ID } as const
  const named = { buyerId: 'a', sellerId: null, sellerEmail: 's@example.org' }

  it.each([
    ['its buyer, in whatever role', { ...somebody, id: 'a', role: null }, named, true],
    ['the seller who is named', somebody, named, true],
    [
      'whoever sells, while nobody is named',
      { ...somebody, email: 'x@example.org' },
      { ...named, sellerEmail: null },
      true,
    ],
    ['not under an address that is not confirmed', { ...somebody, hasConfirmedEmail: false }, named, false],
    ['not once another is bound', somebody, { ...named, sellerId: 'c' }, false],
    ['not a buyer of others', { ...somebody, role: 'buyer' }, named, false],
    ['not an operator', { ...somebody, role: 'admin' }, named, false],
    ['nobody of none', somebody, null, false],
  ])('%s', (_, hearer, parties, may) => {
    expect(mayHear(hearer, { subject, parties })).toBe(may)
  })

  it('of a fee whoever owes it', () => {
    const fee = (id: string) => ({ subject: { kind: 'fee', id } as const, parties: null })
    expect([mayHear(somebody, fee('b')), mayHear(somebody, fee('a'))]).toEqual([true, false])
  })
})
