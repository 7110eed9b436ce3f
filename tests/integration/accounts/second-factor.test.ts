/** Login in two steps: a code counts once, the session before it opens nothing, a lost factor is replaced or reset. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasSecondFactor } from '#app/accounts/db/second-factors.server.ts'
import { findSessionUserId } from '#app/accounts/db/sessions.server.ts'
import {
  renewRecoveryCodes,
  resetSecondFactor,
  switchSecondFactorOff,
} from '#app/accounts/workflows/second-factor/change.server.ts'
import { beginSecondFactor, confirmSecondFactor } from '#app/accounts/workflows/second-factor/set-up.server.ts'
import { passSecondStep, whoAwaitsCode } from '#app/accounts/workflows/second-factor/step-up.server.ts'
import { openSession } from '#app/accounts/workflows/sign-in.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { at, nextCode, withSecondFactor } from '#tests/support/world/authenticator.ts'
import { granted, PASSWORD, type Person, seller } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const kinds = async ({ id: userId }: Person) =>
  (await world.deps.db.auditEvent.findMany({ where: { userId }, orderBy: [{ at: 'asc' }, { id: 'asc' }] })).map(
    ({ kind }) => kind,
  )
const letters = async ({ id: userId }: Person) =>
  (await world.deps.db.outboxLetter.findMany({ where: { userId } })).map(({ content }) =>
    Reflect.get(Object(content), 'what'),
  )
const isIn = async (token: string) => (await findSessionUserId(world.deps.db, { token, now: new Date() })) !== null

async function give(person: Person, code: string, moment = new Date()) {
  return passSecondStep(at(world.deps, moment), { userId: person.id, code })
}

describe('setting it up', () => {
  test('takes the password, and the first code before it counts; every other session ends', async () => {
    const person = await seller(world)
    const userId = person.id
    const [here, there] = [await openSession(world.deps, userId), await openSession(world.deps, userId)]
    expect(await beginSecondFactor(world.deps, { userId, password: 'not it' })).toMatchObject({
      refused: 'password_wrong',
    })
    expect(await beginSecondFactor(world.deps, { userId, password: PASSWORD })).toBeNull()
    expect(await hasSecondFactor(world.deps.db, userId)).toBe(false)
    const confirm = (code: string, moment = new Date()) =>
      confirmSecondFactor(at(world.deps, moment), { userId, code, session: here.token })
    const { code, at: moment } = await nextCode(world, person)
    expect(await confirm(code === '000000' ? '000001' : '000000')).toMatchObject({ refused: 'code_wrong' })
    const hours = new Date(moment.getTime() + 3 * 3_600_000)
    expect(await confirm(code, hours)).toMatchObject({ refused: 'code_wrong' })
    const answers = await Promise.all([confirm(code, moment), confirm(code, moment)])
    expect(answers.filter(isRefusal)).toMatchObject([{ refused: 'second_factor_set_already' }])
    expect(await hasSecondFactor(world.deps.db, userId)).toBe(true)
    expect([await isIn(here.token), await isIn(there.token)]).toEqual([true, false])
    expect(await kinds(person)).toContain('second_factor_set')
    expect(await letters(person)).toContain('second_factor_set')
    expect(await beginSecondFactor(world.deps, { userId, password: PASSWORD })).toMatchObject({
      refused: 'second_factor_set_already',
    })
  })

  test('stores neither secret nor recovery codes in the clear', async () => {
    const person = await seller(world)
    const codes = await withSecondFactor(world, person)
    expect(codes).toHaveLength(10)
    const rows = await world.deps.db.secondFactor.findUniqueOrThrow({
      where: { userId: person.id },
      include: { recoveryCodes: true },
    })
    const secret = world.deps.secondFactors.unseal(person.id, rows.sealedSecret)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const stored = JSON.stringify(rows)
    for (const clear of [secret ?? '', ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
      expect(stored).not.toContain(clear)
    }
  })
})

describe('a code', () => {
  test('counts once, however many give it at once, and none that is older counts after it', async () => {
    const person = await seller(world)
    await withSecondFactor(world, person)
    const first = await nextCode(world, person)
    const answers = await Promise.all(Array.from({ length: 5 }, () => give(person, first.code, first.at)))
    expect(answers.filter((answer) => !isRefusal(answer))).toEqual([{ by: 'app' }])
    expect(await give(person, first.code, first.at)).toMatchObject({ refused: 'code_wrong' })
    const second = await nextCode(world, person)
    expect(granted(await give(person, second.code, second.at))).toEqual({ by: 'app' })
    expect(await give(person, first.code, second.at)).toMatchObject({ refused: 'code_wrong' })
  })

  test('of one person is nothing to another', async () => {
    const [one, other] = [await seller(world), await seller(world)]
    const codes = await withSecondFactor(world, one)
    await withSecondFactor(world, other)
    const { code, at: moment } = await nextCode(world, one)
    expect(await give(other, code, moment)).toMatchObject({ refused: 'code_wrong' })
    expect(await give(other, codes[0] ?? '')).toMatchObject({ refused: 'code_wrong' })
  })

  test('the database takes neither an older step nor a used recovery code', async () => {
    const person = await seller(world)
    const [code = ''] = await withSecondFactor(world, person)
    granted(await give(person, code))
    const { db } = world.deps
    const where = { userId: person.id }
    const { lastStep } = await db.secondFactor.findUniqueOrThrow({ where })
    await expect(db.secondFactor.update({ where, data: { lastStep } })).rejects.toThrow(/has been used/)
    const used = { ...where, usedAt: { not: null } }
    await expect(db.recoveryCode.updateMany({ where: used, data: { usedAt: new Date() } })).rejects.toThrow(
      /has been used/,
    )
  })

  test('of recovery counts once, and is told by a letter', async () => {
    const person = await seller(world)
    const [code = ''] = await withSecondFactor(world, person)
    const typed = code.toLowerCase().replaceAll('-', ' ')
    const answers = await Promise.all([give(person, typed), give(person, typed)])
    expect(answers.filter((answer) => !isRefusal(answer))).toEqual([{ by: 'recovery' }])
    expect(await letters(person)).toContain('recovery_code_used')
  })
})

describe('a session that waits for a code', () => {
  test('opens nothing, and is gone after ten minutes', async () => {
    const person = await seller(world)
    const { token } = await openSession(world.deps, person.id, { awaitsCode: true })
    expect(await isIn(token)).toBe(false)
    expect(await whoAwaitsCode(world.deps, token)).toBe(person.id)
    const later = new Date(Date.now() + 11 * 60_000)
    expect(await whoAwaitsCode(at(world.deps, later), token)).toBeNull()
    const { token: signedIn } = await openSession(world.deps, person.id)
    expect(await whoAwaitsCode(world.deps, signedIn)).toBeNull()
  })
})

describe('what is lost or not wanted any more', () => {
  test('new recovery codes take password and code, and end the older ones', async () => {
    const person = await seller(world)
    const [one = '', two = ''] = await withSecondFactor(world, person)
    const proof = { userId: person.id, password: PASSWORD, code: one }
    expect(await renewRecoveryCodes(world.deps, { ...proof, password: 'no' })).toMatchObject({
      refused: 'password_wrong',
    })
    const { codes } = granted(await renewRecoveryCodes(world.deps, proof))
    expect(await give(person, two)).toMatchObject({ refused: 'code_wrong' })
    expect(granted(await give(person, codes[0] ?? ''))).toEqual({ by: 'recovery' })
  })

  test('is switched off with password and code only', async () => {
    const person = await seller(world)
    const [code = ''] = await withSecondFactor(world, person)
    const proof = { userId: person.id, password: PASSWORD, code }
    expect(await switchSecondFactorOff(world.deps, { ...proof, code: '123456' })).toMatchObject({
      refused: 'code_wrong',
    })
    expect(await switchSecondFactorOff(world.deps, { ...proof, password: '' })).toMatchObject({
      refused: 'password_wrong',
    })
    expect(await hasSecondFactor(world.deps.db, person.id)).toBe(true)
    expect(await switchSecondFactorOff(world.deps, proof)).toBeNull()
    expect(await hasSecondFactor(world.deps.db, person.id)).toBe(false)
    expect(await letters(person)).toContain('second_factor_off')
  })

  test('is reset with a reason for the record; every session ends', async () => {
    const person = await seller(world)
    await withSecondFactor(world, person)
    const { token } = await openSession(world.deps, person.id)
    const reset = {
      email: ` ${person.email.toUpperCase()}`,
      reason: 'Called back on the known number.',
      operatorId: null,
    }
    expect(await resetSecondFactor(world.deps, reset)).toBe('reset')
    expect(await isIn(token)).toBe(false)
    expect(await hasSecondFactor(world.deps.db, person.id)).toBe(false)
    const event = await world.deps.db.auditEvent.findFirstOrThrow({
      where: { userId: person.id, kind: 'second_factor_reset' },
    })
    expect(event.detail).toEqual({ by: 'command', reason: reset.reason })
    expect(await resetSecondFactor(world.deps, reset)).toBe('none')
    expect(await resetSecondFactor(world.deps, { ...reset, email: 'nobody@example.org' })).toBe('none')
  })
})
