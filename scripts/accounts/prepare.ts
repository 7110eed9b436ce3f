/**
 * `npm run accounts:prepare`: makes or checks the four accounts (docs/going-live.md). Can be run again and again: it does what
 * is missing. New keys are written once, to a file of this person's alone or to the terminal. Exit code 0 when nothing is missing.
 */
import { writeFile } from 'node:fs/promises'
import { Impossible, readWords, runCommand } from '../commands/command.ts'
import { prepareAccounts } from './prepare-accounts.ts'

const USAGE = `npm run accounts:prepare [-- --keys-to FILE] [--yes] [--make-keys]

Checks the four accounts of the settings, and does what is missing: on the harbour and on test networks by itself.
Without HORIZON_URL, STELLAR_PASSPHRASE, USDC_ISSUER, XRPL_URL and XRPL_NETWORK_ID the public test networks are meant.

  --keys-to    the file, not there yet, into which new keys are written; to the terminal where it is left out
  --yes        where there is real money: send what is missing
  --make-keys  where there is real money: make keys for accounts that are not set`

async function main(): Promise<void> {
  const { options, flags } = readWords(process.argv.slice(2), {
    usage: USAGE,
    options: ['keys-to'],
    flags: ['yes', 'make-keys'],
    count: 0,
  })
  const isWhole = await prepareAccounts(process.env, {
    yes: flags.has('yes'),
    makeKeys: flags.has('make-keys'),
    keepKeys: (lines) => keepKeys(lines, options['keys-to']),
    say: (line) => console.log(line),
  })
  console.log(
    isWhole ? '\nThe four accounts lack nothing. npm run doctor looks at all the rest.' : '\nSomething is missing.',
  )
  if (!isWhole) process.exitCode = 1
}

/** A log must not have them: what is no terminal gets none. */
async function keepKeys(lines: string[], file: string | undefined): Promise<void> {
  const text = `${lines.join('\n')}\n`
  if (file) {
    try {
      await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true })
    } catch (error) {
      throw new Impossible(
        `${file} cannot be written (${String((error as NodeJS.ErrnoException).code)}): nothing was done.`,
      )
    }
    console.log(`The new keys are in ${file}, and nowhere else. Keep a copy where you keep keys.\n`)
    return
  }
  if (!process.stdout.isTTY) throw new Impossible('New keys are wanted, and this is no terminal: say --keys-to FILE.')
  console.log(
    `New keys, shown this once and kept nowhere: put them into the settings, seeds for the worker alone.\n\n${text}`,
  )
}

await runCommand(main)
