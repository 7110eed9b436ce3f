/** The operators' page of similar names: who may read it, what they can decide, and what follows. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadAdminOverview } from '#app/admin/queries/overview.server.ts'
import { decideReview } from '#app/screening/workflows/decide-review.server.ts'
import { refreshLists } from '#app/screening/workflows/refresh-lists.server.ts'
import { screenPerson } from '#app/screening/workflows/screen.server.ts'
import { type AdminPanelOf, openDesk, operator, refusalOf, thrownBy } from '#tests/support/settlement/admin.ts'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import { queuePayouts } from '#tests/support/settlement/queued-payouts.ts'
import { type Person, pilotBuyer, seller, walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let desk: AdminPanelOf
let page: typeof import('#app/admin/routes/screening/route.tsx')
let olga: Person
let omar: Person

beforeAll(async () => {
  world = await openWorld()
  desk = await openDesk(world)
  page = await import('#app/admin/routes/screening/route.tsx')
  olga = await operator(world)
  omar = await operator(world)
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

/** A person with a listed name, who waits for a review. */
async function alike(name = 'Balthazar Quillfeather') {
  const person = await pilotBuyer(world)
  await world.deps.db.user.update({ where: { id: person.id }, data: { name } })
  await screenPerson(world.deps, { userId: person.id })
  return { person, review: await reviewOf(`user:${person.id}`) }
}

const reviewOf = (subject: string) => world.deps.db.screeningReview.findFirstOrThrow({ where: { subject } })
const say = (
  reviewId: string,
  by: Person,
  act: 'take' | 'ask' | 'false_match' | 'true_match',
  reason = 'Another birth date.',
) => decideReview(world.deps, { reviewId, operatorId: by.id, act, reason })

test('a likeness of names is let go by one operator, with a reason, and stays let go', async () => {
  const { person, review } = await alike()
  expect(await say(review.id, olga, 'take')).toEqual({ is: 'saved' })
  expect(await say(review.id, olga, 'false_match', '  ')).toMatchObject({ refused: 'review_reason_required' })
  expect(await say(review.id, olga, 'false_match')).toEqual({ is: 'saved' })
  await screenPerson(world.deps, { userId: person.id })
  const reviews = await world.deps.db.screeningReview.findMany({ where: { subject: `user:${person.id}` } })
  expect(reviews).toMatchObject([{ state: 'false_match', decidedById: olga.id, reason: 'Another birth date.' }])
  const last = { where: { subject: `user:${person.id}` }, orderBy: [{ at: 'desc' as const }, { id: 'desc' as const }] }
  expect(await world.deps.db.screening.findFirst(last)).toMatchObject({ outcome: 'clear' })
})

test('whoever has yet to be looked at is counted on the overview, with since when, and no more once decided', async () => {
  const before = await loadAdminOverview(world.deps.db, new Date())
  const { review } = await alike()
  const waiting = await loadAdminOverview(world.deps.db, new Date())
  expect(waiting.openReviews).toBe(before.openReviews + 1)
  expect(waiting.oldest.screening).toBe(before.oldest.screening ?? review.openedAt.toISOString())
  await say(review.id, olga, 'false_match')
  const { openReviews, oldest } = await loadAdminOverview(world.deps.db, new Date())
  expect({ openReviews, since: oldest.screening }).toEqual({
    openReviews: before.openReviews,
    since: before.oldest.screening,
  })
})

test('the list words the entry anew, and the person is looked at again', async () => {
  const name = `Hieronymus Velvetmoor ${randomUUID().slice(0, 4)}`
  world.harbour.market.lists.add('un', { name })
  await refreshLists(world.deps)
  const { person, review } = await alike(name)
  await say(review.id, olga, 'false_match')
  world.harbour.market.lists.remove('un', name)
  world.harbour.market.lists.add('un', { name, aliases: ['The Velvet'] })
  await refreshLists(world.deps)
  await screenPerson(world.deps, { userId: person.id })
  const states = await world.deps.db.screeningReview.findMany({
    where: { subject: `user:${person.id}`, state: 'open' },
  })
  expect(states).toHaveLength(1)
})

test('a true match takes two, and holds; letting go of it takes two as well', async () => {
  const { review } = await alike('Ottoline Grimsburrow')
  expect(await say(review.id, olga, 'true_match')).toEqual({ is: 'wanted' })
  expect(await say(review.id, olga, 'true_match')).toMatchObject({ refused: 'review_own_wish' })
  expect(await say(review.id, omar, 'true_match')).toEqual({ is: 'saved' })
  expect(await reviewOf(review.subject)).toMatchObject({ state: 'true_match', wanted: null, decidedById: omar.id })
  expect(await say(review.id, omar, 'false_match')).toEqual({ is: 'wanted' })
  expect(await say(review.id, olga, 'false_match')).toEqual({ is: 'saved' })
})

