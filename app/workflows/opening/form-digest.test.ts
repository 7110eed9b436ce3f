import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Upload } from '#app/services/ports.ts'
import { formDigest } from './form-digest.server.ts'
import type { Submission } from './submission.ts'

const contract = (sha256: string) => ({ sha256 }) as Upload
const word = fc.stringMatching(/^[a-z0-9]{0,8}$/)
const submission: fc.Arbitrary<Submission> = fc.record({
  buyerId: fc.constant('b'),
  currency: fc.constantFrom('XLM', 'XRP', 'USDC'),
  type: fc.constantFrom('auto', 'manual'),
  txid: fc.stringMatching(/^[0-9a-f]{64}$/),
  amount: fc.integer({ min: 1, max: 99_999 }).map(String),
  notes: word,
  terms: word,
  sellerEmail: word,
  walletFrom: fc.constantFrom('typed', 'saved', 'seller'),
  walletAddress: word,
  walletMemo: word,
  buyerWalletAddress: word,
  buyerMemoTag: word,
  contract: fc.option(word.map(contract)),
})

const FIELDS = [
  'notes',
  'terms',
  'sellerEmail',
  'walletAddress',
  'walletMemo',
  'buyerWalletAddress',
  'buyerMemoTag',
] as const

test('whatever is changed makes another trade', () => {
  fc.assert(
    fc.property(submission, fc.constantFrom(...FIELDS), (form, field) => {
      expect(formDigest({ ...form, [field]: `${form[field]}x` })).not.toBe(formDigest(form))
    }),
  )
  fc.assert(
    fc.property(submission, (form) => {
      const changes: Partial<Submission>[] = [
        { amount: `${form.amount}1` },
        { type: form.type === 'auto' ? 'manual' : 'auto' },
        { currency: form.currency === 'XLM' ? 'XRP' : 'XLM' },
        { contract: contract(`${form.contract?.sha256 ?? ''}x`) },
      ]
      for (const change of changes) expect(formDigest({ ...form, ...change })).not.toBe(formDigest(form))
    }),
  )
})

test('a word that moves from one field to its neighbour makes another trade', () => {
  const [form] = fc.sample(submission, 1)
  if (!form) throw new Error('no sample')
  expect(formDigest({ ...form, notes: 'ab', terms: '' })).not.toBe(formDigest({ ...form, notes: 'a', terms: 'b' }))
})

test('the same in another spelling is the same trade', () => {
  fc.assert(
    fc.property(submission, (form) => {
      const same = {
        ...form,
        amount: `${form.amount}.0`,
        txid: form.txid.toUpperCase(),
        sellerEmail: form.sellerEmail.toUpperCase(),
        notes: ` ${form.notes}\r\n`,
      }
      expect(formDigest(same)).toBe(formDigest(form))
    }),
  )
  const [form] = fc.sample(submission, 1)
  if (!form) throw new Error('no sample')
  expect(formDigest({ ...form, terms: 'a\r\nb' })).toBe(formDigest({ ...form, terms: 'a\nb' }))
})
