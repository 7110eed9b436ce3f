/**
 * The pass that `npm run doctor` shows to the web app, to learn how its own request arrived: a time signed with a
 * secret of the installation. Nobody else learns what proxies add, and an old pass is useless.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const DOCTOR_HEADER = 'x-quayside-doctor'
const GOOD_FOR_MS = 5 * 60_000

export function doctorPass(secret: string, now: Date): string {
  const time = String(now.getTime())
  return `${time}.${createHmac('sha256', secret).update(`doctor:${time}`).digest('hex')}`
}

export function isDoctorPass(pass: string, { secret, now }: { secret: string; now: Date }): boolean {
  const [time = ''] = pass.split('.')
  if (!/^\d{13}$/.test(time) || Math.abs(now.getTime() - Number(time)) > GOOD_FOR_MS) return false
  const wanted = Buffer.from(doctorPass(secret, new Date(Number(time))))
  const shown = Buffer.from(pass)
  return wanted.length === shown.length && timingSafeEqual(wanted, shown)
}
