/** The language of emails to the seller: the account's, what the buyer says, or two of them (docs/decisions/110). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import {
  seller as aSeller,
  escrowOf,
  fund,
  granted,
  type Person,
  paidBuyer,
  walletOf,
} from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN } from '#tests/support/world/routes.ts'

let routes: SettlementRoutes

beforeAll(async () => {
  routes = await openSettlementRoutes()
  await speaks(routes.buyer, 'de')
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

const speaks = ({ id }: Person, locale: string) =>
  routes.world.deps.db.user.update({ where: { id }, data: { locale }, select: { id: true } })

const stranger = () => `seller-${randomUUID()}@izmir.example`

type Written = { letter: string; lng?: string; isLanguageUnknown?: boolean }

async function lettersTo(recipient: string) {
  const { db } = routes.world.deps
  const rows = await db.outboxLetter.findMany({ where: { recipient }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  return rows.map(({ locale, content }) => ({ locale, ...(content as Written) }))
}

const languageOf = async (transactionId: string) =>
  (await routes.world.deps.db.escrow.findUniqueOrThrow({ where: { transactionId } })).sellerLanguage

/** Sends the form of /submit as a browser without JavaScript does; returns the escrow's ID. */
async function submit(fields: Record<string, string>): Promise<string> {
  const { action } = await import('#app/trade/opening/routes/submit/route.tsx')
  const trade = { currency: 'XLM', type: 'auto', amount: '10', walletFrom: 'typed', walletAddress: walletOf('XLM') }
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...trade, ...fields })) body.append(name, value)
  const headers = { Origin: ORIGIN, Cookie: await cookieOf(routes.world, routes.buyer) }
  const answer = await action({
    request: new Request(`${ORIGIN}/submit`, { method: 'POST', headers, body }),
    params: {},
    context: {},
  })
  const to = answer instanceof Response ? answer.headers.get('Location') : null
  return new URL(to ?? '', ORIGIN).searchParams.get('opened') ?? ''
}

test('what the buyer says at Submit is the language of the invitation, of its page, and of what comes after', async () => {
  const sellerEmail = stranger()
  const txid = await submit({ sellerEmail, sellerLanguage: 'tr' })
  expect(await lettersTo(sellerEmail)).toMatchObject([{ letter: 'escrow_opened', locale: 'tr', lng: 'tr' }])
  expect((await lettersTo(sellerEmail))[0]?.isLanguageUnknown).toBeUndefined()
  const { id } = await routes.world.deps.db.escrow.findUniqueOrThrow({ where: { transactionId: txid } })
  await fund(routes.world, id)
  expect((await lettersTo(sellerEmail))[1]).toMatchObject({ letter: 'escrow_funded', locale: 'tr', lng: 'tr' })
  expect((await routes.viewOf(routes.buyer, txid)).escrow?.sellerLanguage).toBe('tr')
})

test.each<Record<string, string>>([{}, { sellerLanguage: '' }, { sellerLanguage: 'klingon' }])(
  '%j says nothing: the buyer’s own, and it is asked',
  async (said) => {
    const sellerEmail = stranger()
    const txid = await submit({ sellerEmail, ...said })
    expect(await lettersTo(sellerEmail)).toMatchObject([{ locale: 'de', isLanguageUnknown: true }])
    expect(await languageOf(txid)).toBeNull()
  },
)

test('who has an account has chosen, whatever the buyer says', async () => {
  const seller = await aSeller(routes.world)
  await speaks(seller, 'vi')
  await submit({ sellerEmail: seller.email, sellerLanguage: 'tr' })
  const invitation = (await lettersTo(seller.email)).at(-1)
  expect(invitation).toMatchObject({ letter: 'escrow_opened', locale: 'vi' })
  expect(invitation).not.toHaveProperty('lng')
  expect(invitation).not.toHaveProperty('isLanguageUnknown')
})

