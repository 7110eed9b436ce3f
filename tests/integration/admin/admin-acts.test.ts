/** What an operator does about a person, a payout or an email: confirmed, with a reason, once. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSession } from '#app/accounts/db/sessions.server.ts'
import { keepEmail } from '#app/accounts/workflows/own/change-email.server.ts'
import { checkCredentials, openSession } from '#app/accounts/workflows/sign-in.server.ts'
import type { AdminAction } from '#app/admin/domain/admin-action.ts'
import { loadAdminPerson } from '#app/admin/queries/person.server.ts'
import { closeAccount } from '#app/settings/workflows/close-account.server.ts'
import {
  type AdminPanelOf,
  disputed,
  openDesk,
  operator,
  refusalOf,
  thrownBy,
} from '#tests/support/settlement/admin.ts'
import { decide } from '#tests/support/settlement/decide.ts'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import { granted, PASSWORD, type Person, register, tokenOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let desk: AdminPanelOf
let olga: Person

beforeAll(async () => {
  world = await openWorld()
  desk = await openDesk(world)
  olga = await operator(world)
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const REASON = 'They wrote to us, and showed a passport.'

async function press(act: AdminAction, id: string, fields: Record<string, string> = {}, person: Person | null = olga) {
  const path = `/admin-panel/acts/${act}/${id}`
  const sent = { reason: REASON, sure: 'yes', ...fields }
  return desk.act.action(await desk.ask({ person, path, params: { act, subjectId: id } }, sent))
}

/** Returns where the act redirects: it was done, or it was done already. */
async function done(act: AdminAction, id: string, fields: Record<string, string> = {}): Promise<string | null> {
  const answer = await press(act, id, fields)
  if (!(answer instanceof Response)) throw new Error(`refused: ${refusalOf(answer)}`)
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('Location') ?? '', 'http://x').searchParams.get('done')
}

const notesOf = (where: { userId?: string; payoutId?: string; letterId?: string; escrowId?: string }) =>
  world.deps.db.deskNote.findMany({
    where,
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    select: { kind: true, text: true, byId: true },
  })

const sessionsOf = (userId: string) => world.deps.db.session.count({ where: { userId } })

async function queuedPayout() {
  const of = await disputed(world, { asset: 'XLM', amount: '20' })
  const about = { escrowId: of.escrowId, disputeId: of.disputeId, operatorId: olga.id }
  granted(await decide(world.deps, { ...about, decision: 'release', sellerAmount: '', note: 'Heard.' }))
  const { id } = await world.deps.db.transfer.findFirstOrThrow({ where: { escrowId: of.escrowId } })
  return { ...of, payoutId: id }
}

async function letterTo(userId: string, letter: Record<string, unknown> = {}): Promise<string> {
  const { email } = await world.deps.db.user.findUniqueOrThrow({ where: { id: userId } })
  const id = randomUUID()
  await world.deps.db.outboxLetter.create({
    data: {
      id,
      key: `test ${id}`,
      userId,
      recipient: email,
      locale: 'en',
      content: { letter: 'account_exists' },
      attempts: 1,
      firstTriedAt: new Date(),
      givenUpAt: new Date(),
      givenUpFor: 'refused',
      lastError: 'no such mailbox',
      ...letter,
    },
  })
  return id
}

