/** An email is in its reader's language (product.md §6): at first that of the page, then the chosen one. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseLanguage } from '#app/accounts/workflows/choose-language.server.ts'
import { registerUser } from '#app/accounts/workflows/register-user.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { escrowOf, granted, pilotBuyer, register } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const speak = (userId: string, language: string) => chooseLanguage(world.deps, { userId, language })
const lettersTo = async (recipient: string) => {
  const rows = await world.deps.db.outboxLetter.findMany({ where: { recipient }, orderBy: { id: 'asc' } })
  return rows.map(({ locale, content }) => `${(content as { letter: string }).letter} ${locale}`)
}
const anEscrow = async ({ language, sellerEmail }: { language: string; sellerEmail: string }) => {
  const buyer = await pilotBuyer(world)
  await speak(buyer.id, language)
  const { escrowId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', sellerEmail })
  return { escrowId, buyerId: buyer.id }
}

describe('a letter', () => {
  test('of welcome is in the language of the page, and arrives in it', async () => {
    const email = `${randomUUID()}@example.org`
    const password = 'a long enough phrase for tests'
    granted(
      await registerUser(world.deps, { name: 'Reza', email, password, role: 'seller', isPilot: false, locale: 'fa' }),
    )
    expect(await lettersTo(email)).toEqual(['welcome fa'])
    const mail = () => world.harbour.post.mails().find(({ to }) => to.includes(email))
    await world.workUntil(async () => mail() !== undefined, 'the letter arrives')
    expect(mail()?.html).toContain('<html lang="fa" dir="rtl">')
  })

  test('is in the language that its reader chose since', async () => {
    const seller = await register(world, { role: 'seller' })
    await speak(seller.id, 'th')
    await anEscrow({ language: 'de', sellerEmail: seller.email })
    expect(await lettersTo(seller.email)).toEqual(['welcome en', 'escrow_opened th'])
  })

  test('is in another language from the moment that is written down of the choice', async () => {
    const { id } = await register(world, { role: 'seller' })
    for (const language of ['th', 'th', 'de']) await speak(id, language)
    const where = { userId: id, kind: 'language_changed' }
    const events = await world.deps.db.auditEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ detail }) => detail)).toEqual([{ to: 'th' }, { to: 'de' }])
  })

  test('to an address without an account is in the language of the buyer who named it', async () => {
    const email = `${randomUUID()}@example.org`
    await anEscrow({ language: 'de', sellerEmail: email })
    expect(await lettersTo(email)).toEqual(['escrow_opened de'])
  })

  test('to a seller who is named but not bound is in the language of that account', async () => {
    const seller = await register(world, { role: 'seller' })
    await speak(seller.id, 'pl')
    const escrow = await anEscrow({ language: 'de', sellerEmail: seller.email })
    granted(await cancelEscrow(world.deps, { ...escrow, wallet: null }))
    expect(await lettersTo(seller.email)).toEqual(['welcome en', 'escrow_opened pl', 'escrow_cancelled pl'])
  })
})

test('choosing the language that one has changes nothing', async () => {
  const seller = await register(world, { role: 'seller' })
  await speak(seller.id, 'vi')
  const before = await world.deps.db.user.findUniqueOrThrow({ where: { id: seller.id } })
  await speak(seller.id, 'vi')
  expect(await world.deps.db.user.findUniqueOrThrow({ where: { id: seller.id } })).toEqual(before)
})
