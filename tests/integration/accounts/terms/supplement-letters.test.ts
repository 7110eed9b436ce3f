/** The email about the supplement: once, to parties of open escrows who have not accepted it (decision 106). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TERMS_SUPPLEMENT, TERMS_VERSION } from '#app/accounts/domain/service-terms.ts'
import { notifyOfSupplement } from '#app/accounts/workflows/terms/notify-of-supplement.server.ts'
import { register } from '#tests/support/world/people.ts'
import { anEscrow, aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.[Symbol.asyncDispose]())

const CONSENT = new Date('2026-01-05T10:00:00.000Z')
const KNOWN = { consentTimestamp: CONSENT, termsVersion: TERMS_VERSION }

const lettersOf = async () =>
  world.deps.db.outboxLetter.findMany({
    where: { content: { path: ['letter'], equals: 'terms_changed' } },
    orderBy: { key: 'asc' },
    select: { userId: true, content: true },
  })
const notice = () => world.deps.db.serviceTermsNotice.findUniqueOrThrow({ where: { supplement: TERMS_SUPPLEMENT } })

/** Forgets whom the job has looked at. */
async function beginAnew(): Promise<void> {
  await world.deps.db.serviceTermsNotice.deleteMany({})
}

test('goes once to the parties of open escrows who have not accepted, slice by slice', async () => {
  const { db } = world.deps
  const [buyer, seller, idle] = [
    await aUser(db, { role: 'buyer', ...KNOWN }),
    await aUser(db, { role: 'seller', ...KNOWN }),
    await aUser(db, { role: 'buyer', ...KNOWN }),
  ]
  const accepted = await register(world, { role: 'seller' })
  const first = await anEscrow(db, { buyerId: buyer.id, sellerId: seller.id })
  const second = await anEscrow(db, { buyerId: buyer.id, sellerId: accepted.id })
  await anEscrow(db, { buyerId: idle.id, cancelledAt: new Date() })
  await beginAnew()

  // One person in a slice: after a kill, the next call continues where it stopped.
  for (let call = 0; call < 5; call += 1) await notifyOfSupplement(world.deps, { slice: 1 })
  expect((await notice()).doneAt).not.toBeNull()
  const letters = await lettersOf()
  const of = (id: string) => letters.filter(({ userId }) => userId === id)
  expect(of(buyer.id)).toHaveLength(1)
  expect(of(seller.id)).toEqual([
    { userId: seller.id, content: { letter: 'terms_changed', escrows: [first.transactionId] } },
  ])
  const escrows = Reflect.get(Object(of(buyer.id)[0]?.content), 'escrows')
  expect(escrows).toEqual(expect.arrayContaining([first.transactionId, second.transactionId]))
  for (const { id } of [idle, accepted]) expect(of(id)).toEqual([])

  await notifyOfSupplement(world.deps)
  expect(await lettersOf()).toEqual(letters)
  // Another pass writes none of them again.
  await beginAnew()
  await notifyOfSupplement(world.deps)
  expect(await lettersOf()).toEqual(letters)
})

test('writes down what those accepted who registered before acceptances were rows', async () => {
  const { db } = world.deps
  const before = await aUser(db, { role: 'buyer', ...KNOWN })
  const operator = await aUser(db, { role: 'admin' })
  const registered = await register(world, { role: 'buyer' })
  await beginAnew()
  await Promise.all([notifyOfSupplement(world.deps), notifyOfSupplement(world.deps), notifyOfSupplement(world.deps)])
  const rowsOf = ({ id: userId }: { id: string }) => db.serviceTermsAcceptance.findMany({ where: { userId } })
  expect(await rowsOf(before)).toMatchObject([
    { version: TERMS_VERSION, supplement: null, at: CONSENT, occasion: 'registration', escrowId: null },
  ])
  expect(await rowsOf(operator)).toEqual([])
  expect(await rowsOf(registered)).toMatchObject([{ supplement: TERMS_SUPPLEMENT }])
})

test('begins no work once it is over', async () => {
  const { db } = world.deps
  await beginAnew()
  await notifyOfSupplement(world.deps)
  const { afterId, doneAt } = await notice()
  const late = await aUser(db, { role: 'buyer', ...KNOWN })
  await anEscrow(db, { buyerId: late.id })
  await notifyOfSupplement(world.deps)
  expect(await notice()).toMatchObject({ afterId, doneAt })
  expect((await lettersOf()).filter(({ userId }) => userId === late.id)).toEqual([])
})