describe('every act', () => {
  it('is first asked once more, and needs a reason', async () => {
    const ann = await register(world, { role: 'buyer' })
    const asked = await press('lock', ann.id, { sure: '' })
    expect(asked).toMatchObject({ data: { asked: { reason: REASON } } })
    for (const fields of [
      { reason: ' ', sure: 'yes' },
      { reason: '', sure: '' },
    ]) {
      expect(refusalOf(await press('lock', ann.id, fields))).toBe('act_reason_required')
    }
    expect((await world.deps.db.user.findUniqueOrThrow({ where: { id: ann.id } })).lockedAt).toBeNull()
  })

  it('is done to what there is, by nobody but operators', async () => {
    const ann = await register(world, { role: 'buyer' })
    expect((await thrownBy(press('lock', randomUUID()))).status).toBe(404)
    expect((await thrownBy(press('lock', 'no-id'))).status).toBe(404)
    expect((await thrownBy(press('melt' as AdminAction, ann.id))).status).toBe(404)
    for (const person of [null, ann, await register(world, { role: 'seller' })]) {
      expect((await thrownBy(press('lock', ann.id, {}, person))).status).toBe(403)
    }
  })

  it('about an account is not done to an operator', async () => {
    const other = await operator(world)
    for (const act of ['lock', 'unlock', 'end_sessions', 'correct_address'] as const) {
      expect(refusalOf(await press(act, other.id, { email: 'new@example.org' }))).toBe('person_is_operator')
    }
    expect(await notesOf({ userId: other.id })).toEqual([])
  })

  it('about an account is not done to one that its owner has closed', async () => {
    const ann = await register(world, { role: 'buyer' })
    expect(await closeAccount(world.deps, { userId: ann.id, password: PASSWORD, code: '' })).toBeNull()
    for (const act of ['lock', 'unlock', 'end_sessions', 'correct_address'] as const) {
      expect(refusalOf(await press(act, ann.id, { email: 'new@example.org' }))).toBe('person_closed')
    }
    const shown = await loadAdminPerson(world.deps.db, {
      userId: ann.id,
      operatorId: olga.id,
      now: new Date(),
      networks: { stellarPassphrase: null, xrplNetworkId: 0 },
    })
    expect(shown).toMatchObject({ name: '', shownEmail: null, closedAt: expect.any(String) })
    expect(await done('note_person', ann.id)).toBe('note_person')
  })

  it('stays written: its note is neither changed nor deleted, nor made without a reason', async () => {
    const ann = await register(world, { role: 'buyer' })
    await done('note_person', ann.id)
    const { db } = world.deps
    await expect(db.deskNote.updateMany({ data: { text: 'x' } })).rejects.toThrow(/never changed/)
    await expect(db.deskNote.deleteMany({})).rejects.toThrow(/never changed/)
    const note = { id: randomUUID(), kind: 'note', userId: ann.id, byId: olga.id, at: new Date() }
    await expect(db.deskNote.create({ data: { ...note, text: ' ' } })).rejects.toThrow(/desk_note_says_why/)
    await expect(db.deskNote.create({ data: { ...note, userId: null, text: 'x' } })).rejects.toThrow(
      /desk_note_is_about/,
    )
  })
})

describe('a locked person', () => {
  it('is logged out, cannot log in, and is told to write to support', async () => {
    const ann = await register(world, { role: 'buyer' })
    await openSession(world.deps, ann.id)
    expect(await done('lock', ann.id)).toBe('lock')
    expect(await sessionsOf(ann.id)).toBe(0)
    const credentials = { email: ann.email, password: PASSWORD }
    expect(await checkCredentials(world.deps, credentials)).toMatchObject({ refused: 'account_locked' })
    // A person without the password learns nothing.
    const guess = { ...credentials, password: 'something else entirely' }
    expect(await checkCredentials(world.deps, guess)).toMatchObject({ refused: 'bad_credentials' })
    expect(await notesOf({ userId: ann.id })).toEqual([{ kind: 'lock', text: REASON, byId: olga.id }])
    const where = { userId: ann.id, kind: 'person_locked' }
    expect(await world.deps.db.auditEvent.findMany({ where })).toMatchObject([
      { detail: { by: olga.id, reason: REASON } },
    ])
  })

  it('has no session, whoever opens one: the database holds it', async () => {
    const ann = await register(world, { role: 'buyer' })
    await done('lock', ann.id)
    await expect(openSession(world.deps, ann.id)).rejects.toThrow(/is locked/)
    expect(await sessionsOf(ann.id)).toBe(0)
  })

  it('has no session either that was being opened at the same moment', async () => {
    const ann = await register(world, { role: 'buyer' })
    const { db } = world.deps
    const now = world.deps.clock.now()
    const begun = { browser: null, system: null, network: null, awaitsCode: false, codeAt: null }
    const opened = await Promise.allSettled([
      ...Array.from({ length: 8 }, () => createSession(db, { token: randomUUID(), userId: ann.id, now, ...begun })),
      done('lock', ann.id),
    ])
    expect(opened.at(-1)?.status).toBe('fulfilled')
    expect(await sessionsOf(ann.id)).toBe(0)
  })

  it('can log in again once unlocked; each act done twice is done once', async () => {
    const ann = await register(world, { role: 'seller' })
    expect(await done('unlock', ann.id)).toBe('already')
    expect([await done('lock', ann.id), await done('lock', ann.id)]).toEqual(['lock', 'already'])
    expect([await done('unlock', ann.id), await done('unlock', ann.id)]).toEqual(['unlock', 'already'])
    expect(await checkCredentials(world.deps, { email: ann.email, password: PASSWORD })).toEqual({ userId: ann.id })
    expect((await notesOf({ userId: ann.id })).map(({ kind }) => kind)).toEqual(['lock', 'unlock'])
  })

  it('is locked once by two operators at the same moment', async () => {
    const ann = await register(world, { role: 'buyer' })
    const both = await Promise.all([done('lock', ann.id), done('lock', ann.id)])
    expect(both.toSorted()).toEqual(['already', 'lock'])
  })
})

