import { expect, it } from 'vitest'
import { answersOf, type Recorded, showCustody, showToInvited } from './show-custody.ts'

const deadline = new Date('2027-01-31T23:59:00.000Z')
const before = new Date('2026-11-20T12:00:00.000Z')
const after = new Date('2027-02-01T00:00:00.000Z')
const deposit = { end: null }
const deposited = { deadline, lock: deposit, exit: null, fundStep: 'lock' } as const
const verifiedAt = before
const OURS: Recorded = { currency: 'XRP', held: null, verifiedAt }

it('answers each question for each custodian', () => {
  const answers = (record: Recorded) => {
    const { fundedBy, settledBy, wallets, isDivisible, until, backAt } = showCustody(record, { now: before })
    return [fundedBy, settledBy, wallets, isDivisible, until, backAt]
  }
  const at = deadline.toISOString()
  expect(answers(OURS)).toEqual(['deposit', 'payout', 'stated', true, null, null])
  expect(answers({ ...OURS, currency: 'USDC', held: deposited })).toEqual([
    'lock',
    'signatures',
    'agreed',
    true,
    at,
    null,
  ])
  expect(answers({ ...OURS, held: deposited })).toEqual(['lock', 'secret', 'agreed', false, at, at])
})

it('says what comes before the money, and until when it can come, only until it is there', () => {
  const held = { ...deposited, lock: null, fundStep: 'agree' } as const
  const fundUntil = new Date('2026-12-01T00:00:00.000Z')
  const open = showCustody({ currency: 'XLM', held, verifiedAt: null }, { now: before, fundUntil })
  expect(open).toMatchObject({ fundStep: 'agree', fundUntil: fundUntil.toISOString(), hasLapsed: false })
  const funded = showCustody({ currency: 'XLM', held: deposited, verifiedAt }, { now: before, fundUntil })
  expect(funded.fundUntil).toBeNull()
  const ours = showCustody({ ...OURS, verifiedAt: null }, { now: before, fundUntil })
  expect([ours.fundStep, ours.fundUntil]).toEqual([null, null])
})

it('says that its date has come, and that a wallet is to sign', () => {
  const exit = { kind: 'release', state: 'collecting' } as const
  const record = { currency: 'XLM', held: { ...deposited, exit }, verifiedAt } as const
  expect(showCustody(record, { now: before })).toMatchObject({ isSigning: true, hasLapsed: false })
  expect(showCustody(record, { now: after })).toMatchObject({ isSigning: true, hasLapsed: true })
  expect(showCustody(OURS, { now: after })).toMatchObject({ isSigning: false, hasLapsed: false })
})

it('has words of its own for money that lies on a ledger', () => {
  expect(answersOf({ currency: 'USDC', held: deposited }).says).toMatchObject({
    declined: 'held.what.stellar',
    lapsed: 'held.lapsed.stellar',
    disputed: 'held.dispute',
  })
  expect(showToInvited({ currency: 'XRP', held: deposited })).toEqual({
    until: deadline.toISOString(),
    lead: 'held.what.xrpl',
    funded: 'held.next.locked.title',
  })
  expect(showToInvited(OURS)).toEqual({ until: null, lead: 'invitation.lead', funded: 'invitation.funded' })
})

it('is small, for it goes along with each page', () => {
  const shown = showCustody({ currency: 'XRP', held: deposited, verifiedAt }, { now: before })
  expect(JSON.stringify(shown).length).toBeLessThan(600)
})
