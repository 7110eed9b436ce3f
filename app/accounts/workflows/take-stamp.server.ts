import { spendStamp } from '#app/kernel/db/forms/captcha-stamps.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Takes the captcha's stamp of a visitor's form: it serves the form that it was issued with, and four corrections of
 * it, whatever their result (decision 128). False: it is used up, or belongs to another form.
 */
export async function takeStamp(deps: Deps, form: { stamp: string; formToken: string }): Promise<boolean> {
  return spendStamp(deps.db, { ...form, userId: null, usedAt: deps.clock.now() })
}