describe('the sessions of a person', () => {
  it('end everywhere, and the person may log in again', async () => {
    const ann = await register(world, { role: 'buyer' })
    await openSession(world.deps, ann.id)
    expect(await done('end_sessions', ann.id)).toBe('end_sessions')
    expect(await sessionsOf(ann.id)).toBe(0)
    await openSession(world.deps, ann.id)
    expect(await sessionsOf(ann.id)).toBe(1)
  })
})

describe('an address that was mistyped', () => {
  it('is corrected at once, unconfirmed, and links to the old mailbox open nothing any more', async () => {
    const ann = await register(world, { role: 'buyer', isConfirmed: false })
    await openSession(world.deps, ann.id)
    const email = `right-${randomUUID()}@example.org`
    expect(await done('correct_address', ann.id, { email: ` ${email.toUpperCase()} ` })).toBe('correct_address')
    const { db } = world.deps
    expect(await db.user.findUniqueOrThrow({ where: { id: ann.id } })).toMatchObject({ email, emailConfirmedAt: null })
    expect(await sessionsOf(ann.id)).toBe(0)
    const purposes = await db.accountToken.findMany({ where: { userId: ann.id }, select: { purpose: true } })
    expect(purposes.map(({ purpose }) => purpose).toSorted()).toEqual(['confirm_email', 'keep_email'])
    const letters = await db.outboxLetter.findMany({
      where: { userId: ann.id },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
    const told = letters.map(({ recipient, content }) => [recipient, (content as { letter: string }).letter])
    expect(told).toContainEqual([ann.email, 'email_change_told'])
    expect(told).toContainEqual([email, 'confirm_email'])
    expect(await done('correct_address', ann.id, { email })).toBe('already')
  })

  it('comes back by the link in the old mailbox, if an operator was deceived', async () => {
    const ann = await register(world, { role: 'buyer' })
    await done('correct_address', ann.id, { email: `thief-${randomUUID()}@example.org` })
    granted(await keepEmail(world.deps, { token: await tokenOf(world, ann, 'keep_email') }))
    const row = await world.deps.db.user.findUniqueOrThrow({ where: { id: ann.id } })
    expect(row.email).toBe(ann.email)
    expect(row.emailConfirmedAt).not.toBeNull()
  })

  it('is not given to two accounts, and is an address', async () => {
    const [ann, bob] = [await register(world, { role: 'buyer' }), await register(world, { role: 'buyer' })]
    expect(refusalOf(await press('correct_address', ann.id, { email: bob.email }))).toBe('email_taken')
    expect(refusalOf(await press('correct_address', ann.id, { email: 'nobody' }))).toBe('email_invalid')
    expect(refusalOf(await press('correct_address', ann.id, { email: '', sure: '' }))).toBe('email_invalid')
    expect((await world.deps.db.user.findUniqueOrThrow({ where: { id: ann.id } })).email).toBe(ann.email)
    expect(await notesOf({ userId: ann.id })).toEqual([])
  })
})

describe('an account that logs in in two steps', () => {
  it('keeps its address: a reset by the new mailbox would take the second step off', async () => {
    const ann = await register(world, { role: 'buyer' })
    const secondFactor = { sealedSecret: 'sealed', confirmedAt: new Date(), lastStep: 1 }
    await world.deps.db.secondFactor.create({ data: { userId: ann.id, ...secondFactor } })
    const fields = { email: `thief-${randomUUID()}@example.org` }
    expect(refusalOf(await press('correct_address', ann.id, fields))).toBe('person_has_second_factor')
    expect((await world.deps.db.user.findUniqueOrThrow({ where: { id: ann.id } })).email).toBe(ann.email)
  })
})

describe('a held payout', () => {
  it('is not taken until it is let go, and is paid then', async () => {
    const { payoutId, escrowId } = await queuedPayout()
    const { db } = world.deps
    expect(await done('hold_payout', payoutId)).toBe('hold_payout')
    await runRound(world.deps, { payoutId })
    const held = await db.transfer.findUniqueOrThrow({ where: { id: payoutId } })
    expect(held).toMatchObject({ state: 'queued', waitsFor: 'held' })
    expect(await done('hold_payout', payoutId)).toBe('already')
    expect(await done('let_go', payoutId)).toBe('let_go')
    expect(await done('let_go', payoutId)).toBe('already')
    const isPaid = async () => (await db.transfer.findUniqueOrThrow({ where: { id: payoutId } })).state === 'confirmed'
    await world.workUntil(isPaid, 'the payout is paid')
    expect(refusalOf(await press('hold_payout', payoutId))).toBe('payout_is_signed')
    expect((await notesOf({ escrowId })).map(({ kind }) => kind)).toEqual(['hold_payout', 'let_go'])
    const events = await db.auditEvent.findMany({ where: { escrowId, userId: olga.id } })
    const ofPayouts = events.map(({ kind }) => kind).filter((kind) => kind.startsWith('payout_'))
    expect(ofPayouts.toSorted()).toEqual(['payout_held', 'payout_let_go'])
  })

  it('cannot be signed, whoever tries: the database holds it', async () => {
    const { payoutId: id } = await queuedPayout()
    await done('hold_payout', id)
    const { db } = world.deps
    await expect(db.transfer.update({ where: { id }, data: { state: 'signed' } })).rejects.toThrow(/payout_held_rests/)
    // Whatever a round stores, the transfer waits for its operator.
    await db.transfer.update({ where: { id }, data: { waitsFor: 'turn' } })
    expect((await db.transfer.findUniqueOrThrow({ where: { id } })).waitsFor).toBe('held')
    await done('let_go', id)
    expect((await db.transfer.findUniqueOrThrow({ where: { id } })).waitsFor).toBeNull()
  })

  it('says so to its parties and on the overview', async () => {
    const { payoutId, transactionId } = await queuedPayout()
    await done('hold_payout', payoutId)
    const page = await desk.escrows.loader(await desk.ask({ person: olga, path: `/x?txid=${transactionId}` }))
    expect(page.desk?.view.payouts).toMatchObject([{ state: 'queued', waits: { for: 'held' } }])
    expect(page.desk?.notes).toMatchObject([{ kind: 'hold_payout', text: REASON, by: 'An operator' }])
    const overview = await desk.overview.loader(await desk.ask({ person: olga }))
    expect(overview.payouts).toContainEqual(expect.objectContaining({ id: payoutId, waits: 'held' }))
    await done('let_go', payoutId)
  })
})

describe('a letter', () => {
  it('that was given up goes out again, once for each page that was shown, and is no trouble any more', async () => {
    const ann = await register(world, { role: 'buyer' })
    const id = await letterTo(ann.id)
    const givenUp = async () => (await desk.overview.loader(await desk.ask({ person: olga }))).givenUpLetters
    const before = await givenUp()
    expect(
      await Promise.all([done('send_letter', id, { seen: '0' }), done('send_letter', id, { seen: '0' })]),
    ).toContain('send_letter')
    expect(await done('send_letter', id, { seen: '0' })).toBe('already')
    const copies = await world.deps.db.outboxLetter.findMany({ where: { key: { startsWith: `test ${id}:again` } } })
    expect(copies).toMatchObject([{ recipient: ann.email, userId: ann.id, attempts: 0, givenUpAt: null }])
    expect(await givenUp()).toBe(before - 1)
    expect(await done('send_letter', id, { seen: '1' })).toBe('send_letter')
    expect((await notesOf({ letterId: id })).map(({ kind }) => kind)).toEqual(['send_letter', 'send_letter'])
  })

  it('goes to where its reader is now; one with a link to the account only where it was written to', async () => {
    const ann = await register(world, { role: 'buyer' })
    const [plain, secret] = [
      await letterTo(ann.id),
      await letterTo(ann.id, { content: { letter: 'confirm_email', name: 'Ann', tokenId: randomUUID() } }),
    ]
    const email = `moved-${randomUUID()}@example.org`
    await done('correct_address', ann.id, { email })
    for (const [id, recipient] of [
      [plain, email],
      [secret, ann.email],
    ] as const) {
      await done('send_letter', id, { seen: '0' })
      const copy = await world.deps.db.outboxLetter.findFirstOrThrow({ where: { key: `test ${id}:again:1` } })
      expect(copy.recipient).toBe(recipient)
    }
  })

  it('that is still being tried, or was withheld, is left alone', async () => {
    const ann = await register(world, { role: 'buyer' })
    const waiting = await letterTo(ann.id, { givenUpAt: null, givenUpFor: null })
    const withheld = await letterTo(ann.id, {
      givenUpAt: null,
      givenUpFor: null,
      attempts: 0,
      firstTriedAt: null,
      withheldFor: 'limit',
    })
    expect(await done('send_letter', waiting, { seen: '0' })).toBe('already')
    expect(refusalOf(await press('send_letter', withheld, { seen: '0' }))).toBe('letter_withheld')
  })

  it('shows its subject, to whom, what kind, how it stands and why before anything is done', async () => {
    const ann = await register(world, { role: 'buyer' })
    const id = await letterTo(ann.id, { lastError: 'mailbox unknown' })
    const params = { act: 'send_letter', subjectId: id }
    const page = await desk.act.loader(await desk.ask({ person: olga, params }))
    expect(page.on).toMatchObject({ recipient: ann.email, kind: 'account_exists', state: 'given_up', tries: 1 })
    expect(page.on).toMatchObject({ error: 'mailbox unknown', again: 0 })
    expect(page.subject).toMatch(/\w+ \w+/)
  })
})

describe('a note', () => {
  it('stands on the page of the person or the escrow, and a second click writes none', async () => {
    const of = await disputed(world, { asset: 'XRP', amount: '12' })
    for (const [act, id] of [
      ['note_person', of.buyer.id],
      ['note_escrow', of.escrowId],
    ] as const) {
      expect(await done(act, id, { reason: 'Called; line one.\nLine two.' })).toBe(act)
      expect(await done(act, id, { reason: 'Called; line one.\nLine two.' })).toBe('already')
      expect(await done(act, id, { reason: 'Another one.' })).toBe(act)
    }
    const params = { userId: of.buyer.id }
    const { person } = await desk.person.loader(await desk.ask({ person: olga, params }))
    const read = { kind: 'records_read', userId: olga.id, subject: `account ${of.buyer.id}` }
    expect(await world.deps.db.accessRecord.count({ where: read })).toBe(1)
    // One event an hour is enough for the audit log, as for an escrow.
    await desk.person.loader(await desk.ask({ person: olga, params }))
    const viewed = { kind: 'person_viewed', detail: { path: ['subject'], equals: of.buyer.id } }
    expect(await world.deps.db.auditEvent.findMany({ where: viewed })).toMatchObject([{ userId: olga.id }])
    expect(person.notes.map(({ text }) => text)).toEqual(['Another one.', 'Called; line one.\nLine two.'])
    const page = await desk.escrows.loader(await desk.ask({ person: olga, path: `/x?txid=${of.transactionId}` }))
    expect(page.desk?.notes).toHaveLength(2)
    // Operators' notes are not part of the parties' history.
    expect(page.desk?.view.events.map(({ kind }) => kind)).not.toContain('note_added')
  })
})
