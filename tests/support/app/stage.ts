/** What most browser tests begin with: a lent Quayside and a browser for a file, and people who close behind themselves. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { App } from './app.ts'
import { openBrowser, type TestBrowser } from './browser.ts'
import { borrowApp } from './lent-app.ts'
import { openPayer, type Payer } from './payer.ts'

export type Stage = { app: App; browser: TestBrowser }

/** For a whole file: call it once, at its top. What it answers is filled in before the first test. */
export function setStage(): Stage {
  const stage = {} as Stage
  beforeAll(async () => {
    stage.app = await borrowApp()
    stage.browser = await openBrowser()
  })
  afterAll(async () => {
    await stage.browser?.close()
    await stage.app?.close()
  })
  return stage
}

/** A new payer for each test of a `describe`, who must not have met anything broken. */
export function payerOn(stage: Stage, options: { javaScript: boolean }): { payer: Payer } {
  const the = {} as { payer: Payer }
  beforeEach(async () => {
    the.payer = await openPayer(stage, options)
  })
  afterEach(async () => {
    expect(the.payer.complaints).toEqual([])
    await the.payer.close()
  })
  return the
}