test('the database asks for the second operator whatever the program says', async () => {
  const { review } = await alike('Zebulon Tarnwick')
  const data = { state: 'true_match', decidedById: olga.id, decidedAt: new Date(), reason: 'x' }
  const change = (more: object) =>
    world.deps.db.screeningReview.update({ where: { id: review.id }, data: { ...data, ...more } })
  await expect(change({})).rejects.toThrow(/second operator/)
  const buyer = await pilotBuyer(world)
  await expect(change({ state: 'false_match', decidedById: buyer.id })).rejects.toThrow(/only operators/)
  await expect(world.deps.db.screeningReview.delete({ where: { id: review.id } })).rejects.toThrow(/kept for years/)
})

test('whoever is let go is paid by itself', async () => {
  const [id = ''] = await queuePayouts(world, 'XLM', 1)
  const payoutOf = () => world.deps.db.transfer.findUniqueOrThrow({ where: { id } })
  const address = walletOf('XLM', 'seller')
  world.harbour.market.lists.add('ofac_sdn', { name: 'Nobody known', wallet: { currency: 'XLM', address } })
  await refreshLists(world.deps)
  await world.workUntil(async () => {
    await runRound(world.deps, { payoutId: id })
    return (await payoutOf()).waitsFor === 'check'
  }, 'it waits for a check')
  const review = await reviewOf(`wallet:${address}`)
  expect(await say(review.id, olga, 'false_match')).toEqual({ is: 'wanted' })
  expect((await payoutOf()).waitsFor).toBe('check')
  expect(await say(review.id, omar, 'false_match')).toEqual({ is: 'saved' })
  await world.workUntil(async () => (await payoutOf()).state === 'confirmed', 'it is paid')
})

describe('the page', () => {
  test('shows the person beside the entry, word by word, to operators alone', async () => {
    const { person, review } = await alike('Baltazar Quillfeather')
    const path = '/admin-panel/screening'
    const shown = await page.loader(await desk.ask({ person: olga, path }))
    expect(shown.reviews.rows.find(({ id }) => id === review.id)).toMatchObject({
      person: { name: 'Baltazar Quillfeather', email: person.email },
      entry: { list: 'OFAC SDN', births: ['1961-04-12'], countries: ['Atlantis'] },
      words: [
        { typed: 'Baltazar', how: 'spelling' },
        { typed: 'Quillfeather', how: 'same' },
      ],
      acts: ['take', 'ask', 'false_match', 'true_match'],
    })
    expect(shown.lists).toHaveLength(5)
    for (const { address } of shown.lists) expect(address).toMatch(/^http/)
    for (const stranger of [person, await seller(world), undefined]) {
      const sent = { path, ...(stranger && { person: stranger }) }
      expect((await thrownBy(desk.ask(sent).then(page.loader))).status).not.toBe(200)
      const form = { review: review.id, act: 'false_match', reason: 'Let me go.' }
      expect((await thrownBy(desk.ask(sent, form).then(page.action))).status).not.toBe(200)
    }
    expect(await reviewOf(review.subject)).toMatchObject({ state: 'open' })
  })

  test('keeps what was typed, and says what is missing beside it', async () => {
    const { review } = await alike('Peregrine Mosshollow')
    const send = async (fields: Record<string, string>) =>
      page.action(await desk.ask({ person: olga, path: '/admin-panel/screening' }, fields))
    expect(refusalOf(await send({ review: review.id, reason: 'Typed.' }))).toBe('review_act_required')
    expect(await send({ review: review.id, act: 'ask', reason: '' })).toMatchObject({
      data: { refusal: { refused: 'review_reason_required', field: 'reason' }, typed: { act: 'ask' } },
    })
    expect(refusalOf(await send({ review: randomUUID(), act: 'take', reason: '' }))).toBe('review_moved_on')
    expect(refusalOf(await send({ review: 'nonsense', act: 'take', reason: '' }))).toBe('review_moved_on')
    const said = { review: review.id, act: 'ask', reason: 'Asked for the passport.', asked: 'birth_date' }
    expect(await send({ ...said, sure: 'yes' })).toMatchObject({ status: 303 })
  })

  test('asks once more before anybody is let go or held; only looking at it is done at once', async () => {
    const { review } = await alike()
    const send = async (fields: Record<string, string>) =>
      page.action(await desk.ask({ person: olga, path: '/admin-panel/screening' }, { review: review.id, ...fields }))
    const stateOf = async () => (await reviewOf(review.subject)).state
    expect(await send({ act: 'take', reason: '' })).toMatchObject({ status: 303 })
    expect(await stateOf()).toBe('in_review')
    const said = { act: 'false_match', reason: 'Another birth date.' }
    expect(await send(said)).toMatchObject({ data: { sure: { act: 'false_match', counts: true }, typed: said } })
    expect(await send({ ...said, sure: 'back' })).toMatchObject({ data: { refusal: null, sure: null, typed: said } })
    expect(await stateOf()).toBe('in_review')
    expect(await send({ ...said, sure: 'yes' })).toMatchObject({ status: 303 })
    expect(await stateOf()).toBe('false_match')
    expect(await send({ ...said, act: 'true_match' })).toMatchObject({ data: { sure: { counts: false } } })
  })
})
