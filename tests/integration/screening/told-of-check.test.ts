/** What a person reads while the account is checked, and what not (docs/decisions/110). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOwnCheck } from '#app/accounts/queries/own-check.server.ts'
import { changeDetail } from '#app/accounts/workflows/own/change-detail.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { emailContent, renderEmail } from '#app/notices/emails/emails.ts'
import { decideReview } from '#app/screening/workflows/decide-review.server.ts'
import { screenPerson } from '#app/screening/workflows/screen.server.ts'
import { type AdminPanelOf, openDesk, operator, thrownBy } from '#tests/support/settlement/admin.ts'
import { NOBODY } from '#tests/support/world/company.ts'
import { granted, type Person, pilotBuyer, seller } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let desk: AdminPanelOf
let olga: Person
let omar: Person

beforeAll(async () => {
  world = await openWorld()
  desk = await openDesk(world)
  ;[olga, omar] = [await operator(world), await operator(world)]
})
afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

/** A person with a listed name, and its review. */
async function alike(name = 'Balthazar Quillfeather') {
  const { db } = world.deps
  const person = await pilotBuyer(world)
  await db.user.update({ where: { id: person.id }, data: { name } })
  await screenPerson(world.deps, { userId: person.id })
  const { id } = await db.screeningReview.findFirstOrThrow({ where: { personId: person.id } })
  return { person, reviewId: id }
}

const say = (
  reviewId: string,
  by: Person,
  act: 'ask' | 'false_match' | 'true_match',
  asked: ('birth_date' | 'contact')[] = [],
) =>
  decideReview(world.deps, { reviewId, operatorId: by.id, act, reason: 'Like the entry OFAC 123, born 1961.', asked })

/** Returns the emails to this person about a check, as they are read. */
async function told({ id }: Person) {
  const rows = await world.deps.db.outboxLetter.findMany({
    where: { userId: id, key: { startsWith: 'account_checked' } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const frame = {
    origin: 'https://quayside.example',
    supportEmail: 's@q.example',
    company: NOBODY,
    letterId: id,
    tokenOf: () => '',
  }
  return rows.map(({ content }) => {
    const { subject, text } = renderEmail(emailContent.parse(content), {
      ...frame,
      t: translatorFor<['mail', 'common']>('en', ['mail', 'common']),
    })
    return { subject, text }
  })
}

/** Words that would reveal what was found. */
const TIPPING_OFF = /sanction|\blist|OFAC|name like|likeness|match|1961/i

test('that it begins is written once, however often and for however much the person is compared', async () => {
  const { person } = await alike()
  await screenPerson(world.deps, { userId: person.id })
  await world.deps.db.user.update({ where: { id: person.id }, data: { name: 'Balthazar Quillfeathers' } })
  await screenPerson(world.deps, { userId: person.id })
  expect(await world.deps.db.screeningReview.count({ where: { personId: person.id } })).toBeGreaterThan(1)
  const [begun, ...more] = await told(person)
  expect(more).toEqual([])
  expect(begun?.subject).toBe('Your account is being checked')
  expect(begun?.text).toContain('As a rule this takes at most two working days.')
  expect(begun?.text).not.toMatch(TIPPING_OFF)
  expect(await findOwnCheck(world.deps.db, person.id)).toEqual({ asked: [] })
})

test('who is compared and like nobody hears nothing', async () => {
  const person = await pilotBuyer(world)
  await screenPerson(world.deps, { userId: person.id })
  expect(await told(person)).toEqual([])
  expect(await findOwnCheck(world.deps.db, person.id)).toBeNull()
})

test('what is missing is told with how to give it, never in the operator’s words; once given, it is looked at anew', async () => {
  const { person, reviewId } = await alike()
  expect(await say(reviewId, olga, 'ask')).toEqual({ refused: 'review_asked_required', field: 'asked' })
  granted(await say(reviewId, olga, 'ask', ['birth_date']))
  const asked = (await told(person))[1]
  expect(asked?.text).toContain('Missing: your date of birth.')
  expect(asked?.text).toContain('https://quayside.example/settings/about')
  expect(asked?.text).not.toMatch(TIPPING_OFF)
  expect(await findOwnCheck(world.deps.db, person.id)).toEqual({ asked: ['birth_date'] })

  const stateOf = async () => (await world.deps.db.screeningReview.findUniqueOrThrow({ where: { id: reviewId } })).state
  const said = { nativeName: '', company: '', country: 'GH', birthDate: '' }
  granted(await changeDetail(world.deps, { userId: person.id, typed: said }))
  expect(await stateOf()).toBe('needs_information')
  // Another person's birthday is no answer.
  granted(
    await changeDetail(world.deps, { userId: (await seller(world)).id, typed: { ...said, birthDate: '1990-02-01' } }),
  )
  expect(await stateOf()).toBe('needs_information')
  granted(await changeDetail(world.deps, { userId: person.id, typed: { ...said, birthDate: '1990-02-01' } }))
  expect(await stateOf()).toBe('open')
  expect(await findOwnCheck(world.deps.db, person.id)).toEqual({ asked: [] })
})

test('that it is over is written when nothing is left of it, and only to whom is let go', async () => {
  const { person, reviewId } = await alike()
  granted(await say(reviewId, olga, 'false_match'))
  const { subject, text } = (await told(person))[1] ?? { subject: '', text: '' }
  expect(subject).toBe('Your account check is finished')
  expect(text).not.toMatch(TIPPING_OFF)
  expect(await findOwnCheck(world.deps.db, person.id)).toBeNull()

  // A person found on a list reads no more than anybody whose check continues.
  const listed = await alike('Zebulon Tarnwick')
  granted(await say(listed.reviewId, olga, 'true_match'))
  granted(await say(listed.reviewId, omar, 'true_match'))
  expect(await told(listed.person)).toHaveLength(1)
  expect(await findOwnCheck(world.deps.db, listed.person.id)).toEqual({ asked: [] })
})

test('the desk’s form asks for what is missing, and only operators can', async () => {
  const page = await import('#app/admin/routes/screening/route.tsx')
  const { person, reviewId: review } = await alike()
  const path = '/admin-panel/screening'
  const fields = { review, act: 'ask', reason: 'Which of the two?', asked: 'birth_date contact' }
  for (const stranger of [person, await seller(world), undefined]) {
    const sent = { path, ...(stranger && { person: stranger }) }
    expect((await thrownBy(desk.ask(sent, fields).then(page.action))).status).not.toBe(200)
  }
  expect(await told(person)).toHaveLength(1)
  const send = async (more: Record<string, string>) =>
    page.action(await desk.ask({ person: olga, path }, { ...fields, ...more }))
  expect(await send({ asked: '' })).toMatchObject({
    data: { refusal: { refused: 'review_asked_required', field: 'asked' } },
  })
  expect(await send({})).toMatchObject({ data: { sure: { act: 'ask' }, typed: { asked: ['birth_date', 'contact'] } } })
  expect(await send({ sure: 'yes' })).toMatchObject({ status: 303 })
  expect(await told(person)).toHaveLength(2)
  const shown = await page.loader(await desk.ask({ person: olga, path }))
  expect(shown.reviews.rows.find(({ id }) => id === review)?.decided?.asked).toEqual(['birth_date', 'contact'])
})
