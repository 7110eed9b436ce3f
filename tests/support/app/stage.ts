/** What most browser tests begin with: a lent Quayside and a browser per file, and people who are closed afterwards. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { App } from './app.ts'
import { openBrowser, type TestBrowser } from './browser.ts'
import { borrowApp } from './lent-app.ts'
import { openPayer, type Payer } from './payer.ts'

export type Stage = { app: App; browser: TestBrowser }

/** Sets up a whole file: call it once, at the top. The result is filled in before the first test. */
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

/** A new payer for each test of a `describe`. The test fails if the payer met anything broken. */
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
