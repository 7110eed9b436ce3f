/**
 * The copy of one's data is complete: whatever the schema stores about a person or an escrow is in it, or is named here
 * as left out. So a new table is noticed before its first person asks.
 */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { performAction } from '#app/admin/workflows/perform-action.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { decideReview } from '#app/screening/workflows/decide-review.server.ts'
import { screenPerson } from '#app/screening/workflows/screen.server.ts'
import { ownSections } from '#app/settings/queries/own-data.server.ts'
import { openDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { requestExtension } from '#app/trade/terms/workflows/extend-deadline.server.ts'
import { DAY_MS, datedTrade, deposit, openDeadline, present } from '#tests/support/agreement/dated-trades.ts'
import { operator } from '#tests/support/settlement/admin.ts'
import { granted, paidBuyer, pilotBuyer, seller } from '#tests/support/world/people.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

/** Tables about a person or an escrow that are not in the copy. */
const LEFT_OUT: Record<string, string> = {
  Password: 'a secret: nobody reads it, its owner neither',
  AccountToken: 'the digest of a secret, good for a link; the letters that carry one are listed',
  FormToken: 'tells a form that is sent twice',
  SubmitForm: 'a number that a form has shown; it stands in the escrow that came of it',
  CaptchaStamp: 'tells a stamp that is used twice',
  SellerInvitation: 'the address of the other side, and the digest of a secret',
  CaseLink: 'which payment out of ours paid out the money of a case, as an operator says; the case is there',
  CaseDenial: 'what operators say of payments out of ours that have nothing to do with a case',
  ExaminedFile: 'names the documents of the other side; what a notice says of them is there',
  OpeningPayment: 'which payment without a name in it belongs to the opening of our own books',
  GatheredPayment: 'which case a payment of next to nothing is listed with: the payment is there',
  ResellerEarning: 'what a reseller gets: the reseller’s own',
  ResellerPayout: 'what a reseller was paid: the reseller’s own',
  TransferAttempt: 'signed envelopes: payouts and ways out are there, with the hash of the one that counts',
  HoldSignature: 'signatures of a way out: the way out is there, with the hash of the one that was taken',
  ApprovalDraft: 'an approval that was begun and not signed: the wallet and the documents that it is of are there',
  HoldClosing: 'a signature under the closing of an account that held an escrow: it pays nobody',
  SettlementApproval: 'what operators do, for whoever checks them',
  PayoutRedirect: 'what operators do, for whoever checks them',
  HoldClearance: 'what Quayside compared and weighed before a lock, and which operator let it through',
  PayoutStop: 'what operators do with all payouts of a ledger',
  OutgoingTransaction: 'what operators say of transactions of ours',
  OutgoingGap: 'what operators say of numbers of ours',
  AuditCheck: 'that an operator had the log checked',
  AccountChange: 'which operator changed what, and why: that it was changed stands in the history of the account',
  DeskNote: 'what operators note for each other, of what they look into and of others, too',
  OperatorAlert: 'troubles of the machine, not of a person',
}

/** Columns of the account that are not in the copy. */
const COLUMNS_LEFT_OUT: Record<string, string> = {
  pilotPerson: 'the mailbox behind the address, or a digest of it: what the address is told by already',
  pilotReferredById: 'who sent the person here: somebody else',
  walletSellerEmail: 'the address of somebody else',
  coupon: 'with what its reseller gets; what the person gets of it stands in fee-quotes and fee-payments',
  lockedAt: 'a locked account fetches nothing',
  closedAt: 'neither does a closed one',
  keptUntil: 'of a closed account',
  keptEmail: 'of a closed account',
}

type Field = { name: string; type: string; holdsKey: boolean }
type Model = { name: string; table: string; fields: Field[] }

let world: World
let models: Model[]

beforeAll(async () => {
  world = await openWorld()
  models = readModels(await readFile(new URL('../../../prisma/schema.prisma', import.meta.url), 'utf8'))
})
afterAll(() => world[Symbol.asyncDispose]())

function readModels(schema: string): Model[] {
  return [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => ({
    name,
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
    fields: [...body.matchAll(/^ +(\w+) +(\w+)[^\n]*$/gm)].map(([line, field = '', type = '']) => ({
      name: field,
      type,
      holdsKey: /@relation\([^)]*fields:/.test(line),
    })),
  }))
}

/** Those that refer to a person or an escrow, those that refer to these, and those that name one without a key. */
function modelsOfPeople(): Set<string> {
  const found = new Set(['User', 'Escrow'])
  for (let before = 0; before < found.size; ) {
    before = found.size
    for (const { name, fields } of models)
      if (fields.some(({ holdsKey, type }) => holdsKey && found.has(type))) found.add(name)
  }
  for (const { name, fields } of models)
    if (fields.some((field) => /^(user|person|escrow|buyer|seller)(Id|Uid)$|^uid$|^subject$/.test(field.name)))
      found.add(name)
  return found
}

type Asked = { name: string; columns: Set<string> }

/** What the copy reads, table by table, taken from its queries: no data is needed. */
async function modelsRead(): Promise<Map<string, Asked>> {
  const read = new Map<string, Asked>()
  const note = (name: string, select: object) => {
    const model = models.find((known) => known.name === name)
    const asked = read.get(name) ?? { name, columns: new Set() }
    read.set(name, asked)
    for (const [key, value] of Object.entries(select)) {
      const field = model?.fields.find((known) => known.name === key)
      if (!field || !value) continue
      asked.columns.add(key)
      if (typeof value === 'object') note(field.type, Reflect.get(value, 'select') ?? {})
    }
  }
  const listening = world.deps.db.$extends({
    query: {
      $allModels: {
        $allOperations({ model, args, query }) {
          const select: unknown = Reflect.get(Object(args), 'select')
          // Without a list of columns a new one would be copied unnoticed.
          if (typeof select !== 'object' || select === null) throw new Error(`${model} is read whole`)
          note(model, select)
          return query(args)
        },
      },
      $queryRaw({ args, query }) {
        for (const { name, table } of models) if (args.sql.includes(`from "${table}"`)) note(name, {})
        return query(args)
      },
    },
  })
  const { id: userId } = await aUser(world.deps.db, { role: 'buyer' })
  for (const { rows } of ownSections(listening as unknown as Database, { userId, now: new Date() }))
    for await (const _ of rows);
  return read
}

describe('the copy of one’s data', () => {
  test('holds every table that tells of a person or an escrow, or says why not', async () => {
    const [ofPeople, read] = [modelsOfPeople(), await modelsRead()]
    // If these were not found, the checks below would prove nothing.
    expect([...ofPeople]).toEqual(
      expect.arrayContaining(['Session', 'LedgerPayment', 'EscrowClock', 'ScreeningReview']),
    )
    const unknown = [...ofPeople].filter((name) => !read.has(name) && !(name in LEFT_OUT))
    expect(unknown, 'neither in the copy nor left out by name').toEqual([])
    const needless = Object.keys(LEFT_OUT).filter(
      (name) => read.has(name) || !models.some((model) => model.name === name),
    )
    expect(needless, 'left out by name, and there').toEqual([])
  })

  test('holds every column of the account, or says why not', async () => {
    const { columns } = (await modelsRead()).get('User') ?? { columns: new Set<string>() }
    const own = models.find(({ name }) => name === 'User')?.fields ?? []
    const names = new Set(models.map(({ name }) => name))
    const kept = own.filter(({ type }) => !names.has(type)).map(({ name }) => name)
    expect(kept.length).toBeGreaterThan(30)
    expect(kept.filter((name) => !columns.has(name) && !(name in COLUMNS_LEFT_OUT))).toEqual([])
    expect(Object.keys(COLUMNS_LEFT_OUT).filter((name) => columns.has(name) || !kept.includes(name))).toEqual([])
  })

  test('reads no secret, nothing that opens anything, and no note of an operator', async () => {
    const all = [...(await modelsRead()).values()].flatMap(({ name, columns }) =>
      [...columns].map((key) => `${name}.${key}`),
    )
    expect(all.length).toBeGreaterThan(150)
    expect(all.filter((key) => /hash$|secret|token|storageKey|blob/i.test(key)).sort()).toEqual([
      'FeePayment.paymentHash',
      'HoldDraft.hash',
      'HoldLock.endHash',
      'HoldLock.hash',
      'HoldReturn.hash',
      'LedgerPayment.hash',
      'PaymentCase.endHash',
      'StatedPayment.hash',
      'StatedPayment.ledgerHash',
      'Transfer.settledHash',
      'User.paymentHash',
    ])
  })
})

/** As in the archive: each section as the text of its file. */
async function copyOf(userId: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const { name, rows } of ownSections(world.deps.db, { userId, now: new Date() })) {
    const read: unknown[] = []
    for await (const row of rows) read.push(row)
    files.set(name, JSON.stringify(read))
  }
  return files
}
const rowsOf = (copy: Map<string, string>, name: string) => JSON.parse(copy.get(name) ?? 'null')

