/**
 * `npm run accounts:prepare`: creates or checks our accounts (docs/going-live.md). Can be repeated. New keys are
 * written once, to a file of this user alone or to the terminal. Exit code 0: nothing is missing.
 */
import { writeFile } from 'node:fs/promises'
import { openDatabase } from '#app/kernel/db/client.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { findOutgoingCursor } from '#app/settlement/payouts/db/outgoing-cursors.server.ts'
import { Impossible, readWords, runCommand } from '../commands/command.ts'
import { prepareAccounts } from './prepare-accounts.ts'

const USAGE = `npm run accounts:prepare [-- --keys-to FILE] [--yes] [--make-keys] [--keepers]

Checks the four accounts of the settings, and does what is missing: on the harbour and on test networks by itself.
Accounts that keep escrows on a ledger are looked at where they are set.
Without HORIZON_URL, STELLAR_PASSPHRASE, USDC_ISSUER, XRPL_URL and XRPL_NETWORK_ID the public test networks are meant.

  --keys-to    the file, not there yet, into which new keys are written; to the terminal where it is left out
  --yes        where there is real money, or a worker watches the account (DATABASE_URL): send what is missing
  --make-keys  where there is real money: make keys for accounts that are not set
  --keepers    make what keeps escrows on the ledgers, too: two accounts, an arbiter and a key that seals`

async function main(): Promise<void> {
  const { options, flags } = readWords(process.argv.slice(2), {
    usage: USAGE,
    options: ['keys-to'],
    flags: ['yes', 'make-keys', 'keepers'],
    count: 0,
  })
  const isWhole = await prepareAccounts(process.env, {
    yes: flags.has('yes'),
    makeKeys: flags.has('make-keys'),
    keepers: flags.has('keepers'),
    keepKeys: (lines) => keepKeys(lines, options['keys-to']),
    isWatched,
    say: (line) => console.log(line),
  })
  console.log(
    isWhole ? '\nThe accounts lack nothing. npm run doctor looks at all the rest.' : '\nSomething is missing.',
  )
  if (!isWhole) process.exitCode = 1
}

/** Asks the database, if one is set. A database without tables has no worker that watches. */
async function isWatched(of: { network: Network; account: string }): Promise<boolean> {
  const { DATABASE_URL } = process.env
  if (!DATABASE_URL) return false
  const db = openDatabase({ url: DATABASE_URL, connections: 1 })
  try {
    return (await findOutgoingCursor(db, of)) !== null
  } catch (error) {
    if (isWithoutTables(error)) return false
    throw new Impossible(
      `Whether a worker watches ${of.account} is not known: DATABASE_URL is set, and ${causeOf(error)}.`,
    )
  } finally {
    await db.$disconnect()
  }
}

/** Prisma's error code of a missing table. */
function isWithoutTables(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2021'
}

/** Keys must not end up in a log: they are printed to a terminal only. */
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
