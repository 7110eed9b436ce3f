/**
 * `npm run admin:disable -- EMAIL --reason "…"`: removes the operator's role and ends the account's sessions, links and
 * password (docs/operating.md, "Operators"). Needs the settings of the web app. Exit code 0 on success, else 1.
 */
import { disableOperator } from '#app/accounts/workflows/operators/disable-operator.server.ts'
import { Impossible, readWords, runCommand, withDeps } from '../commands/command.ts'

const USAGE = `npm run admin:disable -- EMAIL --reason "…"

  EMAIL     the address of the operator
  --reason  why, for the record`

async function main(): Promise<void> {
  const { words, options } = readWords(process.argv.slice(2), { usage: USAGE, options: ['reason'], count: 1 })
  const [email = ''] = words
  const reason = options.reason ?? ''
  if (reason === '' || reason.length > 500) throw new Impossible(`Say why, with --reason "…".\n\n${USAGE}`)
  const done = await withDeps((deps) => disableOperator(deps, { email, reason }))
  if (done === 'none') throw new Impossible(`${email} is no operator.`)
  console.log(`${email} is no operator any more. Every session has ended, and its password opens nothing.`)
  if (done.left === 0) console.log('Nobody is left who decides on the desk: npm run admin:create -- EMAIL')
}

await runCommand(main)