test('it is said anew with another address, and when the invitation is sent again; what was said of one is not said of another', async () => {
  const { buyer, world } = routes
  const [first, second] = [stranger(), stranger()]
  const txid = await submit({ sellerEmail: first, sellerLanguage: 'tr' })
  const send = (fields: Record<string, string>) => routes.send({ by: buyer, txid, fields })
  expect(await send({ intent: 'name_seller', sellerEmail: second })).toEqual({ said: 'name_seller' })
  expect(await languageOf(txid)).toBeNull()
  expect(await lettersTo(second)).toMatchObject([{ locale: 'de', isLanguageUnknown: true }])
  // The replaced seller reads it in the language of all former emails.
  expect((await lettersTo(first)).at(-1)).toMatchObject({ letter: 'seller_replaced', locale: 'tr' })

  // The same address with another language: no email is sent.
  expect(await send({ intent: 'name_seller', sellerEmail: second, sellerLanguage: 'fa' })).toEqual({
    said: 'name_seller',
  })
  expect(await languageOf(txid)).toBe('fa')
  expect(await lettersTo(second)).toHaveLength(1)

  const anHourAgo = new Date(world.deps.clock.now().getTime() - 3_700_000)
  await world.deps.db.outboxLetter.updateMany({ where: { recipient: second }, data: { createdAt: anHourAgo } })
  expect(await send({ intent: 'invite_again', sellerLanguage: 'zh' })).toEqual({ said: 'invite_again' })
  expect((await lettersTo(second)).at(-1)).toMatchObject({ letter: 'escrow_opened', locale: 'zh', lng: 'zh' })
  expect(await languageOf(txid)).toBe('zh')
})

test('only the buyer says it, and not of a seller who has confirmed', async () => {
  const { buyer, seller, world } = routes
  const escrow = await escrowOf(world, {
    buyer,
    asset: 'XLM',
    amount: '10',
    sellerEmail: seller.email,
    sellerLanguage: 'pl',
  })
  const { transactionId: txid } = escrow
  const fields = { intent: 'invite_again', sellerLanguage: 'ru' }
  expect(await routes.send({ by: null, txid, fields })).toEqual({ deny: 'access_denied' })
  expect(await routes.send({ by: seller, txid, fields })).toMatchObject({ refused: 'escrow_not_found' })
  expect(await routes.send({ by: await paidBuyer(world), txid, fields })).toMatchObject({ refused: 'escrow_not_found' })
  expect(await languageOf(txid)).toBe('pl')
  // Only the buyer reads it.
  expect((await routes.viewOf(seller, txid, 'confirmation')).escrow?.sellerLanguage).toBeNull()
  const wallet = { walletAddress: walletOf('XLM'), walletMemo: '' }
  granted(await confirmShipment(world.deps, { sellerId: seller.id, transactionId: txid, ...wallet, files: [] }))
  expect(await routes.send({ by: buyer, txid, fields })).toMatchObject({ refused: 'seller_is_bound' })
  const renamed = { intent: 'name_seller', sellerEmail: seller.email, sellerLanguage: 'ru' }
  expect(await routes.send({ by: buyer, txid, fields: renamed })).toMatchObject({ refused: 'seller_is_bound' })
  expect(await languageOf(txid)).toBe('pl')
})

test('the page of the invitation opens in the language of its link, and Register on top keeps the invitation', async () => {
  const page = await import('#app/trade/opening/routes/invitation/route.tsx')
  const register = await import('#app/accounts/routes/register/route.tsx')
  const sellerEmail = stranger()
  await submit({ sellerEmail, sellerLanguage: 'tr' })
  const { deps } = routes.world
  const { id } = await deps.db.sellerInvitation.findFirstOrThrow({ where: { email: sellerEmail } })
  const token = deps.accountToken({ id, purpose: 'invitation' })
  const request = new Request(`${ORIGIN}/invitation?token=${token}&lng=tr`)
  const { data } = await page.loader({ request, params: {}, context: {} })
  expect(page.handle.invitation?.({ data, search: '' })).toBe(token)
  const { entrancesOf } = await import('#app/accounts/domain/way-back.ts')
  const { register: to } = entrancesOf({ wanted: null, invitation: token })
  const shown = await register.loader({ request: new Request(ORIGIN + to), params: {}, context: {} })
  expect(shown.invited).toMatchObject({ email: sellerEmail })
  expect(register.handle.invitation?.({ data: shown, search: new URL(ORIGIN + to).search })).toBe(token)
  // A link that is over leaves no invitation.
  const dead = await page.loader({ request: new Request(`${ORIGIN}/invitation?token=x`), params: {}, context: {} })
  expect(page.handle.invitation?.({ data: dead.data, search: '' })).toBeNull()
})
