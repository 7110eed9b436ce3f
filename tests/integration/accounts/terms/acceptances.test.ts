/** Who accepted which terms of Quayside, and by which act; and under which terms an escrow continues (decision 106). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TERMS_SUPPLEMENT, TERMS_VERSION, type TermsOccasion } from '#app/accounts/domain/service-terms.ts'
import { isSupplementAsked } from '#app/accounts/queries/supplement-asked.server.ts'
import { findSomebody } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import type { EscrowSubmission } from '#app/trade/opening/workflows/submission.ts'
import { showTerms } from '#app/trade/terms/queries/terms-view.server.ts'
import { acceptTerms } from '#app/trade/terms/workflows/accept-terms.server.ts'
import {
  seller as aSeller,
  granted,
  type Person,
  paidBuyer,
  register,
  submission,
  upload,
  walletOf,
} from '#tests/support/world/people.ts'
import { anEscrow, aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person

beforeAll(async () => {
  world = await openWorld()
  buyer = await paidBuyer(world)
})
afterAll(() => world?.[Symbol.asyncDispose]())

const NOW = { version: TERMS_VERSION, supplement: TERMS_SUPPLEMENT }
const NAMED = { seenSupplement: TERMS_SUPPLEMENT }
const acceptancesOf = ({ id: userId }: { id: string }) =>
  world.deps.db.serviceTermsAcceptance.findMany({
    where: { userId },
    orderBy: { at: 'asc' },
    select: { version: true, supplement: true, occasion: true, escrowId: true },
  })
const isAsked = ({ id }: Person) => isSupplementAsked(world.deps.db, id)

/** Creates an account that registered before there was a supplement. */
const ofBefore = (role: 'buyer' | 'seller') => {
  const at = new Date()
  const known = { sanctionsConsent: true, consentTimestamp: at, termsVersion: TERMS_VERSION, emailConfirmedAt: at }
  return aUser(world.deps.db, { role, hasPaid: role === 'buyer', ...known })
}

const open = (who: Person, changes: Partial<EscrowSubmission> = {}) =>
  openEscrow(world.deps, submission(who, { currency: 'XLM', amount: '10', ...changes }))
const trade = async (sellerEmail = '') => granted(await open(buyer, { sellerEmail }))

async function accept({ escrowId }: { escrowId: string }, who: Person, named = {}) {
  const escrow = await findEscrow(world.deps.db, escrowId)
  if (!escrow) throw new Error('no escrow')
  const { fingerprint } = await showTerms(world.deps.db, { escrow, viewer: await findSomebody(world.deps.db, who.id) })
  return acceptTerms(world.deps, { escrowId, sellerId: who.id, seen: fingerprint ?? '', ...named })
}

async function confirm({ transactionId }: { transactionId: string }, who: Person, named = {}) {
  const wallet = { walletAddress: walletOf('XLM'), walletMemo: '' }
  const files = [{ type: 'BillOfLading' as const, upload: await upload(world) }]
  return confirmShipment(world.deps, { sellerId: who.id, transactionId, ...wallet, files, ...named })
}

