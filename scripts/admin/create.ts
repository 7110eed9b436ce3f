/**
 * `npm run admin:create -- EMAIL [--name "…"]`: creates an operator's account, or a new link for an existing one, and
 * prints the link for choosing a password (docs/operating.md, "Operators"). Needs the settings of the web app. Exit
 * code 0 on success, else 1.
 */

import { type MadeOperator, makeOperator } from '#app/accounts/workflows/operators/make-operator.server.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { Impossible, readWords, runCommand, withDeps } from '../commands/command.ts'

const USAGE = `npm run admin:create -- EMAIL [--name "…"]

  EMAIL   where letters about trouble go, and what its person logs in with at /admin
  --name  what other operators read on the desk; the part before the @ where it is left out`

const SAID: Record<MadeOperator['what'], string> = {
  made: 'is an operator now',
  enabled: 'is an operator again',
  again: 'is an operator already; the password stays until the link is used, and older links are dead',
}

const REFUSED: Record<string, string> = {
  email_invalid: 'is no e-mail address.',
  email_not_ascii: 'has letters that the mail service does not take.',
  email_taken: 'has a trader’s account. An operator needs an address of its own: choose another one.',
  name_too_long: 'cannot have that name: it is too long.',
  name_not_plain: 'cannot have that name: no addresses or links, and on one line. Say another one with --name.',
}

async function main(): Promise<void> {
  const { words, options } = readWords(process.argv.slice(2), { usage: USAGE, options: ['name'], count: 1 })
  const [email = ''] = words
  const made: MadeOperator | Refusal = await withDeps((deps) => makeOperator(deps, { email, name: options.name }))
  if (isRefusal(made)) throw new Impossible(`“${email}” ${REFUSED[made.refused] ?? `is refused: ${made.refused}.`}`)
  console.log(`${made.email} ${SAID[made.what]}.`)
  console.log(`Letters, and new links for whoever forgets the password, go to that address: see that it is right.\n`)
  console.log(`Give this link to its person, by a way that nobody else reads. It opens the account, once, until
${made.expiresAt.toISOString()}:\n\n  ${made.link}\n`)
  console.log('The password is chosen there; then /admin leads to the desk, and through login in two steps.')
}

await runCommand(main)
