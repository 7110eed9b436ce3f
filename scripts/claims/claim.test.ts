import { describe, expect, test } from 'vitest'
import { type Claim, checkClaims, fingerprint, markRead, type Register, readClaim, soundsLikeClaim } from './claim.ts'

const claim: Claim = {
  id: 'seller-is-paid-once',
  says: 'The seller is paid once.',
  texts: ['common:home.pay', 'faq:*'],
  rules: ['payout'],
  tests: ['payout.test.ts'],
}
const english = new Map([
  ['common:home.pay', 'The seller is paid once, by itself.'],
  ['faq:0.answer', 'The money goes to the seller when the buyer approves.'],
  ['common:menu.home', 'Home'],
])

function aRegister(changes: Partial<Register> = {}): Register {
  const register: Register = {
    claims: [claim],
    noClaims: [],
    rules: { payout: { home: 'payout.ts', value: () => ['queued', 'signed'] } },
    english,
    lock: {},
    hasFile: (path) => ['payout.ts', 'payout.test.ts'].includes(path),
    ...changes,
  }
  return { ...register, lock: changes.lock ?? { [claim.id]: readClaim(claim, register) } }
}

const rulesNow = (value: unknown) => ({ payout: { home: 'payout.ts', value: () => value } })

test('a register in which everything fits has nothing wrong with it', () => {
  expect(checkClaims(aRegister())).toEqual([])
})

describe('it is wrong that', () => {
  test.each<[string, Partial<Register>, string]>([
    [
      'a claim has no rule',
      { claims: [{ ...claim, rules: [] }] },
      'claim seller-is-paid-once names no rule that makes it true',
    ],
    [
      'a claim names a rule that is not there',
      { claims: [{ ...claim, rules: ['payout', 'luck'] }], lock: {} },
      'claim seller-is-paid-once: no rule luck',
    ],
    [
      'a claim has no test',
      { claims: [{ ...claim, tests: [] }] },
      'claim seller-is-paid-once names no test that proves it',
    ],
    [
      'its test is gone',
      { claims: [{ ...claim, tests: ['gone.test.ts'] }] },
      'claim seller-is-paid-once: no test gone.test.ts',
    ],
    ['a claim stands twice', { claims: [claim, claim] }, 'claim seller-is-paid-once stands twice'],
    [
      'its text is gone',
      { claims: [{ ...claim, texts: [...claim.texts, 'common:gone'] }] },
      'no text has the key common:gone',
    ],
    [
      'no claim goes by a rule',
      { rules: { ...rulesNow(['queued', 'signed']), idle: { home: 'payout.ts', value: () => 1 } } },
      'no claim goes by the rule idle',
    ],
    [
      'a claim that is gone is in the lock',
      { lock: { ...aRegister().lock, other: { rules: '', texts: '' } } },
      'the lock holds a claim that is gone: other',
    ],
    [
      'a claim was never read',
      { lock: {} },
      'claim seller-is-paid-once was not read yet: npm run claims -- seller-is-paid-once',
    ],
  ])('%s', (_, changes, wrong) => expect(checkClaims(aRegister(changes))).toContain(wrong))

  test('a sentence promises something and stands in no claim', () => {
    const more = new Map([...english, ['mail:funded', 'Your money stays with us until you decide.']])
    expect(checkClaims(aRegister({ english: more }))).toEqual([
      'mail:funded promises something and stands in no claim: “Your money stays with us until you decide.”',
    ])
    const noClaims = [{ texts: ['mail:funded'], because: 'It is a test.' }]
    expect(checkClaims(aRegister({ english: more, noClaims }))).toEqual([])
  })
})

describe('when something changes after a claim was read', () => {
  const { lock } = aRegister()
  const otherTexts = new Map([...english, ['common:home.pay', 'The seller is paid once, and at once.']])

  test('a rule without its texts is wrong, and reading it again asks why the texts hold', () => {
    const register = aRegister({ rules: rulesNow(['queued']), lock })
    expect(checkClaims(register)).toEqual([
      'a rule of claim seller-is-paid-once changed and its texts did not (payout): read common:home.pay, faq:*',
    ])
    expect(() => markRead(claim, register, undefined)).toThrow('say in a sentence why the texts still hold')
    const read = markRead(claim, register, 'The state is internal.')
    expect(checkClaims({ ...register, lock: read })).toEqual([])
    expect(read[claim.id]?.note).toBe('The state is internal.')
  })

  test.each<[string, Partial<Register>]>([
    ['a text', { english: otherTexts }],
    ['a rule and its text', { english: otherTexts, rules: rulesNow(['queued']) }],
  ])('%s is compared with its rules again', (_, changes) => {
    const register = aRegister({ ...changes, lock })
    expect(checkClaims(register)).toEqual([
      'the texts of claim seller-is-paid-once changed: compare them with its rules, then npm run claims -- seller-is-paid-once',
    ])
    expect(checkClaims({ ...register, lock: markRead(claim, register, undefined) })).toEqual([])
  })
})

test('a word under a star that promises nothing may change', () => {
  const other = new Map([...english, ['faq:0.question', 'How am I paid?']])
  const { lock } = aRegister({ english: other })
  expect(checkClaims(aRegister({ english: new Map([...english, ['faq:0.question', 'How?']]), lock }))).toEqual([])
})

test('a rule that holds a function cannot be read', () => {
  expect(() => fingerprint({ work: () => 1 })).toThrow('a rule holds a function at "work"')
})

test.each<[string, string, boolean]>([
  ['mail:x', 'The money stays with us until you decide.', true],
  ['common:x', 'Nobody else can open these documents here.', true],
  ['common:x', 'Open the page of the escrow again.', false],
  ['common:x', 'Nothing changed', false],
  ['desk:x', 'The money stays with us until you decide.', false],
])('%s: “%s” sounds like a claim: %s', (key, sentence, sounds) => expect(soundsLikeClaim(key, sentence)).toBe(sounds))