describe('accepting the terms', () => {
  test.each(['buyer', 'seller'] as const)('a %s who registers accepts version and supplement', async (role) => {
    const person = await register(world, { role })
    expect(await acceptancesOf(person)).toEqual([{ ...NOW, occasion: 'registration', escrowId: null }])
    expect(await isAsked(person)).toBe(false)
    // As the specification has it (§3).
    expect(await world.deps.db.user.findUniqueOrThrow({ where: { id: person.id } })).toMatchObject({
      termsVersion: 'v1.0-2025-08-30',
    })
  })

  test('whoever registered before accepts by the next opening, once', async () => {
    const before = await ofBefore('buyer')
    expect(await isAsked(before)).toBe(true)
    const first = granted(await open(before, NAMED))
    expect(await isAsked(before)).toBe(false)
    const rows = [{ ...NOW, occasion: 'opening', escrowId: first.escrowId }]
    expect(await acceptancesOf(before)).toEqual(rows)
    granted(await open(before))
    granted(await open(before, NAMED))
    expect(await acceptancesOf(before)).toEqual(rows)
  })

  test('by accepting the terms of a trade, and the confirmation adds nothing', async () => {
    const before = await ofBefore('seller')
    const opened = await trade(before.email)
    granted(await accept(opened, before, NAMED))
    const rows = [{ ...NOW, occasion: 'accepting', escrowId: opened.escrowId }]
    expect(await acceptancesOf(before)).toEqual(rows)
    granted(await confirm(opened, before))
    expect(await acceptancesOf(before)).toEqual(rows)
  })

  test('by confirming shipment', async () => {
    const before = await ofBefore('seller')
    const opened = await trade()
    granted(await confirm(opened, before, NAMED))
    expect(await acceptancesOf(before)).toEqual([{ ...NOW, occasion: 'confirming', escrowId: opened.escrowId }])
  })

  test('two openings at the same instant write it once', async () => {
    const before = await ofBefore('buyer')
    const opened = await Promise.all([open(before, NAMED), open(before, NAMED)])
    for (const one of opened) granted(one)
    expect(await acceptancesOf(before)).toHaveLength(1)
  })

  test('what the form did not name is not accepted, and nothing happens', async () => {
    const refused = { refused: 'terms_supplement_unread' }
    const before = await ofBefore('buyer')
    for (const named of [{}, { seenSupplement: '' }, { seenSupplement: 's0-2026-01-01' }])
      expect(await open(before, named)).toMatchObject(refused)
    expect(await world.deps.db.escrow.count({ where: { buyerId: before.id } })).toBe(0)

    const sells = await ofBefore('seller')
    const opened = await trade(sells.email)
    expect(await accept(opened, sells)).toMatchObject(refused)
    expect(await confirm(opened, sells)).toMatchObject(refused)
    const row = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: opened.escrowId } })
    expect(row).toMatchObject({ sellerId: null, confirmedAt: null })
    for (const person of [before, sells]) expect(await acceptancesOf(person)).toEqual([])
  })

  test('the page of a seller who is asked says so, and nobody else’s', async () => {
    const sells = await ofBefore('seller')
    const opened = await trade()
    const escrow = await findEscrow(world.deps.db, opened.escrowId)
    if (!escrow) throw new Error('no escrow')
    const shownTo = async (id: string | null) => {
      const viewer = id === null ? null : await findSomebody(world.deps.db, id)
      return (await showTerms(world.deps.db, { escrow, viewer })).asksSupplement
    }
    expect(await shownTo(sells.id)).toBe(true)
    expect(await shownTo((await aSeller(world)).id)).toBe(false)
    expect(await shownTo(buyer.id)).toBe(false)
    expect(await shownTo(null)).toBe(false)
  })
})

describe('the database', () => {
  test('changes and deletes no acceptance', async () => {
    const { serviceTermsAcceptance } = world.deps.db
    const of = { where: { userId: buyer.id } }
    await expect(serviceTermsAcceptance.updateMany({ ...of, data: { at: new Date(0) } })).rejects.toThrow(
      /never changed/,
    )
    await expect(serviceTermsAcceptance.deleteMany(of)).rejects.toThrow(/never changed/)
  })

  test('takes none of whoever is no party, of the wrong side, or without its escrow', async () => {
    const { escrowId } = await trade()
    const stranger = await ofBefore('seller')
    const store = (row: { userId: string; occasion: TermsOccasion; escrowId?: string | null }) => {
      const data = { version: TERMS_VERSION, supplement: 's9-2030-01-01', at: new Date(), escrowId, ...row }
      return world.deps.db.serviceTermsAcceptance.create({ data, select: { id: true } })
    }
    for (const occasion of ['opening', 'accepting', 'confirming'] as const)
      await expect(store({ userId: stranger.id, occasion })).rejects.toThrow(/nobody of that escrow/)
    for (const occasion of ['accepting', 'confirming', 'registration'] as const)
      await expect(store({ userId: buyer.id, occasion })).rejects.toThrow(/nobody of that escrow/)
    await expect(store({ userId: buyer.id, occasion: 'opening', escrowId: null })).rejects.toThrow(
      /acceptance_of_escrow/,
    )
  })

  test('opens no escrow under terms that its buyer has not accepted, and lets them never change', async () => {
    const under = { serviceTerms: TERMS_VERSION, serviceSupplement: TERMS_SUPPLEMENT }
    await expect(anEscrow(world.deps.db, under)).rejects.toThrow(/has not accepted/)
    const { escrowId: id } = await trade()
    for (const data of [{ serviceSupplement: null }, { serviceTerms: null }, { serviceTerms: 'v2' }])
      await expect(world.deps.db.escrow.update({ where: { id }, data })).rejects.toThrow(/under which it was opened/)
    const { id: old } = await anEscrow(world.deps.db)
    await expect(world.deps.db.escrow.update({ where: { id: old }, data: under })).rejects.toThrow(/was opened/)
  })
})

describe('an escrow', () => {
  const shownOf = async (id: string) => {
    const escrow = await findEscrow(world.deps.db, id)
    if (!escrow) throw new Error('no escrow')
    return (await showTerms(world.deps.db, { escrow, viewer: null })).openedUnder
  }

  test('shows the terms under which it was opened; those of before, the first wording', async () => {
    expect(await shownOf((await trade()).escrowId)).toEqual(NOW)
    expect(await shownOf((await anEscrow(world.deps.db)).id)).toEqual({ version: TERMS_VERSION, supplement: null })
  })
})
