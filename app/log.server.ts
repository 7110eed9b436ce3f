/**
 * Log lines as JSON: events with their ids, never form bodies, cookies, seeds or addresses of people.
 * docs/operating.md, "Reading the log", explains the levels and the fields.
 */
import { type DestinationStream, pino } from 'pino'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { withoutSecrets } from '#app/kernel/domain/secrets.ts'
import { logContext } from './log-context.server.ts'

type LogSettings = { level: string; process: 'web' | 'worker' }

export function openLog({ level, process }: LogSettings, destination: DestinationStream = pino.destination(1)) {
  const options = {
    level,
    base: { process },
    mixin: logContext,
    // A line's own facts override those of its work.
    mixinMergeStrategy: (facts: object, context: object) => ({ ...context, ...facts }),
    formatters: { log: describeError },
    redact: {
      paths: [
        '*.password',
        '*.seed',
        '*.token',
        '*.cookie',
        '*.authorization',
        '*.blob',
        '*.email',
        'email',
        'password',
      ],
      censor: '[removed]',
    },
    // Runs last, because an error of foreign code may quote anything.
    hooks: { streamWrite: withoutSecrets },
  }
  return pino(options, destination)
}

/** Logs an error as its cause in one line, and its stack; its other properties may be anything. */
function describeError({ err, ...facts }: Record<string, unknown>): Record<string, unknown> {
  return err === undefined ? facts : { ...facts, cause: causeOf(err), stack: placesOf(err) }
}

function placesOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined
  const places = error.stack.split('\n').flatMap((line) => (/^\s+at /.test(line) ? [line.trim()] : []))
  return places.join('\n')
}
