/** Log lines as JSON: events with their ids, never form bodies, cookies, seeds or addresses of people. */
import { pino } from 'pino'

export function openLog(settings: { level: string; process: 'web' | 'worker' }) {
  return pino({
    level: settings.level,
    base: { process: settings.process },
    redact: {
      paths: ['*.password', '*.seed', '*.token', '*.cookie', '*.authorization', '*.blob', '*.email'],
      censor: '[removed]',
    },
  })
}
