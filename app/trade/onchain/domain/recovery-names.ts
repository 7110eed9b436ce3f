/** The two files that get money out without Quayside, by the names under which people save them. */

/** The program: one file that Node runs. */
export const PROGRAM = 'quayside-recover.mjs'

/** What it reads: of one escrow. */
export function recoveryFileName(transactionId: string): string {
  return `quayside-recovery-${transactionId}.json`
}
