import { describe, expect, test } from 'vitest'
import {
  type Act,
  type Parties,
  PERMISSIONS_OF_OPERATOR,
  type Person,
  permissionsOf,
  permissionsOfLink,
  type Sight,
  sideFor,
  sideOfAct,
} from './permissions.ts'

const open: Parties = { buyerId: 'ann', sellerId: null, sellerEmail: null }
const naming: Parties = { ...open, sellerEmail: 'ben@example.org' }
const bound: Parties = { ...naming, sellerId: 'ben' }

const ann: Person = { id: 'ann', email: 'ann@example.org', hasConfirmedEmail: true, role: 'buyer' }
const ben: Person = { id: 'ben', email: 'ben@example.org', hasConfirmedEmail: true, role: 'seller' }
const cleo: Person = { ...ben, id: 'cleo', email: 'cleo@example.org' }
const operator: Person = { ...ben, id: 'olga', email: 'olga@example.org', role: 'admin' }

const OF_BUYER = 'pay correct cancel nameSeller openLike examine askForRefund stateRefundWallet agreeToWallet takeBack'
const OF_BOUND = 'removeDocument askForWaiver changeWallet'
const OF_BOTH = 'amend moreTime dispute divide sign'

const listed = (granted: Record<Sight, boolean> | Record<Act, boolean>) =>
  Object.entries(granted)
    .flatMap(([name, isGranted]) => (isGranted ? [name] : []))
    .sort()
const words = (text: string) => text.split(' ').filter(Boolean).sort()

const TABLE: [who: string, Parties, Person, as: string, reader: string | null, sees: string, may: string][] = [
  ...[open, naming, bound].map((escrow, place): (typeof TABLE)[number] => [
    `the buyer, with a seller who is ${['nobody yet', 'named', 'bound'][place]}`,
    escrow,
    ann,
    'buyer',
    'buyer',
    'lookup trade contract documents statement events voices buyersMoney',
    `${OF_BUYER} ${OF_BOTH} makeViewLink`,
  ]),
  [
    'the seller who is bound',
    bound,
    ben,
    'seller',
    'seller',
    'lookup trade contract documents statement events voices',
    `confirm answerRefund ${OF_BOUND} ${OF_BOTH} makeViewLink`,
  ],
  [
    'the one who is bound, with another address since, and not confirmed',
    { ...bound, sellerEmail: 'old@example.org' },
    { ...ben, hasConfirmedEmail: false },
    'seller',
    'seller',
    'lookup trade contract documents statement events voices',
    `confirm answerRefund ${OF_BOUND} ${OF_BOTH} makeViewLink`,
  ],
  [
    'the seller whose address is named: no files, no link for others, nothing that needs a confirmation',
    naming,
    ben,
    'named',
    'seller',
    'lookup trade contract statement events voices',
    `confirm answerRefund ${OF_BOTH}`,
  ],
  [
    'the named address in an account that does not sell: the say stays, as in the database',
    naming,
    { ...ben, role: 'buyer' },
    'named',
    'seller',
    'voices',
    `confirm answerRefund ${OF_BOTH}`,
  ],
  ['the named address before it is confirmed', naming, { ...ben, hasConfirmedEmail: false }, 'nobody', null, '', ''],
  ['another seller, while one is named', naming, cleo, 'nobody', null, '', ''],
  ['another seller, once one is bound', bound, cleo, 'nobody', null, '', ''],
  ['the named address, once another is bound', { ...naming, sellerId: 'cleo' }, ben, 'nobody', null, '', ''],
  ['another buyer', bound, { ...ann, id: 'dora' }, 'nobody', null, '', ''],
  [
    'a seller who holds the ID of an escrow without a seller: no say about the money',
    open,
    cleo,
    'holder',
    'seller',
    'trade contract events',
    'confirm amend',
  ],
  [
    'the same under an address that is not confirmed',
    open,
    { ...cleo, hasConfirmedEmail: false },
    'holder',
    'seller',
    'trade contract events',
    'confirm amend',
  ],
  [
    'another buyer who holds the ID sees nothing of it',
    open,
    { ...ann, id: 'dora' },
    'holder',
    'seller',
    '',
    'confirm amend',
  ],
  ...[open, { ...naming, sellerEmail: operator.email }, bound].map((escrow, place): (typeof TABLE)[number] => [
    `an operator, with a seller who is ${['nobody yet', 'of the same address', 'bound'][place]}`,
    escrow,
    operator,
    'operator',
    null,
    'trade contract documents statement events voices buyersMoney',
    '',
  ]),
]

describe('who may see and do what', () => {
  test.each(TABLE)('%s', (_, escrow, person, as, reader, sees, may) => {
    const granted = permissionsOf(escrow, person)
    expect(granted).toMatchObject({ as, reader })
    expect(listed(granted.sees)).toEqual(words(sees))
    expect(listed(granted.may)).toEqual(words(may))
    for (const act of Object.keys(granted.may) as Act[])
      expect(sideFor(escrow, person, act)).toBe(words(may).includes(act) ? reader : null)
  })

  test('whoever reads by a link does nothing, and has files where it gives them', () => {
    const [bare, withFiles] = [false, true].map((showsFiles) => permissionsOfLink({ showsFiles }))
    expect([bare, withFiles].map((link) => link && listed(link.sees))).toEqual([
      words('statement events'),
      words('contract documents statement events'),
    ])
    expect([bare, withFiles].map((link) => link && listed(link.may))).toEqual([[], []])
  })

  test('the desk is an operator’s', () => {
    expect(PERMISSIONS_OF_OPERATOR).toEqual(permissionsOf(bound, operator))
  })
})

test('what was done is of the buyer’s side or of the seller’s, whoever sells now', () => {
  const escrow = { buyerId: 'ann' }
  expect(sideOfAct(escrow, { openedById: 'ann' })).toBe('buyer')
  expect(sideOfAct(escrow, { proposedById: 'ben' })).toBe('seller')
  expect(sideOfAct(escrow, { askedById: 'cleo' })).toBe('seller')
  expect(sideOfAct(escrow, { uploadedById: 'ben' })).toBe('seller')
  expect(sideOfAct(escrow, { madeById: 'ann' })).toBe('buyer')
  // @ts-expect-error a person who is looking has no side by this: permissionsOf says it
  expect(() => sideOfAct(escrow, 'cleo')).toThrow()
})
