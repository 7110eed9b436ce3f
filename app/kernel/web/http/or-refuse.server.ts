import { type Refusal, type RefusalCode, refuse } from '#app/kernel/domain/refusal.ts'
import { tellAccident } from './page-errors.server.ts'

/**
 * An accident becomes the page's own sentence (spec §8), and is written to the log. Answers that were thrown on purpose
 * (redirects, guards) pass through.
 */
export async function orRefuse<Value>(work: Promise<Value>, code: RefusalCode): Promise<Value | Refusal> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Response) throw error
    tellAccident(error, { refused: code }, 'an action failed')
    return refuse(code)
  }
}
