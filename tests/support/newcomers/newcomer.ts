/** A new person with a phone: counts what must be filled in and tapped, emails included. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openHarbour } from '#scripts/trade/harbour.ts'
import { linkInMail } from '#scripts/trade/steps.ts'
import type { Stage } from '#tests/support/app/stage.ts'
import { findOverflow } from '#tests/support/tour/page-checks.ts'
import { samplePdf, samplePng } from '#tests/support/world/sample-files.ts'

const PHONE = { width: 390, height: 844 }

export class Newcomer {
  readonly page: Page
  fields = 0
  taps = 0

  private readonly stage: Stage

  constructor(page: Page, stage: Stage) {
    this.page = page
    this.stage = stage
  }

  async fill(label: string | RegExp, value: string): Promise<void> {
    this.fields += 1
    await this.page.getByLabel(label).first().fill(value)
  }

  async attach(label: string, name: string): Promise<void> {
    this.fields += 1
    const image = name.endsWith('.png')
    const file = {
      name,
      mimeType: image ? 'image/png' : 'application/pdf',
      buffer: image ? samplePng() : samplePdf(name),
    }
    await this.page.getByLabel(label).and(this.page.locator('[type=file]')).setInputFiles(file)
  }

  async tick(label: string | RegExp): Promise<void> {
    this.taps += 1
    await this.page.getByLabel(label).first().check()
  }

  async tap(role: 'link' | 'button', name: string | RegExp): Promise<void> {
    this.taps += 1
    await this.page.getByRole(role, { name }).first().click()
  }

  /** Taps the link to a page in the newest email. */
  async tapInMail(to: string, path: string): Promise<void> {
    this.taps += 1
    const harbour = openHarbour(this.stage.app.harbourOrigin)
    await this.page.goto(this.stage.app.origin + (await linkInMail(harbour, { to, page: path })))
  }

  /** The targets of the page's links, menus and footer included. */
  async links(): Promise<string[]> {
    return this.page.locator('a[href]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  }

  /** The text of the page with single spaces. Fails if anything is wider than the phone. */
  async reads(): Promise<string> {
    await this.page.getByRole('contentinfo').waitFor()
    expect(await this.page.evaluate(findOverflow)).toEqual([])
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown; textContent would bring the scripts too
    return (await this.page.locator('body').innerText()).replace(/\s+/g, ' ')
  }
}

export type Arrived = { person: Newcomer; complaints: string[]; close(): Promise<void> }

export async function arrive(stage: Stage): Promise<Arrived> {
  const { page, complaints, close } = await stage.browser.newPage({ viewport: PHONE })
  return { person: new Newcomer(page, stage), complaints, close }
}