test('a likeness that is not decided leaves no trace in the copy, nor does the note of an operator', async () => {
  const person = await pilotBuyer(world)
  const { deps } = world
  const { id: operatorId } = await operator(world)
  await deps.db.user.update({ where: { id: person.id }, data: { name: 'Balthazar Quillfeather' } })
  await screenPerson(deps, { userId: person.id })
  const note = { subjectId: person.id, operatorId, reason: 'Seems to be on a list.', email: '', seen: 0 }
  await performAction(deps, { ...note, act: 'note_person' })
  const review = await deps.db.screeningReview.findFirstOrThrow({ where: { personId: person.id } })
  const text = [...(await copyOf(person.id)).values()].join()
  for (const trace of ['screening', 'review', 'note_added', 'Seems to be', review.id, review.listed.slice(-9)])
    expect(text.replaceAll('Balthazar Quillfeather', ''), trace).not.toContain(trace)

  const decided = { reviewId: review.id, operatorId, act: 'false_match', reason: 'Another birth date.' } as const
  await decideReview(deps, decided)
  const after = await copyOf(person.id)
  expect(rowsOf(after, 'likenesses-decided')).toMatchObject([{ state: 'false_match', typed: 'Balthazar Quillfeather' }])
  expect([...after.values()].join()).not.toMatch(/Another birth date|Seems to be/)
})

