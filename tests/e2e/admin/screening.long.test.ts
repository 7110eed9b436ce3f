/**
 * A person who is listed after the buyer has approved: the payout waits, two operators clear it by clicking, it is paid
 * once. And a similar name on a phone: claimed, compared word by word, decided by two, with JavaScript and without.
 */
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { DEMO_PASSWORD } from '#prisma/demo-accounts.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { contract, shippingDocuments } from '#scripts/trade/papers.ts'
import { approve, confirmShipment, openEscrow } from '#scripts/trade/steps.ts'
import { untilFunded } from '#tests/support/app/app-moments.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'

const AMOUNT = '41.25'
const SECOND = 'second.operator@demo.example'
/** A Quayside of its own: the harbour's lists keep everybody who was added. */
let app: OwnApp
let browser: TestBrowser

beforeAll(async () => {
  app = await openOwnApp()
  browser = await openBrowser()
  await app.query(
    `with "second" as (
       insert into "user" ("id", "name", "email", "emailConfirmedAt", "role", "updatedAt")
       values (gen_random_uuid(), 'Oda Operator', $1, now(), 'admin', now()) returning "id"
     )
     insert into "password" ("userId", "hash", "updatedAt") select "second"."id", p."hash", now()
     from "second", "password" p join "user" u on u."id" = p."userId" where u."email" = 'operator@demo.example'`,
    [SECOND],
  )
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
})

test('a payout that waits is held by the next refresh of the lists, let go by two operators, and paid once', async () => {
  const wallet = playAddress('seller', 'XLM')
  const txid = await approvedWhileStopped(wallet)
  await list({ name: 'Wilhelmina Duskmantle', wallet: { currency: 'XLM', address: wallet } })
  await app.query('select graphile_worker.add_job($1, $2::json)', ['refresh_lists', '{}'])
  await app.untilRow('the wallet is on the list', 'select 1 from listed_wallet where address = $1', [wallet])
  await app.query(
    `update payout_stop set "endedAt" = now(), "endReason" = 'The test goes on.', "endedById" = "beganById"`,
  )
  await app.query('select graphile_worker.add_job($1, $2::json)', ['dispatch_payouts', '{"network": "stellar"}'])
  await app.untilRow('it waits for a check', `${PAYOUT} and p.state = 'queued' and p."waitsFor" = 'check'`, [txid])
  const before = await balance()

  const first = await operator('operator@demo.example')
  await first.page.getByText(BY_WALLET).first().waitFor()
  // The buyer expects the wallet that the seller states: both people are under review for it.
  for (const n of [0, 1]) {
    await letGo(first, n)
    await first.page.getByText('Counts when a second operator agrees.', { exact: true }).first().waitFor()
    await first.page.getByText('You said so: another operator decides.').nth(n).waitFor()
  }
  expect(await app.query(`${PAYOUT} and p.state <> 'queued'`, [txid])).toEqual([])

  const second = await operator(SECOND, { javaScript: false })
  await second.page.getByText(BY_WALLET).first().waitFor()
  for (const left of [2, 1]) {
    await second.page
      .getByText('Olaf Operator: somebody else.')
      .nth(left - 1)
      .waitFor()
    await letGo(second, 0)
    await second.page.getByText('Done and recorded.').waitFor()
  }
  await app.untilRow('it is paid', `${PAYOUT} and p.state = 'confirmed'`, [txid])

  expect((await balance()).minus(before).toFixed()).toBe(AMOUNT)
  expect(await app.query(`${ATTEMPTS} and a.state = 'settled'`, [txid])).toHaveLength(1)
  expect([...first.complaints, ...second.complaints]).toEqual([])
})

const PAYOUT = 'select p.id from transfer p join escrow e on e.id = p."escrowId" where e."transactionId" = $1'
const ATTEMPTS =
  'select a.id from transfer_attempt a join transfer p on p.id = a."payoutId" join escrow e on e.id = p."escrowId" where e."transactionId" = $1'

