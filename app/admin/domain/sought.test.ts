import { describe, expect, it } from 'vitest'
import { readSought } from './sought.ts'

describe('the search box of the desk', () => {
  it('forgives an escrow ID its case and hyphens', () => {
    const txid = 'auto_0123456789ABCDEFGHJK'
    for (const typed of [txid, ' AUTO-01234-56789-abcde-fghjk ']) {
      expect(readSought(typed)).toEqual({ kind: 'escrow', txid })
    }
  })

  it('looks for a hash as each ledger spells it', () => {
    const hashes = ['ab'.repeat(32), 'AB'.repeat(32)]
    expect(readSought(hashes[0] ?? '')).toEqual({ kind: 'hash', hashes })
    expect(readSought(hashes[1] ?? '')).toEqual({ kind: 'hash', hashes })
  })

  it.each(['GBDEVU63Y6NTHJQQZIKVTC23NWLQVP3WJ2RI2OTSJTNYOIGICST6DUXR', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'])(
    'knows the wallet %s',
    (address) => expect(readSought(address)).toEqual({ kind: 'wallet', address }),
  )

  it('takes digits for a memo or tag, as far as one can be', () => {
    expect(readSought('2147483647')).toEqual({ kind: 'reference', number: '2147483647' })
    expect(readSought('2147483648')).toBeNull()
    expect(readSought('0')).toBeNull()
  })

  it.each([
    ['Ann@Example.org', 'ann@example.org'],
    ['ann', 'ann'],
    ['ann@ex', 'ann@ex'],
  ])('takes %s for an address or its beginning', (typed, email) =>
    expect(readSought(typed)).toEqual({ kind: 'email', email }),
  )

  it.each(['', ' ', 'x', 'two words', 'a@b c', 'x'.repeat(255)])('says of “%s” that it is nothing', (typed) =>
    expect(readSought(typed)).toBeNull(),
  )
})
