import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byName, ESCROW_TERMS, TEXTS, termFieldsOf } from '#app/escrow/domain/escrow-terms.ts'
import type { Upload } from '#app/ports.ts'
import { formDigest } from './form-digest.server.ts'
import type { EscrowSubmission } from './submission.ts'

const contract = (sha256: string) => ({ sha256 }) as Upload
const word = fc.stringMatching(/^[a-z0-9]{0,8}$/)
const submission: fc.Arbitrary<EscrowSubmission> = fc.record({
  buyerId: fc.constant('b'),
  currency: fc.constantFrom('XLM', 'XRP', 'USDC'),
  type: fc.constantFrom('auto', 'manual'),
  txid: fc.stringMatching(/^[0-9a-f]{64}$/),
  amount: fc.integer({ min: 1, max: 99_999 }).map(String),
  ...byName(TEXTS, () => word),
  sellerEmail: word,
  walletFrom: fc.constantFrom('typed', 'saved', 'seller'),
  walletAddress: word,
  walletMemo: word,
  buyerWalletAddress: word,
  buyerMemoTag: word,
  contract: fc.option(word.map(contract)),
})

const FIELDS = [...TEXTS, 'sellerEmail', 'walletAddress', 'walletMemo', 'buyerWalletAddress', 'buyerMemoTag'] as const

test('whatever is changed makes another trade', () => {
  fc.assert(
    fc.property(submission, fc.constantFrom(...FIELDS), (form, field) => {
      expect(formDigest({ ...form, [field]: `${form[field]}x` })).not.toBe(formDigest(form))
    }),
  )
  fc.assert(
    fc.property(submission, (form) => {
      const changes: Partial<EscrowSubmission>[] = [
        { amount: `${form.amount}1` },
        { type: form.type === 'auto' ? 'manual' : 'auto' },
        { currency: form.currency === 'XLM' ? 'XRP' : 'XLM' },
        { contract: contract(`${form.contract?.sha256 ?? ''}x`) },
      ]
      for (const change of changes) expect(formDigest({ ...form, ...change })).not.toBe(formDigest(form))
    }),
  )
})

/** Also an answer to the page, and no part of the trade. */
const OF_THE_PAGE = ['amountRead', 'amountIn', 'sellerEmailChosen', 'meansOwnWallet', 'asksDocuments']

test('no term is forgotten: whatever is typed in a field of it makes another trade', () => {
  const dates = { fundBy: '1', presentBy: '1', examineDays: '1', weekend: '1', onSilence: '1', documents: ['1'] }
  const [sample] = fc.sample(submission, 1)
  const form = {
    ...sample,
    dates,
    heldBy: 'ledger',
    heldUntil: '1',
    type: 'manual',
    contract: null,
  } as EscrowSubmission
  const terms = Object.keys(ESCROW_TERMS) as (keyof typeof ESCROW_TERMS)[]
  for (const field of terms.flatMap(termFieldsOf).filter((name) => !OF_THE_PAGE.includes(name))) {
    const other = field === 'currency' ? (form.currency === 'XLM' ? 'XRP' : 'XLM') : `other ${field}`
    const change =
      field === 'dates'
        ? { dates: null }
        : field in dates
          ? { dates: { ...dates, [field]: other } }
          : { [field]: other }
    expect(formDigest({ ...form, ...change } as EscrowSubmission), field).not.toBe(formDigest(form))
  }
})

test('a form has the digest that it had before: what was sent then is known again', () => {
  const form: EscrowSubmission = {
    buyerId: 'b',
    currency: 'XRP',
    type: 'auto',
    txid: '',
    amount: '7.50',
    ...byName(TEXTS, () => ''),
    notes: ' Forty bags\r\n',
    sellerEmail: 'Mia@example.com',
    sellerLanguage: 'de',
    walletFrom: 'typed',
    walletAddress: 'r1',
    walletMemo: '7',
    buyerWalletAddress: '',
    buyerMemoTag: '',
    contract: null,
  }
  expect(formDigest(form)).toBe('5d9a5786633d78c53ff50b452ea1dd2e78aa14f0a0cdcbbbed5be0ae85db4fbe')
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
