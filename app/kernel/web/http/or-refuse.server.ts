import { type Refusal, type RefusalCode, refuse } from '#app/kernel/domain/refusal.ts'
import { reportError } from './page-errors.server.ts'

/** Turns a failure into the page's sentence (spec §8), logged. Thrown Responses (redirects, guards) pass through. */
export async function orRefuse<Value>(work: Promise<Value>, code: RefusalCode): Promise<Value | Refusal> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Response) throw error
    reportError(error, { refused: code }, 'form action failed')
    return refuse(code)
  }
}
