/**
 * `npm run doctor`: checks everything that has to be right before clients' money comes in, and prints what to do
 * (docs/going-live.md). Changes nothing, except that it writes and removes one file in the document store, and posts a
 * test to the webhook of alerts, if one is set. Run it with the settings of the worker, and also with those of the web
 * app where they differ. Exit code 0: nothing is to be mended.
 */
import type { Finding } from '#app/ops/domain/finding.ts'
import { Impossible, readWords, runCommand } from '../commands/command.ts'
import { examine } from './examine.ts'

const USAGE = `npm run doctor [-- --json] [--send-mail EMAIL]

  --json       one JSON object in place of lines
  --send-mail  sends a letter to this address, to see whether it arrives`

async function main(): Promise<void> {
  const { options, flags } = readWords(process.argv.slice(2), {
    usage: USAGE,
    options: ['send-mail'],
    flags: ['json'],
    count: 0,
  })
  const sendMailTo = options['send-mail'] ?? null
  if (sendMailTo !== null && !sendMailTo.includes('@')) throw new Impossible(`“${sendMailTo}” is no e-mail address.`)
  const findings = await examine(process.env, { sendMailTo })
  const toMend = findings.filter(({ verdict }) => verdict === 'mend').length
  console.log(flags.has('json') ? JSON.stringify({ ok: toMend === 0, findings }, null, 2) : inLines(findings))
  if (!flags.has('json')) console.log(toMend === 0 ? '\nNothing is to be mended.' : `\n${toMend} to mend.`)
  if (toMend > 0) process.exitCode = 1
}

function inLines(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length))
  return findings.map(({ verdict, about, says }) => `${verdict.padEnd(5)} ${about.padEnd(width)}  ${says}`).join('\n')
}

await runCommand(main)
// Checks that hang are reported already; they must not keep the process alive.
process.exit()
