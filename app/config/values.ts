/** The types of settings' values, each with its error message. */
import { z } from 'zod'
import { SERVICE_FEES } from '#app/fees/domain/service-fee.ts'
import { Decimal, parseUsd } from '#app/kernel/domain/money.ts'

/** The error message follows the setting's name. */
export const required = z.string({ error: 'is not set' }).trim().min(1, 'is empty')
export const optional = z
  .string()
  .trim()
  .optional()
  .transform((value) => (value === '' ? undefined : value))

/** The error message never repeats the address, which contains a password. */
export const databaseUrl = required.refine(
  (value) => /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value),
  'must be the address of a PostgreSQL, postgres://user:password@host:5432/database; signs such as @ or / in the password are written as %40 and %2F',
)

export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words, usual: Words[number]) =>
  z.enum(words, { error: `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}` }).default(() => usual)

export const webAddress = z.url({
  error: 'must be an address that begins with https:// or http://',
  protocol: /^https?$/,
})

/** The address of a service, to which paths are appended. */
export const baseAddress = (preset: string) => webAddress.default(preset).transform((url) => url.replace(/\/+$/, ''))

/** The id by which rippled distinguishes networks. */
export const networkId = required
  .refine(
    (value) => /^\d{1,10}$/.test(value) && Number(value) < 2 ** 32,
    'must be a whole number: 0 for the main network, 1 for the test network',
  )
  .transform(Number)

/** A whole number in digits; both bounds are included. Not set: `usual`. */
export const wholeNumber = (error: string, { from, to, usual }: { from: number; to: number; usual: number }) =>
  optional.transform((value, context) => {
    const number = value === undefined ? usual : /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= from && number <= to)) context.addIssue({ code: 'custom', message: error })
    return number
  })

export const percentOf = ({ usual, most }: { usual: string; most: Decimal }) =>
  optional.transform((value = usual, context) => {
    const percent = /^\d{1,2}(\.\d{1,4})?$/.test(value) ? new Decimal(value) : null
    if (percent?.lte(most)) return percent
    context.addIssue({ code: 'custom', message: `must be a percentage from 0 to ${most.toFixed()}, such as ${usual}` })
    return new Decimal(0)
  })

/** A text of the owner on one line; null: not set. */
export const statement = (longest = 200) =>
  z
    .string()
    .trim()
    .max(longest, `must have at most ${longest} characters`)
    .regex(/^\P{Cc}*$/u, 'must stand on one line')
    .optional()
    .transform((value) => value || null)

/** Working days within which something is promised. Null: the setting is empty, and nothing is promised. */
export const workingDays = (preset: number | null) =>
  z
    .string()
    .trim()
    .optional()
    .transform((value, context) => {
      if (value === undefined) return preset
      if (value === '') return null
      if (/^([1-9]|[1-8]\d|90)$/.test(value)) return Number(value)
      context.addIssue({ code: 'custom', message: 'must be a whole number of working days from 1 to 90, or empty' })
      return null
    })

/** The most that a transaction may cost, on Stellar and on the XRP Ledger. */
export const stroops = (usual: number) =>
  wholeNumber('must be a number of stroops from 100 to 10000000', { from: 100, to: 10_000_000, usual })
export const dropsSetting = (usual: number) =>
  wholeNumber('must be a number of drops from 10 to 2000000', { from: 10, to: 2_000_000, usual })

/** Where a program listens: `host:port`, or the path of a Unix socket; null: not set. */
export const placeOrNone = (error: string) =>
  optional.transform((value, context): { host: string; port: number } | { path: string } | null => {
    if (value === undefined) return null
    if (value.startsWith('/')) return { path: value }
    const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([^:/\s]+)):(\d{1,5})$/i.exec(value) ?? []
    const host = bracketed ?? plain
    if (host === undefined || Number(port) < 1 || Number(port) > 65_535) {
      context.addIssue({ code: 'custom', message: error })
      return null
    }
    return { host, port: Number(port) }
  })

/** A port to listen on; null: not set. */
export const portOrNone = optional.transform((value, context) => {
  if (value === undefined) return null
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0
  if (port < 1 || port > 65_535) context.addIssue({ code: 'custom', message: 'must be a port from 1 to 65535' })
  return port
})

/** The site of a company that is not ours. Null: the setting is empty, and nothing is linked. */
export const foreignSite = (preset: string) =>
  z
    .string()
    .trim()
    .default(preset)
    .transform((value, context) => {
      if (value === '') return null
      const url = URL.canParse(value) ? new URL(value) : null
      if (url?.protocol === 'https:' && url.username === '' && url.password === '') return url.href
      context.addIssue({ code: 'custom', message: 'must be an address that begins with https://, or empty' })
      return null
    })

/** One or more addresses, separated by commas, in order of preference. */
export const addresses = (error: string, protocol: RegExp) =>
  z
    .string({ error })
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.url({ error, protocol })).min(1))
    .refine((urls) => new Set(urls).size === urls.length, 'the same address stands there twice')

/** An amount in whole units, as decimal text: it is never converted to a float. */
export const lowWater = (preset: string) =>
  z.preprocess(
    (value) => (value === '' ? undefined : value),
    z
      .string()
      .regex(/^\d{1,12}(\.\d{1,6})?$/, `must be an amount such as ${preset}`)
      .default(preset),
  )
export const serviceFee = z
  .enum(SERVICE_FEES, {
    error: 'must be once (paid once for the account) or each (paid for each escrow)',
  })
  .default('once')

export const secondFactor = z
  .enum(['required', 'offered'], {
    error: 'must be required (no desk without one) or offered (for play money)',
  })
  .default('required')

/** US dollars; `none`: no limit. 0 is refused: it would stop all payouts, and there is a switch for that. */
export const usdLimit = (usual: string) =>
  optional.transform((value = usual, context) => {
    if (value === 'none') return null
    const limit = parseUsd(value)
    if (limit === null) {
      context.addIssue({ code: 'custom', message: `must be US dollars above 0, such as ${usual}, or none` })
    }
    return limit
  })

/** The process cannot start: one sentence per wrong setting. */
export class ConfigInvalid extends Error {
  override name = 'ConfigInvalid' as const
  complaints: string[]
  constructor(complaints: string[]) {
    super(`Quayside cannot start. ${complaints.join('. ')}.`)
    this.complaints = complaints
  }
}
