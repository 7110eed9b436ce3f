/** A change of somebody's account is confirmed by a second operator, taken back, or stopped from the old mailbox. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepEmail } from '#app/accounts/workflows/own/change-email.server.ts'
import { resetPassword } from '#app/accounts/workflows/reset-password.server.ts'
import { checkCredentials } from '#app/accounts/workflows/sign-in.server.ts'
import { alertCausesOf } from '#app/ops/domain/judge-machine.ts'
import { checkMachine } from '#app/ops/workflows/alerts/check-machine.server.ts'
import { refusalOf, thrownBy } from '#tests/support/settlement/admin.ts'
import { APPROVAL, type Changes, openChanges, REASON } from '#tests/support/settlement/changed-accounts.ts'
import { granted, PASSWORD, register, seller, tokenOf } from '#tests/support/world/people.ts'

let of: Changes

beforeAll(async () => {
  of = await openChanges()
})

afterAll(() => of.close())

describe('a second operator', () => {
  it('reads what waits, and confirms it: the account goes on at once', async () => {
    const trade = await of.presented()
    await of.correct(trade.buyer)
    const { id } = await of.changeOf(trade.buyer.id)
    const overview = await of.desk.overview.loader(await of.desk.ask({ person: of.omar }))
    expect(overview.changes).toContainEqual(expect.objectContaining({ id, userId: trade.buyer.id, kind: 'address' }))
    const { person } = await of.desk.person.loader(
      await of.desk.ask({ person: of.omar, params: { userId: trade.buyer.id } }),
    )
    expect(person.changes).toMatchObject([{ id, by: 'An operator', isOwn: false, mayTakeBack: true, reason: REASON }])
    expect(await of.press('confirm_change', id, { sure: '' }, of.omar)).toMatchObject({
      data: { asked: { reason: REASON } },
    })
    expect(await of.done('confirm_change', id, of.omar)).toBe('confirm_change')
    expect(await of.done('confirm_change', id, of.omar)).toBe('already')
    expect((await of.stored(trade.buyer.id)).stillUntil).toBeNull()
    expect(await of.changeOf(trade.buyer.id)).toMatchObject({ end: 'confirmed', endedById: of.omar.id })
    expect((await of.send(trade, trade.buyer, APPROVAL)) instanceof Response).toBe(true)
    expect(await of.payoutsOf(trade.escrowId)).toHaveLength(1)
  })

  it('is never the first, by the workflow and by the database', async () => {
    const ann = await register(of.world, { role: 'buyer' })
    await of.correct(ann)
    const { id } = await of.changeOf(ann.id)
    expect(refusalOf(await of.press('confirm_change', id, {}, of.olga))).toBe('change_own')
    const end = { end: 'confirmed', endedAt: new Date() }
    const { db } = of.world.deps
    await expect(db.accountChange.update({ where: { id }, data: { ...end, endedById: of.olga.id } })).rejects.toThrow(
      /account_change_confirmed_by_another/,
    )
    await expect(db.accountChange.update({ where: { id }, data: { ...end, endedById: ann.id } })).rejects.toThrow(
      /only operators confirm/,
    )
    await expect(db.accountChange.update({ where: { id }, data: { stillUntil: new Date() } })).rejects.toThrow(
      /stays what it is/,
    )
    await expect(db.accountChange.deleteMany({ where: { id } })).rejects.toThrow(/never deleted/)
  })

  it('is nobody but an operator', async () => {
    const ann = await register(of.world, { role: 'buyer' })
    await of.correct(ann)
    const { id } = await of.changeOf(ann.id)
    for (const act of ['confirm_change', 'take_back_change'] as const) {
      for (const person of [null, ann, await seller(of.world)]) {
        expect((await thrownBy(of.press(act, id, {}, person))).status).toBe(403)
      }
      expect((await thrownBy(of.press(act, randomUUID(), {}, of.omar))).status).toBe(404)
    }
    expect((await of.changeOf(ann.id)).endedAt).toBeNull()
  })

  it('ends the standstill only with the last of two changes, and once of many at a time', async () => {
    const ann = await register(of.world, { role: 'buyer' })
    await of.correct(ann)
    const first = await of.changeOf(ann.id)
    await of.correct(ann)
    const second = await of.changeOf(ann.id)
    const both = await Promise.all([
      of.done('confirm_change', first.id, of.omar),
      of.done('confirm_change', first.id, of.omar),
    ])
    expect(both.toSorted()).toEqual(['already', 'confirm_change'])
    expect((await of.stored(ann.id)).stillUntil).toEqual(second.stillUntil)
    await of.done('confirm_change', second.id, of.omar)
    expect((await of.stored(ann.id)).stillUntil).toBeNull()
  })

  it('takes it back, as the first may, too: the old address counts and gets the way in', async () => {
    const ann = await register(of.world, { role: 'buyer' })
    await of.correct(ann)
    const { id } = await of.changeOf(ann.id)
    expect(await of.done('take_back_change', id, of.olga)).toBe('take_back_change')
    expect(await of.stored(ann.id)).toMatchObject({ email: ann.email, stillUntil: null })
    expect(await of.changeOf(ann.id)).toMatchObject({ end: 'taken_back', endedById: of.olga.id })
    expect(await checkCredentials(of.world.deps, { email: ann.email, password: PASSWORD })).toMatchObject({
      refused: 'bad_credentials',
    })
    const token = await tokenOf(of.world, ann, 'reset_password')
    granted(await resetPassword(of.world.deps, { token, password: `${PASSWORD} anew`, purpose: 'reset_password' }))
    expect(await of.done('confirm_change', id, of.omar)).toBe('already')
  })
})

describe('the old mailbox', () => {
  it('objects: the account is its owner’s and goes on, operators are told, and nobody confirms that change any more', async () => {
    const trade = await of.presented()
    await of.takeOver(trade.buyer)
    const { id } = await of.changeOf(trade.buyer.id)
    granted(await keepEmail(of.world.deps, { token: await tokenOf(of.world, trade.buyer, 'keep_email') }))
    expect(await of.stored(trade.buyer.id)).toMatchObject({ email: trade.buyer.email, stillUntil: null })
    expect(await of.world.deps.db.session.count({ where: { userId: trade.buyer.id } })).toBe(0)
    expect(await of.changeOf(trade.buyer.id)).toMatchObject({ end: 'objected', endedById: null })
    expect(await of.done('confirm_change', id, of.omar)).toBe('already')
    const kinds = alertCausesOf(await checkMachine(of.world.deps)).map(({ kind }) => kind)
    expect(kinds).toContain('change_objected')
    granted(await of.approve(trade))
    // Whoever was deceived, or was not, approves nothing of it.
    expect(await of.payoutsOf(trade.escrowId)).toHaveLength(1)
  })

  it('stops with the first change what was built on it', async () => {
    const ann = await register(of.world, { role: 'buyer' })
    await of.correct(ann)
    const token = await tokenOf(of.world, ann, 'keep_email')
    await of.correct(ann)
    granted(await keepEmail(of.world.deps, { token }))
    expect(await of.stored(ann.id)).toMatchObject({ email: ann.email, stillUntil: null })
    const ends = await of.world.deps.db.accountChange.findMany({ where: { userId: ann.id }, select: { end: true } })
    expect(ends).toEqual([{ end: 'objected' }, { end: 'objected' }])
  })
})