test('what was agreed stands in the copies of both sides, what one of them wrote in its own alone', async () => {
  const { deps } = world
  const [buyer, supplier] = [await paidBuyer(world), await seller(world)]
  const trade = await datedTrade(world, { buyer, sellerEmail: supplier.email })
  const { escrowId, transactionId } = trade
  await deposit(world, trade, '10')
  const clock = await openDeadline(world, trade)
  const until = new Date((clock?.dueAt.getTime() ?? 0) + 3 * DAY_MS).toISOString().slice(0, 10)
  granted(await requestExtension(deps, { escrowId, userId: supplier.id, until, reason: 'The vessel is late.' }))
  granted(await present(world, { seller: supplier, trade }))
  granted(await openDispute(deps, { escrowId, userId: buyer.id, reason: 'Half of the bags are wet.' }))

  const [own, theirs] = [await copyOf(buyer.id), await copyOf(supplier.id)]
  const { sha256 } = await deps.db.acceptedTerms.findFirstOrThrow({ where: { escrowId } })
  for (const [copy, file] of [
    [own, 'escrows-as-buyer'],
    [theirs, 'escrows-as-seller'],
  ] as const) {
    const [escrow] = rowsOf(copy, file)
    expect(escrow).toMatchObject({
      transactionId,
      acceptedTerms: [{ version: 1, sha256 }],
      dates: { examineDays: expect.any(Number), clocks: expect.arrayContaining([{ ...escrow.dates.clocks[0] }]) },
    })
    expect(escrow.dates.clocks.length).toBeGreaterThan(1)
  }
  expect(rowsOf(own, 'escrows-as-buyer')).toMatchObject([{ disputes: [{ reason: 'Half of the bags are wet.' }] }])
  expect(rowsOf(theirs, 'escrows-as-seller')).toMatchObject([{ disputes: [] }])
  expect(rowsOf(theirs, 'terms-accepted')).toMatchObject([{ version: 1, sha256, escrow: { transactionId } }])
  expect(rowsOf(theirs, 'more-time-asked')).toMatchObject([{ reason: 'The vessel is late.' }])
  expect([...own.values()].join()).not.toContain('The vessel is late.')
  expect([...theirs.values()].join()).not.toContain('Half of the bags')
})
