/** The names under which people save the two files that get money out without Quayside. */

/** The program: one file, run by Node. */
export const PROGRAM = 'quayside-recover.mjs'

/** The recovery file of one escrow, which the program reads. */
export function recoveryFileName(transactionId: string): string {
  return `quayside-recovery-${transactionId}.json`
}