async function approvedWhileStopped(wallet: string): Promise<string> {
  const buyer = await app.signIn('paid.buyer')
  const seller = await app.signIn('seller')
  const papers = { sellerEmail: seller.email, contract: contract(`${AMOUNT} XLM`) }
  const { txid, uri } = await openEscrow(buyer, { asset: 'XLM', amount: AMOUNT, wallet, ...papers })
  await app.harbour.pay({ from: 'buyer', uri })
  await untilFunded(app, txid)
  await confirmShipment(seller, { txid, wallet, files: shippingDocuments() })
  await app.query(
    `insert into payout_stop (id, network, cause, reason, "beganById") select gen_random_uuid(), 'stellar', 'switch', 'A test.', id
     from "user" where email = $1`,
    [SECOND],
  )
  await approve(buyer, txid)
  await app.untilRow('it is queued', `${PAYOUT} and p.state = 'queued'`, [txid])
  return txid
}

async function list(entry: { name: string; wallet: { currency: string; address: string } }): Promise<void> {
  const answer = await fetch(`${app.harbourOrigin}/api/lists`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ list: 'eu', ...entry }),
  })
  expect(answer.ok).toBe(true)
}

const BY_WALLET = 'Exactly this wallet is listed.'

async function operator(email: string, options?: { javaScript?: boolean } & BrowserContextOptions): Promise<TestPage> {
  const window = await browser.newPage(options)
  const { page } = window
  await page.goto(`${app.origin}/admin`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`${app.origin}/admin-panel`)
  // On a phone the pages of the Admin Panel are behind the name of the open page.
  const fold = page.locator('summary', { hasText: 'Overview' })
  if (await fold.isVisible()) await fold.click()
  await page.locator('.deskbar').getByRole('link', { name: 'Screening', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Screening' }).waitFor()
  return window
}

/** Clears the review at this position. */
async function letGo({ page }: TestPage, place: number): Promise<void> {
  const review = page.locator('.matters > li').nth(place)
  await review.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByRole('link').waitFor()
  await review.getByText('Somebody else: let go').click()
  await review.getByLabel('How do you know?').fill('The exchange says that the wallet is another customer’s.')
  await review.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Yes, do it' }).click()
}

const balance = async () => (await app.harbour.balances('seller')).XLM ?? new Decimal(0)

describe.each([
  { javaScript: true, words: 'with JavaScript' },
  { javaScript: false, words: 'without JavaScript' },
])('$words, at 390 px', ({ javaScript }) => {
  const PHONE = { javaScript, viewport: { width: 390, height: 844 } }

  test('a likeness is taken up, read word by word, decided with a reason, and confirmed by a second operator', async () => {
    const email = await somebodyNamed('Baltazar Quillfeather', `alike.${javaScript}@example.org`)
    const first = await operator('operator@demo.example', PHONE)
    const review = await reviewOf(first, email)
    await review.getByText('Baltazar ~ Balthazar: spelt alike').waitFor()
    await review.getByText('OFAC SDN').waitFor()
    await review.getByText('1961-04-12').waitFor()
    await isWithinThePhone(first)

    // What the person has added since is compared at once, and shown beside it.
    await app.query(
      `insert into person_detail ("userId", "birthDate", "country", "updatedAt") select id, '1961-04-12', 'SE', now() from "user" where email = $1`,
      [email],
    )
    await first.page.reload()
    const beside = await reviewOf(first, email)
    await beside.getByText('Known now, not counted').waitFor()
    await beside.getByText('1961-04-12 ~ 1961-04-12: same birth date (+12)').waitFor()
    await isWithinThePhone(first)

    await say(first, email, 'I am looking')
    await first.page.getByText('Done and recorded.').waitFor()
    await (await reviewOf(first, email)).getByText('In review').waitFor()
    await say(first, email, 'The same: keep held')
    await first.page.getByRole('alert').getByRole('link', { name: 'Say what you compared.' }).waitFor()
    await say(first, email, 'The same: keep held', 'The passport has the same number.')
    await first.page.getByText('Counts when a second operator agrees.', { exact: true }).first().waitFor()
    await isWithinThePhone(first)
    await first.page.getByRole('button', { name: 'Yes, do it' }).click()
    await first.page.getByText('Counts when a second operator agrees.', { exact: true }).first().waitFor()

    const second = await operator(SECOND, PHONE)
    const wished = await reviewOf(second, email)
    await wished.getByText('Olaf Operator: the same. Counts when a second operator agrees.').waitFor()
    await say(second, email, 'The same: keep held', 'I have seen the passport, too.')
    await second.page.getByRole('button', { name: 'Yes, do it' }).click()
    await second.page.getByText('Done and recorded.').waitFor()
    await second.page.goto(`${app.origin}/admin-panel/screening?state=closed`)
    await (await reviewOf(second, email)).getByText('The same, held').waitFor()
    expect([...first.complaints, ...second.complaints]).toEqual([])
    await first.close()
    await second.close()
  })
})

test('a file that was too short is accepted by two operators on a phone, the first of them without JavaScript', async () => {
  const viewport = { width: 390, height: 844 }
  await app.query(
    `with "file" as (
       insert into "refused_list" ("id", "list", "fault", "fingerprint", "sha256", "bytes", "publishedAt", "address", "entries", "names",
         "beforeId", "entriesBefore", "namesBefore", "fetchedAt")
       select gen_random_uuid(), 'un', 'shrunk', repeat('f', 64), repeat('a', 64), 1000, '2026-11-01', 'http://127.0.0.1/un.xml', 900, 2500,
         "snapshotId", 1003, 2752, now() from "list_source" where "list" = 'un' returning "id"
     )
     update "list_source" set "refusedId" = "file"."id", "failingSince" = now(), "failures" = 1, "retryAt" = now() + interval '1 day'
     from "file" where "list" = 'un'`,
  )
  const first = await operator('operator@demo.example', { javaScript: false, viewport })
  await first.page.getByRole('link', { name: 'File refused' }).click()
  await first.page.getByText('1,003 in force').waitFor()
  await isWithinThePhone(first)
  await first.page.getByRole('button', { name: 'Accept file' }).click()
  await first.page.getByRole('alert').getByRole('link', { name: 'Say what you compared.' }).waitFor()
  await acceptFile(first)
  await first.page.getByText('Counts when a second operator agrees.', { exact: true }).first().waitFor()
  await first.page.getByText('You said so: another operator decides.').waitFor()

  const second = await operator(SECOND, { viewport })
  await second.page.getByRole('link', { name: 'Refused files' }).click()
  await second.page.getByText('Olaf Operator accepts it. Counts when a second operator agrees.').waitFor()
  await acceptFile(second)
  await second.page.getByText('Accepted; applies once the list is read again.').first().waitFor()
  // What is published is still the list in force, not that file.
  await app.untilRow('it is read again', `select 1 from list_source where list = 'un' and "refusedId" is null`)
  expect([...first.complaints, ...second.complaints]).toEqual([])
})

async function acceptFile(window: TestPage): Promise<void> {
  const { page } = window
  await page.getByLabel('Reason').fill('The authority has announced the end of the programme.')
  await page.getByRole('button', { name: 'Accept file' }).click()
  await page.getByRole('heading', { level: 1, name: 'Accept file' }).waitFor()
  await isWithinThePhone(window)
  await page.getByRole('button', { name: 'Yes, do it' }).click()
}

/** Creates a person with that name, who waits for a review. */
async function somebodyNamed(name: string, email: string): Promise<string> {
  await app.query(
    `with "somebody" as (
       insert into "user" ("id", "name", "email", "emailConfirmedAt", "role", "updatedAt")
       values (gen_random_uuid(), $1, $2, now(), 'buyer', now()) returning "id"
     )
     select graphile_worker.add_job('screen_person', json_build_object('userId', "id")) from "somebody"`,
    [name, email],
  )
  const waits = `select 1 from screening_review r join "user" u on r.subject = 'user:' || u.id where u.email = $1`
  await app.untilRow('somebody waits to be looked at', waits, [email])
  return email
}

async function reviewOf({ page }: TestPage, email: string) {
  await page.getByText(email).waitFor()
  return page.locator('.matters > li', { hasText: email })
}

async function say(window: TestPage, email: string, what: string, reason = ''): Promise<void> {
  const review = await reviewOf(window, email)
  await review.getByText(what).click()
  await review.getByLabel('How do you know?').fill(reason)
  await review.getByRole('button', { name: 'Save' }).click()
}

async function isWithinThePhone({ page }: TestPage): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
}
