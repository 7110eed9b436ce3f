/** The session ends in another tab while /submit is filled in: a message says so, and nothing is lost (finding B1). */
import { expect, it } from 'vitest'
import { openDrafted, openRow, registerPilot } from '#tests/support/app/journey.ts'
import { payerOn, setStage } from '#tests/support/app/stage.ts'
import { walletOf } from '#tests/support/world/people.ts'
import { samplePdf } from '#tests/support/world/sample-files.ts'

const stage = setStage()
const the = payerOn(stage, { javaScript: true })
const PASSWORD = 'three boats at low tide'

it('leads to the login, back to the form, and the form is filled in', async () => {
  const { page, context } = the.payer
  const { origin } = stage.app
  await context.clearCookies()
  const email = `signed.out.${crypto.randomUUID()}@example.org`
  await registerPilot(page, { origin, email })
  const contract = { name: 'contract.pdf', mimeType: 'application/pdf', buffer: samplePdf() }
  const file = page.getByLabel('Contract file')
  const goOn = page.getByRole('button', { name: 'Continue' })

  // A refused draft keeps the file, and the page does not ask for it again.
  await file.setInputFiles(contract)
  await goOn.click()
  await page.getByRole('alert').waitFor()
  await page.getByText('contract.pdf').first().waitFor()
  expect(await page.getByText('The file was not kept.').count()).toBe(0)
  await page.getByRole('button', { name: /^Delete/ }).click()
  await file.waitFor()

  await page.getByLabel('Amount', { exact: false }).first().fill('12.5')
  await page.locator('textarea[name=notes]').fill('320 bags of coffee')
  await openRow(page, 'Receiving wallet: the seller’s')
  await page.getByRole('radio', { name: 'I have the seller’s wallet' }).check()
  await page.getByLabel('Receiving wallet address').fill(walletOf('XLM'))
  await file.setInputFiles(contract)
  await context.clearCookies()
  await goOn.click()
  await page.getByText('User not authenticated. Redirecting to login...').waitFor()
  await page.waitForURL((url) => url.pathname === '/login')

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname === '/submit')
  await page.getByText('The file was not kept.').waitFor()
  expect(await page.locator('textarea[name=notes]').inputValue()).toBe('320 bags of coffee')

  await page.getByLabel('Contract file').setInputFiles(contract)
  await goOn.click()
  await page.getByRole('heading', { name: 'Dates of this trade' }).waitFor()
  await openDrafted(page)
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('typed:')))).toEqual([])
})
